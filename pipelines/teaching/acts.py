"""The teacher acts: rollouts of tasks, judged by the checks, and what becomes of every task.

Each task ends accepted, rejected with a reason, or failed with a class and the number of attempts;
none is lost. What a run gives depends on the tasks, the seeds and the replies, and not on how many
rollouts are on their way at once.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Literal

from pydantic import Field

from callwright.generators.rollout import Player
from callwright.pipelines.teaching.accepting import Accepter, Candidate
from callwright.pipelines.teaching.attempts import HIGHEST, LOWEST, Attempt, PassStats
from callwright.pipelines.teaching.flights import attempts_at, in_order
from callwright.pipelines.teaching.preference import preference
from callwright.schemas.record import Record
from callwright.schemas.rows import Row
from callwright.schemas.task import Task, Trajectory

Status = Literal["accepted", "rejected", "failed"]


class Outcome(Record):
    """What became of one task."""

    task: str
    family: str
    status: Status
    reason: str = ""
    """Reason code of a rejection: why most of its rollouts gave no row. Class of a failure."""
    attempts: int = 0
    """For a failure: requests that were tried without a reply."""
    reasons: dict[str, int] = Field(default_factory=dict[str, int])
    """Reason code -> rollouts that gave no row for it."""


@dataclass(frozen=True, slots=True)
class Acted:
    """All that acting in one task gave."""

    outcome: Outcome
    stats: PassStats
    attempts: tuple[Attempt, ...]
    """Every rollout, by number."""
    accepted: tuple[Trajectory, ...]
    """Rows for SFT, the shortest first."""
    pairs: tuple[Row, ...]
    """Rows of the `preference` config."""

    @property
    def best(self) -> Attempt | None:
        """The counted rollout that earned most; the shortest of several."""
        return max(self._counted(), key=_merit, default=None)

    @property
    def worst(self) -> Attempt | None:
        """The counted rollout that earned least."""
        return min(self._counted(), key=_merit, default=None)

    def _counted(self) -> list[Attempt]:
        return [one for one in self.attempts if one.rollout.counts]


def _merit(one: Attempt) -> tuple[bool, float, int, int]:
    return one.strict, one.value, -one.rollout.steps, -one.rollout.number


async def act(candidate: Candidate, player: Player, accepter: Accepter, rollouts: int) -> Acted:
    """Act `rollouts` times in one task, all at once."""
    return await _act(candidate, player, accepter, rollouts, asyncio.Semaphore(rollouts))


async def act_all(
    candidates: Iterable[Candidate],
    player: Player,
    accepter: Accepter,
    rollouts: int,
    concurrency: int = 64,
) -> AsyncIterator[Acted]:
    """Act in many tasks; what each gave, in the order of the candidates.

    Args:
        candidates: read no further ahead than the rollouts on their way need.
        player: who plays.
        accepter: makes rows.
        rollouts: of each task.
        concurrency: rollouts on their way at once.
    """
    works = (partial(_act, one, player, accepter, rollouts) for one in candidates)
    async with aclosing(in_order(works, concurrency)) as found:
        async for acted in found:
            yield acted


async def _act(
    candidate: Candidate, player: Player, accepter: Accepter, rollouts: int, gate: asyncio.Semaphore
) -> Acted:
    task, scene, path = candidate.task, candidate.scene, candidate.path
    return taken(candidate, accepter, await attempts_at(task, scene, player, path, rollouts, gate))


def taken(candidate: Candidate, accepter: Accepter, attempts: Sequence[Attempt]) -> Acted:
    """What the attempts at one task give."""
    chosen = accepter.select(candidate, attempts)
    codes = Counter(one.code for one in attempts if one.code) + Counter(chosen.reasons)
    pairs = (
        preference(row, one, attempts)
        for row, one in zip(chosen.accepted, chosen.attempts, strict=True)
    )
    return Acted(
        outcome=_outcome(candidate.task, attempts, bool(chosen.accepted), codes),
        stats=PassStats.of(attempts),
        attempts=tuple(attempts),
        accepted=chosen.accepted,
        pairs=tuple(pair for pair in pairs if pair is not None),
    )


def _outcome(
    task: Task, attempts: Sequence[Attempt], accepted: bool, codes: Counter[str]
) -> Outcome:
    reasons = dict(sorted(codes.items()))
    counted = [one for one in attempts if one.rollout.counts]
    status: Status = "accepted" if accepted else "rejected" if counted else "failed"
    # What no model did is no reason for a rejection.
    excused = {one.code for one in attempts if not one.rollout.counts} if counted else set[str]()
    weighed = {code: number for code, number in reasons.items() if code not in excused}
    return Outcome(
        task=task.id,
        family=task.family_id,
        status=status,
        reason="" if accepted else _most(weighed),
        attempts=sum(one.rollout.attempts for one in attempts) if status == "failed" else 0,
        reasons=reasons,
    )


def _most(reasons: dict[str, int]) -> str:
    """The most frequent code, the first by name of several."""
    return min(reasons, key=lambda code: (-reasons[code], code), default="acts.no_rollout")


def rl_row(row: Row, acted: Acted, teacher: str) -> Row:
    """An `rl` row with the share of rollouts that pass, and whose rollouts these are.

    `pass_rate` is None where no rollout counts.
    """
    return {**row, "pass_rate": acted.stats.pass_rate, "pass_rate_of": teacher}


def in_band(acted: Iterable[Acted], low: float = LOWEST, high: float = HIGHEST) -> list[str]:
    """The ids of the tasks whose pass rate lies in a band, in the order given."""
    return [one.outcome.task for one in acted if one.stats.in_band(low, high)]


def whole_families(acted: Sequence[Acted]) -> list[Acted]:
    """The accepted tasks of families in which every task that was acted in is accepted.

    A row that abstains without its twin that acts would teach to refuse.
    """
    broken = {one.outcome.family for one in acted if one.outcome.status != "accepted"}
    return [one for one in acted if one.outcome.family not in broken]
