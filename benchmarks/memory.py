"""Peak memory of the driver over the number of rows: how far a run can grow.

    python benchmarks/memory.py [--rows 10000 100000] [--release] [--json]

The driver's part of a run is done over made-up chunks: real rows of a few families, each copy with
an id and words of its own. Measured are reading chunks, the index, quotas and the list of accepted
rows, and with `--release` also the writing of the release. The bar is 1.5 KiB a row.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BAR = 1536
CHUNK = 500
TEMPLATES = 40
WORDS = [f"word{number}" for number in range(4000)]


def main() -> None:
    """Measure each size in a process of its own and print the growth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs=2, default=[10_000, 100_000])
    parser.add_argument("--release", action="store_true", help="write the release too")
    parser.add_argument("--json", action="store_true", help="the last line is JSON in any case")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        print(drive(options.one, options.release))
        return
    few, many = options.rows
    peaks = {rows: peak(rows, options.release) for rows in (few, many)}
    growth = (peaks[many] - peaks[few]) / (many - few)
    result: dict[str, Any] = {f"peak_bytes_at_{rows}": value for rows, value in peaks.items()}
    result |= {"bytes_per_row": round(growth), "bar": BAR, "holds": growth < BAR}
    print(json.dumps(result | {"with_release": options.release}))


def peak(rows: int, release: bool) -> int:
    """Peak resident bytes of a driver that accepts `rows` rows."""
    command = [sys.executable, __file__, "--one", str(rows), *(["--release"] if release else [])]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return int(done.stdout.splitlines()[-1])


def drive(rows: int, release: bool) -> int:
    """Accept `rows` made-up rows, as a run would; the peak resident bytes of this process."""
    from callwright.generators.settings import Cell, Settings
    from callwright.pipelines.acceptance import Acceptance
    from callwright.pipelines.chunks import ChunkSpec, Part
    from callwright.pipelines.factory import FilterSettings, Job
    from callwright.pipelines.quotas import Quotas
    from callwright.pipelines.toolkit import open_index

    cell = Cell(skill="single", domain="travel", split="train")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder, ".callwright")
        filters = FilterSettings(near_duplicate=0.8, skeleton_cap=0.015, audit_operators=5)
        settings = Settings(namespace="memory", seed=1, worlds={"train": 2, "test": 1})
        job = Job(settings=settings, filters=filters, work=str(work))
        for name in ("chunks", "worlds", "views"):
            (work / name).mkdir(parents=True)
        quotas = Quotas(dict.fromkeys([cell], rows), {"single": ()})
        acceptance = Acceptance(work, quotas, open_index(job), rows)
        firsts = range(0, rows, CHUNK)
        parts = (Part(cell=cell, first=n, last=min(n + CHUNK, rows)) for n in firsts)
        specs = [ChunkSpec(job=job, round=0, number=n, parts=(p,)) for n, p in enumerate(parts)]
        in_another_process(specs)
        for spec in specs:
            take(acceptance, spec)
        if not quotas.complete:
            raise RuntimeError(f"only {len(acceptance.accepted)} of {rows} rows were accepted")
        if release:
            write(Path(folder), acceptance)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def take(acceptance: Any, spec: Any) -> None:
    """Accept a finished chunk."""
    from callwright.pipelines.chunks import finished

    summary = finished(spec)
    if summary is None:
        raise RuntimeError(f"{spec.marker} was not made")
    acceptance.take(spec, summary)


def write(folder: Path, acceptance: Any) -> None:
    """Write the release of what was accepted."""
    from callwright.pipelines.release import Facts, write_release

    facts = Facts(
        name="memory",
        recipe="",
        namespace="memory",
        seed=1,
        teacher="scripted",
        domains={},
        funnel=acceptance.counts(1),
    )
    write_release(folder, acceptance.accepted.release_rows(), facts)


# -- made-up chunks, in a process whose memory does not count ---------------------------------
def in_another_process(specs: list[Any]) -> None:
    """Make the chunks in a worker, as the local engine would."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(make_up, [spec.model_dump_json() for spec in specs]).result()


def make_up(orders: list[str]) -> None:
    """Make every chunk of single-member families from a few real ones."""
    from callwright.pipelines.chunks import PART, ChunkSpec, save
    from callwright.pipelines.produce import chunk_row, keep
    from callwright.pipelines.stores import VIEWS, WORLDS, writer
    from callwright.pipelines.toolkit import open_toolkit

    first = ChunkSpec.model_validate_json(orders[0])
    toolkit = open_toolkit(first.job)
    worlds, views = (writer(Path(first.job.work, name)) for name in (WORLDS, VIEWS))
    templates = list(real(toolkit, first.parts[0].cell))
    for template in templates:
        keep(toolkit, worlds, views, template)
    worlds.flush()
    views.flush()
    for order in orders:
        spec = ChunkSpec.model_validate_json(order)
        part = spec.parts[0]
        copies = (copy(templates[n % TEMPLATES], n) for n in range(part.first, part.last))
        save(spec, [{PART: 0, **chunk_row(toolkit, made)} for made in copies], ((),))


def real(toolkit: Any, cell: Any) -> Iterator[Any]:
    """Some real rows of the cell."""
    from callwright.pipelines.funnel import Funnel
    from callwright.pipelines.produce import make

    found = number = 0
    while found < TEMPLATES:
        for member in make(toolkit, cell, number, Funnel()):
            found += 1
            yield member
        number += 1


def copy(template: Any, number: int) -> Any:
    """The row with another id and some words more, so that it is no duplicate."""
    from callwright.schemas.canonical import digest

    rng = random.Random(number)
    more = " ".join(rng.choices(WORDS, k=rng.randint(12, 30)))
    task = template.task
    turn = task.turns[0].model_copy(update={"text": f"{task.turns[0].text} {more}"})
    name = digest(number, 24)
    said = template.messages[1].model_copy(update={"content": turn.text})
    changed = {"id": name, "family_id": name, "turns": (turn, *task.turns[1:])}
    messages = (template.messages[0], said, *template.messages[2:])
    return template.model_copy(
        update={"task": task.model_copy(update=changed), "messages": messages}
    )


if __name__ == "__main__":
    main()
