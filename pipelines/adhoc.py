"""Ad hoc generation: a few proved rows of one cell, in process, without a recipe or a folder."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from callwright.generators.settings import Cell, Settings
from callwright.pipelines.factory import REAL, Catalogue, FilterSettings, Job, toolkit_module
from callwright.pipelines.files import disk_errors, write_whole
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.produce import make
from callwright.pipelines.recipe import check_domain, check_reach
from callwright.pipelines.wording import need
from callwright.schemas.canonical import dump
from callwright.schemas.errors import OutputError, RecipeError
from callwright.schemas.rows import to_rows
from callwright.schemas.task import Trajectory

Json = Any
NAMESPACE = "adhoc"
SPLITS = ("train", "test")
FILTERS = FilterSettings(near_duplicate=0.8, skeleton_cap=1.0, audit_operators=5)
WORLDS = {"train": 6, "test": 3}
SUFFIXES = (".jsonl", ".parquet")
MOST_TRIES = 60
"""Candidates tried per row asked for, with as many again as a start."""


@dataclass(frozen=True)
class Request:
    """What is asked for."""

    domain: str
    skill: str
    count: int
    seed: int
    split: str = "train"
    domain_paths: tuple[str, ...] = ()
    toolkit: str = REAL


def generate(request: Request) -> list[Trajectory]:
    """The first `count` proved rows of the cell, in the order of their candidates.

    Raises:
        RecipeError: a name is unknown, the count is not positive, or the cell cannot be served.
    """
    module = toolkit_module(request.toolkit)
    check(request, module.catalogue(request.domain_paths))
    settings = {"namespace": NAMESPACE, "seed": request.seed, "worlds": WORLDS}
    job = Job(
        toolkit=request.toolkit,
        settings=Settings.model_validate(settings),
        filters=FILTERS,
        domain_paths=request.domain_paths,
        work="",
    )
    toolkit, index = module.open_toolkit(job), module.open_index(job)
    cell = Cell.model_validate(
        {"skill": request.skill, "domain": request.domain, "split": request.split}
    )
    funnel, found = Funnel(), list[Trajectory]()
    for number in range(MOST_TRIES * (request.count + 1)):
        family = make(toolkit, cell, number, funnel)
        signs = [(toolkit.sign(member), member.task.family_id) for member in family]
        if any(index.clash(*sign) for sign in signs):
            continue
        for sign in signs:
            index.add(*sign)
        found += [m for m in family if m.task.skill == cell.skill]
        if len(found) >= request.count:
            return found[: request.count]
    raise RecipeError(_unserved(request, len(found), number + 1, funnel))


def check(request: Request, catalogue: Catalogue) -> None:
    """`RecipeError` for a request that no cell answers."""
    if request.count < 1:
        raise RecipeError(f"--count is {request.count}; it must be 1 or more")
    if request.seed < 0:
        raise RecipeError(f"--seed is {request.seed}; it must be 0 or more")
    need("--split", request.split, SPLITS)
    need("--skill", request.skill, catalogue.skills)
    check_domain("--domain", request.domain, catalogue, {})
    check_reach("--skill", request.skill, catalogue, request.domain)


def _unserved(request: Request, found: int, tried: int, funnel: Funnel) -> str:
    reasons = Counter(funnel.dropped()).most_common(4)
    why = ", ".join(f"{reason} {count}" for reason, count in reasons)
    return (
        f"domain {request.domain} cannot serve {request.count} rows of skill {request.skill}: "
        f"{found} came of {tried} candidates ({why or 'each was like an earlier one'}); "
        "ask for fewer, or for another skill or domain"
    )


def write_rows(path: Path, trajectories: Sequence[Trajectory]) -> None:
    """Write the `sft` rows to a .jsonl or .parquet file; `OutputError` for any other name."""
    check_out(path)
    rows = [to_rows(trajectory)[0] for trajectory in trajectories]
    with disk_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".jsonl":
        write_whole(path, "".join(dump(row) + "\n" for row in rows).encode())
    else:
        write_whole(path, _parquet(rows))


def check_out(path: Path) -> None:
    """`OutputError` when `path` is no name for a file of rows."""
    if path.suffix not in SUFFIXES:
        raise OutputError(f"--out {path} must end in {' or '.join(SUFFIXES)}")
    if path.is_dir():
        raise OutputError(f"--out {path} is a folder; name a file")


def _parquet(rows: list[dict[str, Json]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from callwright.pipelines.shards import shard_schema

    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(rows, schema=shard_schema("sft")), sink, compression="zstd")
    return sink.getvalue().to_pybytes()
