"""What a model teacher makes of proved families, and what becomes of each.

A family comes back taught, falls with a reason that the funnel counts, or has failed: its teacher
gave no reply. Failed families are kept apart and made again by `callwright retry`.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import Final, Protocol

from callwright.generators.rollout import ModelUser, Player
from callwright.generators.settings import ModelTeacher
from callwright.generators.wording import BriefSettings, Wordsmith
from callwright.pipelines.factory import Failed, Taught, Toolkit
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.produce import Family
from callwright.pipelines.teaching.accepting import Accepter, Candidate, alike
from callwright.pipelines.teaching.acts import Acted, Status, taken
from callwright.pipelines.teaching.flights import attempts_at
from callwright.pipelines.teaching.lasting import LASTING, failure_of
from callwright.pipelines.teaching.words import STAGE as WORDS
from callwright.pipelines.teaching.words import WordingSettings, worded
from callwright.schemas.completions import Sampling, Teacher
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Trajectory

ACTS: Final = "acts"


class Lane(Protocol):
    """What a teacher is asked to do with a family."""

    async def teach(
        self, family: Family, teacher: Teacher, gate: asyncio.Semaphore, funnel: Funnel
    ) -> Taught:
        """The family as the teacher left it."""
        ...


@dataclass(frozen=True)
class WordsLane:
    """The teacher words the texts of a family."""

    toolkit: Toolkit
    smith: Wordsmith
    settings: WordingSettings

    async def teach(
        self, family: Family, teacher: Teacher, gate: asyncio.Semaphore, funnel: Funnel
    ) -> Taught:
        """The family in the teacher's words where they hold, else in the script's."""
        path = SeedPath(family[0].provenance.seed_path).parent
        async with gate:
            done, outcome = await worded(
                family, self.toolkit, self.smith, teacher, self.settings, path
            )
        funnel.tally(WORDS, outcome.counts())
        failed = outcome.failure and outcome.failure not in LASTING
        funnel.count(WORDS, f"{WORDS}.failed.{outcome.failure}" if failed else "")
        if failed:
            return Taught(failed=(failure_of(family[0], outcome.failure, outcome.failed_attempts),))
        return Taught(done)


@dataclass(frozen=True)
class ActsLane:
    """The teacher acts in the tasks of a family; one that passes in each becomes its rows."""

    toolkit: Toolkit
    accepter: Accepter
    model: ModelTeacher

    async def teach(
        self, family: Family, teacher: Teacher, gate: asyncio.Semaphore, funnel: Funnel
    ) -> Taught:
        """The shortest accepted rollout of every member; nothing where one member has none."""
        player = Player(teacher, self.model.name, self._sampling())
        if self.model.user == "model":
            player = replace(player, user=ModelUser(teacher, self.model.name))
        acted = await asyncio.gather(*(self._act(m, player, gate) for m in family))
        unanswered = [_unanswered(*pair) for pair in zip(family, acted, strict=True)]
        for one, lacking in zip(acted, unanswered, strict=True):
            funnel.tally(ACTS, _counts(one, "failed" if lacking else one.outcome.status))
        failed = [one for one in unanswered if one]
        if failed:
            funnel.count(ACTS, f"{ACTS}.failed.{failed[0].kind}")
            return Taught(failed=tuple(failed))
        reason = next((r for r in map(self._refusal, acted) if r), "")
        funnel.count(ACTS, reason)
        if reason:
            return Taught()
        rows = [_with_rate(one.accepted[0], one, teacher.name) for one in acted]
        return Taught(alike(rows), pairs=tuple(pair for one in acted for pair in one.pairs))

    def _sampling(self) -> Sampling:
        model = self.model
        return Sampling(
            temperature=model.temperature, top_p=model.top_p, max_tokens=model.max_tokens
        )

    async def _act(self, member: Trajectory, player: Player, gate: asyncio.Semaphore) -> Acted:
        candidate = Candidate(member, self.toolkit.scene(member))
        attempts = await attempts_at(
            member.task, candidate.scene, player, candidate.path, self.model.rollouts, gate
        )
        return taken(candidate, self.accepter, attempts)

    def _refusal(self, one: Acted) -> str:
        """Why what was acted gives no row; empty when it does."""
        if not one.accepted:
            return one.outcome.reason or "acts.none_accepted"
        band = self.model.pass_rate
        return "acts.pass_rate" if band is not None and not one.stats.in_band(*band) else ""


def _counts(one: Acted, status: Status) -> dict[str, int]:
    stats = one.stats
    return {
        "tasks": 1,
        f"tasks.{status}": 1,
        "rollouts": stats.rollouts,
        "rollouts.passed": stats.passes,
        "rollouts.failed": stats.failed,
        "rollouts.void": stats.void,
        **{f"reason.{code}": count for code, count in one.outcome.reasons.items()},
    }


def _with_rate(row: Trajectory, one: Acted, teacher: str) -> Trajectory:
    """The row with the share of rollouts that pass, and whose they are."""
    rate = {"pass_rate": one.stats.pass_rate, "pass_rate_of": teacher}
    task = row.task.model_copy(update={"dials": {**row.task.dials, **rate}})
    return row.model_copy(update={"task": task})


def _unanswered(member: Trajectory, one: Acted) -> Failed | None:
    """The failure of a task with a rollout that a later try may end: its rate is not known yet."""
    for rollout in (attempt.rollout for attempt in one.attempts):
        kind = rollout.detail.rpartition(".")[2]  # `user.` stands before that of a simulator
        if rollout.ended == "failed" and kind not in LASTING:
            return failure_of(member, kind, rollout.attempts)
    return None


def words_lane(toolkit: Toolkit, smith: Wordsmith, model: ModelTeacher) -> WordsLane:
    """The first lane, as a recipe asks for it."""
    brief = BriefSettings(model=model.name, temperature=model.temperature, top_p=model.top_p)
    return WordsLane(toolkit, smith, WordingSettings(brief=brief, retries=model.retries))
