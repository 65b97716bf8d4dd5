"""A judge looks at rows that every check accepted, and may drop them; it admits nothing.

Each row is compared with the script's row of the same task, in two orderings. A row without a
verdict, since no reply could be read or an endpoint refuses the question, is kept and counted.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from callwright.generators.judging import (
    Answer,
    JudgeSettings,
    Opinion,
    Said,
    Unread,
    again,
    question,
    read,
    reconciled,
    said_in,
)
from callwright.generators.settings import JudgeModel
from callwright.pipelines.factory import Failed, Taught
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.produce import Family
from callwright.pipelines.teaching.lasting import LASTING, failure_of
from callwright.schemas.completions import Teacher, TeacherFailure
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Trajectory, Verdict

STAGE: Final = "judge"
"""Stage of the funnel, and part of the seed paths of its requests."""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of one row."""

    opinion: Opinion | None = None
    """None: it was not judged."""
    why: str = ""
    """Why not: `same_words` as the script's, `unreadable` replies, or `unjudged.<failure>`."""
    failure: TeacherFailure | None = None
    """One that a later try may end."""


class Judge:
    """Asks a model about pairs of conversations.

    Args:
        teacher: the model.
        model: how it is asked, and when a row falls.
    """

    def __init__(self, teacher: Teacher, model: JudgeModel) -> None:
        self._teacher, self._model = teacher, model
        self._settings = JudgeSettings(
            model=model.name, temperature=model.temperature, max_tokens=model.max_tokens
        )

    async def compared(
        self, candidate: Said, reference: Said, path: SeedPath, counts: Counter[str]
    ) -> Opinion:
        """What the judge finds of a candidate beside a reference, shown both ways round.

        Args:
            candidate: what is judged.
            reference: what it is compared with.
            path: of the seeds of the requests.
            counts: takes `requests` and `replies.unreadable`.

        Raises:
            TeacherFailure: an ordering got no reply.
            Unread: an ordering got no reply that could be read.
        """
        pairs = ((candidate, reference), (reference, candidate))
        asked = (self._answer(pair, path.at(number), counts) for number, pair in enumerate(pairs))
        forward, backward = await asyncio.gather(*asked, return_exceptions=True)
        if isinstance(forward, Answer) and isinstance(backward, Answer):
            return reconciled(forward, backward)
        raise _gravest([one for one in (forward, backward) if isinstance(one, BaseException)])

    async def _answer(
        self, pair: tuple[Said, Said], path: SeedPath, counts: Counter[str]
    ) -> Answer:
        request = question(*pair, self._settings, _seed(path, 0))
        for attempt in range(1, self._model.retries + 2):
            counts["requests"] += 1
            reply = await self._teacher.complete(request)
            try:
                return read(reply)
            except Unread:
                counts["replies.unreadable"] += 1
            request = again(request, reply.text or "", _seed(path, attempt))
        raise Unread(f"{self._model.retries + 1} replies could not be read")

    # -- families --------------------------------------------------------------------------
    async def sift(
        self, script: Family, taught: Taught, gate: asyncio.Semaphore, funnel: Funnel
    ) -> Taught:
        """The family as a lane left it, or nothing once one of its rows is worse than the script's.

        Args:
            script: the family in the words of the phrase packs, in the same order.
            taught: what the lane gave; without rows it stays as it is, and nothing is asked.
            gate: takes a place for every row.
            funnel: counts.
        """
        if not taught.family:
            return taught
        counts: Counter[str] = Counter()
        pairs = list(zip(taught.family, script, strict=True))
        found = await asyncio.gather(*(self._row(*pair, gate, counts) for pair in pairs))
        for one in found:
            counts.update(self._counted(one))
        funnel.tally(STAGE, counts)
        failed = _failures(taught.family, found)
        if failed:
            funnel.count(STAGE, f"{STAGE}.failed.{failed[0].kind}")
            return Taught(failed=failed)
        reason = next((f"{STAGE}.{a}" for one in found for a in self._worse(one)), "")
        funnel.count(STAGE, reason)
        rows = tuple(_sealed(*pair) for pair in zip(taught.family, found, strict=True))
        return Taught() if reason else Taught(rows, pairs=taught.pairs)

    async def _row(
        self, row: Trajectory, script: Trajectory, gate: asyncio.Semaphore, counts: Counter[str]
    ) -> Found:
        candidate, reference = said_in(row), said_in(script)
        if candidate == reference:
            return Found(why="same_words")
        path = SeedPath(row.provenance.seed_path).at(STAGE)
        try:
            async with gate:
                return Found(await self.compared(candidate, reference, path, counts))
        except Unread:
            return Found(why="unreadable")
        except TeacherFailure as failure:
            if failure.kind in LASTING:
                return Found(why=f"unjudged.{failure.kind}")
            return Found(failure=failure)

    def _worse(self, one: Found) -> Sequence[str]:
        """The aspects for which a row falls; none for one that stays."""
        drops = one.opinion is not None and one.opinion.drops(self._model.worse_in)
        return one.opinion.found("worse") if one.opinion is not None and drops else ()

    def _counted(self, one: Found) -> Counter[str]:
        if one.opinion is None:
            return Counter([f"rows.{one.why}"] if one.why else ())
        worse = self._worse(one)
        return Counter(
            [
                "rows.judged",
                *(f"{aspect}.{finding}" for aspect, finding in one.opinion.findings.items()),
                *(["rows.dropped"] if worse else ()),
                *(f"dropped.{aspect}" for aspect in worse),
            ]
        )


def _seed(path: SeedPath, attempt: int) -> int:
    return int(path.at(attempt).digest(15), 16)


def _gravest(errors: Sequence[BaseException]) -> BaseException:
    """What is to be told of several: a bug or a wrong connection, then a failure."""
    return min(errors, key=lambda one: (isinstance(one, Unread), isinstance(one, TeacherFailure)))


def _failures(rows: Family, found: Sequence[Found]) -> tuple[Failed, ...]:
    return tuple(
        failure_of(row, one.failure.kind, one.failure.attempts, who="judge")
        for row, one in zip(rows, found, strict=True)
        if one.failure is not None
    )


def _sealed(row: Trajectory, one: Found) -> Trajectory:
    """The row with what was found of it; nothing that a model wrote goes into it."""
    if one.opinion is None:
        return row
    told = ", ".join(f"{aspect} {finding}" for aspect, finding in one.opinion.findings.items())
    verdict = Verdict(filter=STAGE, keep=True, evidence=told)
    return row.model_copy(update={"verdicts": (*row.verdicts, verdict)})
