"""How far a judge can be trusted: conversations with a known flaw, and pairs without any.

Each row of a seeded sample becomes one pair: its conversation with a flaw in it beside the one that
stands in the release, or the same conversation twice. What the judge should say is known then, and
its agreement with that is counted by kind of flaw.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from callwright.generators.judging import ASPECTS, Aspect, Opinion, Said, Unread, flawed, flaws
from callwright.generators.judging import said_in as said
from callwright.generators.settings import JudgeModel
from callwright.pipelines.release import open_release
from callwright.pipelines.scoring.intervals import rate
from callwright.pipelines.teaching.flights import Work, in_order
from callwright.pipelines.teaching.judging import Judge
from callwright.schemas.completions import Teacher, TeacherFailure
from callwright.schemas.rows import from_row
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Trajectory

Json = Any
NAMESPACE: Final = "judge"
EQUAL: Final = "equal"
"""The kind of pairs without a flaw: one conversation beside itself."""


@dataclass(frozen=True)
class Case:
    """A pair of which one knows what a judge should say."""

    id: str
    """Of the row."""
    kind: str
    """The flaw, or `EQUAL`."""
    aspect: Aspect | None
    """In which the candidate is worse; None where it is the reference itself."""
    candidate: Said
    reference: Said


@dataclass(frozen=True)
class Trial:
    """What the judge said of a case."""

    case: Case
    opinion: Opinion | None
    """None where it said nothing that could be read."""
    failure: str = ""
    """Class of the failure where its endpoint gave no reply."""

    @property
    def agrees(self) -> bool:
        """Whether it found the flaw in its aspect, or nothing where there is nothing."""
        if self.opinion is None:
            return False
        if self.case.aspect is None:
            return not self.opinion.found("worse") and not self.opinion.found("better")
        return self.case.aspect in self.opinion.found("worse")

    @property
    def drops(self) -> bool:
        """Whether a recipe with `worse_in: 1` would drop the candidate."""
        return self.opinion is not None and self.opinion.drops(1)


def cases(dataset: Path, count: int, seed: int) -> list[Case]:
    """So many cases from the `sft` rows of a release, by a seeded draw; kinds take turns.

    `OutputError` where there is no release, `PhraseError` for a language without flaws.
    """
    rng, release = Random(f"{NAMESPACE}/{seed}"), open_release(dataset)
    total = sum(release.manifest.counts["sft"].values())
    drawn = rng.sample(range(total), min(count, total))
    wanted = set(drawn)
    rows = {n: from_row(row) for n, row in enumerate(release.rows("sft")) if n in wanted}
    return list(_cases([rows[number] for number in drawn], rng))


def _cases(rows: Sequence[Trajectory], rng: Random) -> Iterator[Case]:
    for number, row in enumerate(rows):
        known, reference = flaws(row.task.language), said(row)
        kinds = [*known, EQUAL]
        turn = number % len(kinds)
        # A conversation that cannot carry a flaw takes the next one; at the end it stays as it is.
        for kind in (*kinds[turn:], *kinds[:turn]):
            if kind == EQUAL:
                yield Case(row.task.id, EQUAL, None, reference, reference)
                break
            candidate = flawed(reference, known[kind], rng)
            if candidate is not None:
                yield Case(row.task.id, kind, known[kind].aspect, candidate, reference)
                break


async def tried(
    teacher: Teacher, model: JudgeModel, found: Sequence[Case], seed: int, concurrency: int = 32
) -> list[Trial]:
    """What a judge says of cases, in their order, so many of them on their way at once."""
    judge, root = Judge(teacher, model), SeedPath.root(NAMESPACE, seed)
    works: list[Work[Trial]] = [
        partial(_tried, judge, case, root.at(case.id, case.kind)) for case in found
    ]
    async with aclosing(in_order(works, concurrency)) as coming:
        return [trial async for trial in coming]


async def _tried(judge: Judge, case: Case, path: SeedPath, gate: asyncio.Semaphore) -> Trial:
    async with gate:
        try:
            return Trial(
                case, await judge.compared(case.candidate, case.reference, path, Counter())
            )
        except Unread:
            return Trial(case, None)
        except TeacherFailure as failure:
            return Trial(case, None, failure.kind)


def report(trials: Sequence[Trial]) -> dict[str, Json]:
    """The figures, as JSON data; rates as `scoring.intervals.Estimate.data` gives them.

    `agreement`: of all cases, and by kind. `flaws_found`, `false_alarms`: cases with a flaw, and
    pairs without one, that a recipe with `worse_in: 1` would drop. `consistent`: findings that both
    orderings share. Cases without a reply are in `failures` alone.
    """
    answered = [trial for trial in trials if not trial.failure]
    kinds = sorted({trial.case.kind for trial in answered})
    equal = [trial for trial in answered if trial.case.kind == EQUAL]
    flawed_ones = [trial for trial in answered if trial.case.kind != EQUAL]
    return {
        "cases": len(trials),
        "agreement": _rate(trial.agrees for trial in answered),
        "flaws_found": _rate(trial.drops for trial in flawed_ones),
        "false_alarms": _rate(trial.drops for trial in equal),
        "consistent": _rate(
            trial.opinion.findings[aspect] != "inconsistent"
            for trial in answered
            if trial.opinion is not None
            for aspect in ASPECTS
        ),
        "readable": _rate(trial.opinion is not None for trial in answered),
        "kinds": {
            kind: {
                "aspect": next(t.case.aspect for t in answered if t.case.kind == kind),
                "agreement": _rate(t.agrees for t in answered if t.case.kind == kind),
            }
            for kind in kinds
        },
        "failures": dict(sorted(Counter(t.failure for t in trials if t.failure).items())),
    }


def _rate(truths: Iterator[bool]) -> dict[str, Json]:
    return rate([float(truth) for truth in truths]).data()
