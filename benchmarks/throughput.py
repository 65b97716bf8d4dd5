"""Accepted rows a second of a whole run, with all filters on and the release written.

    python benchmarks/throughput.py [--recipe assistant] [--engine local] [--workers 2] [--json]

The time is that of the whole command, start of the program included. `ratio` is accepted rows per
million rounds of the plain loop in `reference.py`, run on one core before and after.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from reference import reference_rate

PROGRAM = """
import json, sys
from pathlib import Path
from callwright.pipelines.progress import open_progress
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.run import Options, run

recipe, engine, workers, out = sys.argv[1:]
made = run(find_recipe(recipe), Options(Path(out), engine, int(workers)), open_progress(False))
print(json.dumps({
    "accepted_rows": sum(made.manifest.counts["sft"].values()),
    "rounds": made.manifest.funnel["rounds"],
    "candidates": made.manifest.funnel["stages"][0]["entered"],
    "production_seconds": made.production_seconds,
    "release_seconds": made.release_seconds,
    "content_sha256": made.manifest.content_sha256,
}))
"""


def main() -> None:
    """Measure and print."""
    options = arguments()
    before = reference_rate()
    started = perf_counter()
    made = whole_run(options)
    seconds = perf_counter() - started
    loop = (before + reference_rate()) / 2
    result = rates(made, seconds, loop) | {
        "recipe": options.recipe,
        "engine": options.engine,
        "workers": options.workers,
    }
    if not options.json:
        for name, value in result.items():
            print(f"{name:30} {value}", file=sys.stderr)
    print(json.dumps(result))


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recipe", default="assistant")
    parser.add_argument("--engine", default="local")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="print the last line only")
    return parser.parse_args()


def whole_run(options: argparse.Namespace) -> dict[str, Any]:
    """One run in a process of its own, into a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", PROGRAM, options.recipe, options.engine]
        command += [str(options.workers), str(Path(folder, "out"))]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def rates(made: dict[str, Any], seconds: float, loop: float) -> dict[str, Any]:
    """Rates of a run that took `seconds`, beside `loop` rounds a second of the plain loop."""
    rows = made["accepted_rows"]
    return {
        "accepted_rows_per_second": round(rows / seconds, 1),
        "production_rows_per_second": round(rows / made["production_seconds"], 1),
        "ratio": round(rows / seconds / loop * 1e6, 1),
        "reference_rounds_per_second": round(loop),
        "whole_seconds": round(seconds, 2),
        **{name: round(v, 2) if isinstance(v, float) else v for name, v in made.items()},
    }


if __name__ == "__main__":
    main()
