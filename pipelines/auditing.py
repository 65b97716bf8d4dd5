"""The audit of a release: every attack and every fair variant over its rows, counted.

An attack whose mutant earns 1 is a hole in the checks; a variant that earns less than it must is an
injustice. Both are data in the report, with the first rows in which they were seen.
"""

import importlib.util
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from callwright.filters.audit import (
    Operator,
    VariantMaker,
    all_operators,
    all_variants,
    audit,
    fair,
)
from callwright.filters.scene import Scene
from callwright.pipelines.engines.parent import die_with_parent
from callwright.pipelines.release import Release, verify
from callwright.pipelines.replay import Prover
from callwright.schemas.errors import CallwrightError
from callwright.schemas.rows import Row, from_row
from callwright.schemas.seeds import SeedPath

BATCH = 200
MOST_SHOWN = 5
"""Rows named for each operator that let a mutant through."""


@dataclass
class AuditCounts:
    """What was tried and what came of it; merges in any order."""

    rows: int = 0
    tried: Counter[str] = field(default_factory=Counter[str])
    killed: Counter[str] = field(default_factory=Counter[str])
    variants: Counter[str] = field(default_factory=Counter[str])
    rejected: Counter[str] = field(default_factory=Counter[str])
    survivors: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Operator or kind of variant -> ids of the first rows where it went wrong."""

    def merge(self, other: "AuditCounts") -> None:
        """Add another count."""
        self.rows += other.rows
        for name in ("tried", "killed", "variants", "rejected"):
            getattr(self, name).update(getattr(other, name))
        for name, ids in other.survivors.items():
            known = self.survivors.setdefault(name, [])
            known += ids[: MOST_SHOWN - len(known)]

    def note(self, name: str, row: str) -> None:
        """Remember a row in which `name` went wrong."""
        known = self.survivors.setdefault(name, [])
        if len(known) < MOST_SHOWN:
            known.append(row)


def audit_release(
    folder: Path,
    *,
    limit: int | None = None,
    workers: int = 1,
    plug_ins: tuple[Path, ...] = (),
    domain_paths: tuple[str, ...] = (),
) -> Iterator[AuditCounts]:
    """Audit the rows of the release in `folder`; yields the same counts after every batch.

    Args:
        folder: of a finished release.
        limit: rows at most.
        workers: processes.
        plug_ins: Python files of the user with further `OPERATORS` or `VARIANTS`.
        domain_paths: folders with further domains.

    Raises:
        OutputError, RecordError: the release is none, or was edited.
        CallwrightError: a plug-in exports neither of the two.
    """
    verify(folder)
    loaded(plug_ins)
    rows = islice(Release(folder).rows("sft"), limit)
    arguments = str(folder.resolve()), domain_paths, plug_ins
    total = AuditCounts()
    for counts in _counted(rows, arguments, workers):
        total.merge(counts)
        yield total


Arguments = tuple[str, tuple[str, ...], tuple[Path, ...]]


def _counted(rows: Iterator[Row], arguments: Arguments, workers: int) -> Iterator[AuditCounts]:
    batches = iter(lambda: list(islice(rows, BATCH)), [])
    if workers == 1:
        yield from (_batch(batch, arguments) for batch in batches)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, die_with_parent, (os.getpid(),)) as pool:
        while wave := list(islice(batches, workers * 2)):
            yield from pool.map(_batch, wave, [arguments] * len(wave))


def _batch(rows: list[Row], arguments: Arguments) -> AuditCounts:
    auditor, counts = _auditor(*arguments), AuditCounts()
    for row in rows:
        auditor.row(row, counts)
    return counts


@cache
def _auditor(folder: str, domain_paths: tuple[str, ...], plug_ins: tuple[Path, ...]) -> "Auditor":
    """One auditor per worker process."""
    return Auditor(folder, domain_paths, plug_ins)


class Auditor(Prover):
    """Attacks rows in the worlds of one release."""

    def __init__(
        self, folder: str, domain_paths: tuple[str, ...], plug_ins: tuple[Path, ...]
    ) -> None:
        super().__init__(folder, domain_paths)
        self.operators, self.makers = loaded(plug_ins)

    def row(self, sft: Row, counts: AuditCounts) -> None:
        """Attack one row, and try its fair variants."""
        trajectory = from_row(sft)
        self.world(trajectory.task.world)
        scene = Scene.of(trajectory.task, self.worlds, self.views, self.words)
        rng = SeedPath(trajectory.provenance.seed_path).rng("audit/all")
        report = audit(trajectory, scene, rng, None, self.operators)
        justice = fair(trajectory, scene, rng, self.makers)
        counts.rows += 1
        counts.tried.update(report.tried)
        counts.killed.update(report.killed)
        counts.variants.update(justice.tried)
        counts.rejected.update(justice.rejected)
        for name in (*report.survivors, *justice.rejected):
            counts.note(name, trajectory.task.id)


def loaded(plug_ins: tuple[Path, ...]) -> tuple[Mapping[str, Operator], Mapping[str, VariantMaker]]:
    """All operators and variants: those of this package, and those of the user's own files."""
    operators, makers = dict(all_operators()), dict(all_variants())
    for path in plug_ins:
        module = _imported(path)
        mine = tuple(getattr(module, "OPERATORS", ()))
        fair_ones = tuple(getattr(module, "VARIANTS", ()))
        if not mine and not fair_ones:
            raise CallwrightError(f"{path} exports neither OPERATORS = (...) nor VARIANTS = (...)")
        operators |= {one.__name__: one for one in mine}
        makers |= {one.__name__: one for one in fair_ones}
    return operators, makers


def _imported(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"callwright_audit_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise CallwrightError(f"{path} is no Python file that can be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
