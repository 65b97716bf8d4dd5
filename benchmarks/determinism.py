"""One content for every way of running: engines, workers, chunk sizes, and kills at random moments.

    python benchmarks/determinism.py [--recipe small] [--kills 10] [--seed 1] [--json]

Each killed run is killed at a random moment, alone and without warning, and resumed until it is
complete, each time with an engine drawn anew; no process of it may be left.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

WAYS = [
    ("local", 1, 100),
    ("local", 2, 100),
    ("local", 2, 37),
    ("ray", 2, 100),
]
CHUNK_SIZE = 20
MOST_CHUNKS = 40
"""Files more than before after which a run is killed: small beside the files of a run."""


def main() -> None:
    """Run all ways and print whether they agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recipe", default="small")
    parser.add_argument("--kills", type=int, default=10, help="runs that are killed and resumed")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found: dict[str, str] = {}
    for name, content in ways(options):
        found[name] = content
        print(f"{name:24} {content}", file=sys.stderr, flush=True)
    same = len(set(found.values())) == 1
    contents = sorted(set(found.values()))
    print(json.dumps({"ways": len(found), "same": same, "contents": ",".join(contents)}))
    sys.exit(0 if same else 1)


def ways(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """The name and the content of every way of running."""
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        for way in WAYS:
            yield "-".join(map(str, way)), whole(options.recipe, Path(folder, "whole"), way)
        for number in range(options.kills):
            content, kills = killed(options.recipe, Path(folder, "killed"), rng)
            yield f"killed-{number}-{kills}-times", content


def whole(recipe: str, out: Path, way: tuple[str, int, int]) -> str:
    """The content of a run that nothing disturbs; its folder is removed."""
    run = start(recipe, out, way)
    if run.wait():
        raise RuntimeError(f"a run failed: {way}")
    return content_of(out)


def killed(recipe: str, out: Path, rng: random.Random) -> tuple[str, int]:
    """The content of a run that is killed at least once, and the number of kills."""
    kills = 0
    while True:
        last = len(chunks(out)) + rng.randint(0, MOST_CHUNKS)
        run = start(recipe, out, (rng.choice(("local", "local", "ray")), 2, CHUNK_SIZE))
        while run.poll() is None and len(chunks(out)) < last:
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 0.2))
        if run.poll() is None:
            run.kill()
            kills += 1
        if run.wait() == 0:
            break
        if run.returncode > 0:
            raise RuntimeError(f"a resumed run ended with status {run.returncode}")
        still(out)
    if not kills:
        raise RuntimeError("a run was over before it was killed: ask for a larger recipe")
    return content_of(out), kills


def chunks(out: Path) -> list[Path]:
    """The finished chunks, markers and all."""
    return sorted((out / ".callwright" / "chunks").glob("*"))


def still(out: Path) -> None:
    """Nothing is written any more once the parent is dead."""
    time.sleep(0.5)
    before = sorted(out.rglob("*"))
    time.sleep(0.3)
    if sorted(out.rglob("*")) != before:
        raise RuntimeError("something writes after its parent was killed")


def start(recipe: str, out: Path, way: tuple[str, int, int]) -> subprocess.Popen[bytes]:
    """A run as a user starts it."""
    engine, workers, size = way
    program = "from callwright.pipelines.cli import main; main()"
    command = [sys.executable, "-c", program, "run", recipe, "--engine", engine, "--quiet"]
    command += ["--workers", str(workers), "--chunk-size", str(size), "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def content_of(out: Path) -> str:
    """The content hash of a finished release, whose folder is then removed."""
    content = json.loads((out / "manifest.json").read_bytes())["content_sha256"]
    shutil.rmtree(out)
    return content


if __name__ == "__main__":
    main()
