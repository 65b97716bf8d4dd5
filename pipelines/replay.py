"""Proves every row of a release again, from the release alone.

Worlds come from its snapshots and tools from its views; no generator and no Faker is involved. A
row that fails is data and is reported; a release that was edited or cannot be read is an error.
"""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, zip_longest
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from callwright.domains.core import World
from callwright.domains.core.discovery import discover
from callwright.domains.core.lexicon import lexicon
from callwright.domains.core.view import View
from callwright.filters.base import judge_all
from callwright.filters.chain import proofs, standard
from callwright.filters.scene import Scene
from callwright.pipelines.engines.parent import die_with_parent
from callwright.pipelines.fingerprints import domain_fingerprints
from callwright.pipelines.release import Release, verify
from callwright.schemas.canonical import load
from callwright.schemas.errors import RecordError
from callwright.schemas.rows import RL_COLUMNS, from_row, migrate, to_rows
from callwright.schemas.seeds import SeedPath

Row = dict[str, Any]
Pair = tuple[Row, Row]
Arguments = tuple[str, tuple[str, ...], bool]
"""Folder, domain paths, audit: what a prover is made of."""
BATCH = 100


@dataclass(frozen=True)
class Failure:
    """One row that could not be proved."""

    id: str
    reason: str
    """Reason code, e.g. `replay.result_differs`."""
    evidence: str


@dataclass
class Report:
    """What a replay found."""

    proved: int = 0
    failures: list[Failure] = field(default_factory=list[Failure])

    @property
    def total(self) -> int:
        """Rows looked at."""
        return self.proved + len(self.failures)


def replay(
    folder: Path,
    *,
    limit: int | None = None,
    workers: int = 1,
    domain_paths: Iterable[str] = (),
    audit: bool = False,
) -> Iterator[Report]:
    """Prove the rows of the release in `folder`; yields the same report after every batch.

    Raises:
        RecordError: the manifest was edited, or a version is unknown.
        OutputError: there is no release, or a file of it was edited or damaged.
    """
    verify(folder)
    report = Report()
    batches = _batches(islice(_pairs(Release(folder)), limit))
    arguments = str(folder.resolve()), tuple(domain_paths), audit
    for results in _judged(batches, arguments, workers):
        for failure in results:
            report.proved += failure is None
            report.failures += [failure] if failure else []
        yield report


def changed_domains(folder: Path, domain_paths: Iterable[str] = ()) -> list[str]:
    """Domains of a release that are no longer as they were when it was made, sorted."""
    made = Release(folder).manifest.domains
    now = domain_fingerprints(discover(domain_paths))
    return sorted(name for name, mark in made.items() if now.get(name, mark) != mark)


def _judged(
    batches: Iterator[list[Pair]], arguments: Arguments, workers: int
) -> Iterator[list[Failure | None]]:
    if workers == 1:
        prover = Prover(*arguments)
        yield from (prover.batch(pairs) for pairs in batches)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, die_with_parent, (os.getpid(),)) as pool:
        while wave := list(islice(batches, workers * 4)):
            yield from pool.map(_batch, wave, [arguments] * len(wave))


def _batch(pairs: list[Pair], arguments: Arguments) -> list[Failure | None]:
    return _prover(*arguments).batch(pairs)


@cache
def _prover(folder: str, domain_paths: tuple[str, ...], audit: bool) -> "Prover":
    """One prover per worker process."""
    return Prover(folder, domain_paths, audit)


def _pairs(release: Release) -> Iterator[Pair]:
    """Every `sft` row with its `rl` row: both configs hold the same ids in the same order."""
    for sft, rl in zip_longest(release.rows("sft"), release.rows("rl")):
        if sft is None or rl is None or sft["id"] != rl["id"]:
            row_id = (sft or rl or {}).get("id")
            raise RecordError(f"row {row_id} stands in only one of the configs sft and rl")
        yield sft, rl


def _batches(pairs: Iterator[Pair]) -> Iterator[list[Pair]]:
    while batch := list(islice(pairs, BATCH)):
        yield batch


class Prover:
    """Proves rows against the worlds and views of one release."""

    def __init__(
        self, folder: str, domain_paths: tuple[str, ...] = (), audit: bool = False
    ) -> None:
        release = Release(Path(folder))
        self.snapshots = {row["id"]: load(row["snapshot"]) for row in release.rows("worlds")}
        self.views = {row["id"]: _view(row) for row in release.rows("views")}
        named = {
            name for snapshot in self.snapshots.values() for name in snapshot.get("states", ())
        }
        found = discover(domain_paths)
        self.domains = {name: found[name] for name in sorted(named & found.keys())}
        self.worlds: dict[str, World] = {}
        self.words = lexicon(self.domains.values()).words
        self.filters = standard(self.domains, None) if audit else proofs(self.domains)

    def batch(self, pairs: list[Pair]) -> list[Failure | None]:
        """For each pair why it fails, or None."""
        return [self.prove(*pair) for pair in pairs]

    def prove(self, sft: Row, rl: Row) -> Failure | None:
        """Why the row fails, or None."""
        trajectory = from_row(sft)
        task = trajectory.task
        if SeedPath(trajectory.provenance.seed_path).digest() != task.id:
            return Failure(task.id, "row.id", "the id is not the digest of the seed path")
        if to_rows(trajectory)[1] != migrate(rl, RL_COLUMNS):
            return Failure(task.id, "row.rl_differs", "the rl row is not that of the sft row")
        self.world(task.world)
        scene = Scene.of(task, self.worlds, self.views, self.words)
        last = judge_all(self.filters, trajectory, scene)[-1]
        return None if last.keep else Failure(task.id, last.reason, last.evidence)

    def world(self, digest: str) -> World:
        """The world of a digest, built once; `RecordError` when it is not what it says."""
        if digest not in self.worlds:
            if digest not in self.snapshots:
                raise RecordError(f"the release has no snapshot of world {digest}")
            world = World.load(self.snapshots[digest], self.domains)
            if world.digest() != digest:
                raise RecordError(f"the snapshot of world {digest} is of another world")
            self.worlds[digest] = world
        return self.worlds[digest]


def _view(row: Row) -> View:
    view = View.model_validate_json(row["view"])
    if view.digest() != row["id"]:
        raise RecordError(f"the view {row['id']} of {row['tool']} is another view")
    return view
