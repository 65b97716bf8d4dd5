"""Shows that others take what we write: one virtual environment each, since their pins conflict.

    python tests/consumers/run.py [NAME ...]

Every folder beside this file that holds a `requirements.txt` is a consumer, found by itself:

    requirements.txt   what pip installs, from the root of the repository (`-e .` is Callwright)
    no-deps.txt        optional: what pip installs afterwards, without its dependencies
    python-version     optional: a version such as `3.12`; without it, the Python that runs this
    prepare.txt        optional: one `callwright` command a line, run by this Python before the
                       tests; {tiny} is the release of the recipe `tiny`, {out} the consumer's own
                       empty folder, {here} the folder of its tests
    test_*.py          run by pytest in the environment, with CONSUMER_TINY and CONSUMER_OUT set

Environments stay in .venv-consumers and are made anew when their files change. An environment that
cannot be made is a failure, and so is a folder without a test; nothing is skipped.
"""

import argparse
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACE = ROOT / ".venv-consumers"
TINY = PLACE / "data" / "tiny"
DEFINES = ("requirements.txt", "no-deps.txt", "python-version")
CALLWRIGHT = Path(sys.executable).parent / "callwright"
LONGEST_SECONDS = 900


class ConsumerError(Exception):
    """A consumer cannot be installed, prepared, or fails its tests; holds what was printed."""


@dataclass(frozen=True)
class Consumer:
    """One folder of tests and its environment."""

    folder: Path

    @property
    def name(self):
        return self.folder.name

    @property
    def venv(self):
        return PLACE / self.name

    @property
    def out(self):
        return PLACE / "data" / "out" / self.name

    @property
    def python(self):
        return self.venv / "bin" / "python"

    def lines(self, name):
        """The lines of one of its files, without comments; none where there is no file."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]

    def digest(self):
        """Changes when the environment has to be made anew."""
        texts = [f"{name}:{self.lines(name)}" for name in DEFINES]
        return hashlib.sha256("\n".join([sys.version, *texts]).encode()).hexdigest()


def discover(names):
    """The consumers named, or all of them."""
    found = {path.parent.name: Consumer(path.parent) for path in HERE.glob("*/requirements.txt")}
    unknown = sorted(set(names) - set(found))
    if unknown:
        raise SystemExit(f"no consumer {unknown[0]!r}: there are {', '.join(sorted(found))}")
    return [found[name] for name in sorted(names or found)]


def call(command, **variables):
    """Run one command in the root; its output, or `ConsumerError` with it."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=os.environ | {name: str(value) for name, value in variables.items()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LONGEST_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        raise ConsumerError(f"$ {shlex.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def interpreter(consumer):
    """The Python of a consumer; version managers' own folders are looked at too."""
    wanted = "".join(consumer.lines("python-version")).strip()
    if not wanted or sys.version.startswith(f"{wanted}."):
        return sys.executable
    managed = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    places = [f"python{wanted}", *sorted(managed.glob(f"{wanted}.*/bin/python"))]
    for place in places:
        try:
            call([place, "-c", "import venv"])
        except (OSError, ConsumerError):
            continue
        return place
    raise ConsumerError(f"there is no Python {wanted} on this machine, which {consumer.name} needs")


def install(consumer):
    """Make the environment, unless it stands as its files say."""
    stamp, digest = consumer.venv / ".ready", consumer.digest()
    if stamp.is_file() and stamp.read_text() == digest:
        return
    shutil.rmtree(consumer.venv, ignore_errors=True)
    call([interpreter(consumer), "-m", "venv", consumer.venv])
    pip = [consumer.python, "-m", "pip", "install", "--quiet", "--no-compile"]
    call([*pip, "-r", consumer.folder / "requirements.txt"])
    if consumer.lines("no-deps.txt"):
        call([*pip, "--no-deps", "-r", consumer.folder / "no-deps.txt"])
    stamp.write_text(digest)


def prepare(consumer):
    """Write what the tests read, with our own environment."""
    shutil.rmtree(consumer.out, ignore_errors=True)
    consumer.out.mkdir(parents=True)
    for line in consumer.lines("prepare.txt"):
        filled = line.format(tiny=TINY, out=consumer.out, here=consumer.folder)
        call([CALLWRIGHT, *shlex.split(filled)])


def run(consumer):
    """Install, prepare and test one consumer: whether that went well, and what to print."""
    start = time.monotonic()
    try:
        install(consumer)
        installed = time.monotonic()
        prepare(consumer)
        said = test(consumer)
    except (ConsumerError, subprocess.TimeoutExpired) as error:
        return False, f"{consumer.name}: FAILED after {time.monotonic() - start:.0f} s\n{error}"
    seconds = f"installed in {installed - start:.0f} s, {time.monotonic() - installed:.0f} s more"
    return True, f"{consumer.name}: {said.strip().splitlines()[-1].strip('= ')} ({seconds})"


def test(consumer):
    """What pytest printed; a folder without tests fails, as pytest says with its status."""
    options = ["-q", "-c", HERE / "pytest.ini", "--rootdir", ROOT, "--confcutdir", HERE]
    variables = {"CONSUMER_TINY": TINY, "CONSUMER_OUT": consumer.out, "HF_HUB_OFFLINE": "1"}
    return call([consumer.python, "-m", "pytest", *options, consumer.folder], **variables)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="consumers; all of them by default")
    parser.add_argument("--workers", type=int, default=2, help="consumers at a time")
    options = parser.parse_args()
    consumers = discover(options.names)
    shutil.rmtree(TINY, ignore_errors=True)
    call([CALLWRIGHT, "run", "tiny", "--quiet", "--out", TINY])
    failed = 0
    with ThreadPoolExecutor(options.workers) as pool:
        for good, text in pool.map(run, consumers):
            failed += not good
            print(text, flush=True)
    print(f"{len(consumers) - failed} of {len(consumers)} consumers take what we write")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
