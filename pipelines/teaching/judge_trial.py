"""How far a judge can be trusted: conversations with a known flaw, and pairs without any.

Each row of a seeded sample becomes one pair: its conversation with a flaw in it beside the one that
stands in the release, or the same conversation twice. What the judge should say is known then; how
far it does is counted in `judge_figures`.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from callwright.generators.judging import (
    ASPECTS,
    Aspect,
    Finding,
    Opinion,
    Said,
    Unread,
    flawed,
    flaws,
)
from callwright.generators.judging import said_in as said
from callwright.generators.settings import JudgeModel
from callwright.pipelines.release import open_release
from callwright.pipelines.teaching.flights import Work, in_order
from callwright.pipelines.teaching.judging import Judge
from callwright.schemas.completions import Teacher, TeacherFailure
from callwright.schemas.rows import from_row
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Trajectory

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

    @property
    def truth(self) -> dict[Aspect, Finding]:
        """Aspect -> what is right: worse in that of the flaw, the same in all others."""
        return {aspect: "worse" if aspect == self.aspect else "same" for aspect in ASPECTS}


@dataclass(frozen=True)
class Trial:
    """What the judge said of a case, in one run."""

    case: Case
    opinion: Opinion | None
    """None where it said nothing that could be read."""
    failure: str = ""
    """Class of the failure where its endpoint gave no reply."""

    @property
    def agrees(self) -> bool:
        """Whether it found the flaw in its aspect, or all three the same where nothing differs.

        Of equal conversations, an aspect in which the orderings disagree is no agreement.
        """
        if self.opinion is None:
            return False
        if self.case.aspect is None:
            return self.opinion.found("same") == ASPECTS
        return self.case.aspect in self.opinion.found("worse")

    def drops(self, worse_in: int) -> bool:
        """Whether a recipe with this `worse_in` would drop the candidate."""
        return self.opinion is not None and self.opinion.drops(worse_in)


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
    teacher: Teacher,
    model: JudgeModel,
    found: Sequence[Case],
    seed: int,
    *,
    repeat: int = 1,
    concurrency: int = 32,
) -> list[Trial]:
    """What a judge says of cases, in their order, each asked about `repeat` times in a row.

    Runs differ in the seeds of their requests; the first one's are the same for every `repeat`.
    `concurrency` comparisons are on their way at once.
    """
    judge, root = Judge(teacher, model), SeedPath.root(NAMESPACE, seed)
    works: list[Work[Trial]] = [
        partial(_tried, judge, case, _path(root, case, run))
        for case in found
        for run in range(repeat)
    ]
    async with aclosing(in_order(works, concurrency)) as coming:
        return [trial async for trial in coming]


def _path(root: SeedPath, case: Case, run: int) -> SeedPath:
    path = root.at(case.id, case.kind)
    return path.at("run", run) if run else path


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
