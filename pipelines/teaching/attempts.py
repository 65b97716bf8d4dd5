"""Attempts: rollouts with what the checks gave them, and the figures of all attempts at a task."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from callwright.domains.core.live import Live
from callwright.filters.reward import ALMOST, score
from callwright.filters.scene import Scene
from callwright.filters.simulator import violations
from callwright.generators.rollout import Player, UserJudge, play
from callwright.schemas.record import Record
from callwright.schemas.rollouts import Rollout
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Task
from callwright.schemas.values import Setting
from callwright.schemas.weights import weights_of

LOWEST, HIGHEST = 0.2, 0.8
"""The band of pass rates in which a task teaches most."""
ASKED: Final = "it asked for what had been said"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A rollout and what it earned."""

    rollout: Rollout
    value: float
    """The dense reward, 0 to 1; below 1 for what did not end by itself."""
    strict: bool
    """Whether it passes: everything is right, the end state too, and nothing was asked beside."""
    reasons: tuple[str, ...]
    """What is not right, in words."""

    @property
    def code(self) -> str:
        """Reason code of what does not pass; empty for a pass."""
        ended, detail = self.rollout.ended, self.rollout.detail
        if ended == "finished":
            return "" if self.strict else "reward.not_strict"
        return f"rollout.{ended}.{detail}" if detail else f"rollout.{ended}"


async def attempt(task: Task, scene: Scene, player: Player, path: SeedPath, number: int) -> Attempt:
    """Rollout `number` of a task in a fork of the scene's world, judged.

    Args:
        task: what is asked.
        scene: its world, which stays as it is, its views and its setting.
        player: who plays; a user that rewords the script is held to its rules.
        path: the task's seed path.
        number: from 0.
    """
    live = Live(task, scene.world.fork(), scene.views, scene.setting)
    held = user_judge(scene.setting) if player.user.rewords else None
    return judged(task, await play(live, player, path, number, held), scene.setting)


def user_judge(setting: Setting) -> UserJudge:
    """The rules for user simulators, as a rollout asks for them."""
    return lambda said: violations(
        said.task, said.turn, said.text, setting, aside=said.aside, shown=said.shown
    )


def judged(task: Task, rollout: Rollout, setting: Setting) -> Attempt:
    """What a rollout earned; one that failed or is void earns nothing, and says nothing."""
    if not rollout.counts:
        return Attempt(rollout, 0.0, False, ())
    reward = score(task, rollout.conversation, setting, rollout.changes)
    if rollout.ended == "finished" and not rollout.asides:
        return Attempt(rollout, reward.value, reward.strict, reward.reasons)
    needless = weights_of(task.checks.weights).surplus ** len(rollout.asides)
    why = (ASKED,) if rollout.asides else (f"it ended early: {rollout.detail or rollout.ended}",)
    return Attempt(rollout, min(reward.value * needless, ALMOST), False, (*why, *reward.reasons))


class PassStats(Record):
    """The figures of one task's attempts; those that failed or are void are only counted."""

    rollouts: int
    counted: int
    """Rollouts that say something about the model."""
    failed: int
    void: int
    passes: int
    pass_rate: float | None
    """Share of the counted that pass; None where none counts."""
    strict_variance: float
    """Of pass or not; 0 where all pass or none does: such a group has no gradient."""
    dense_mean: float
    dense_variance: float
    prompt_tokens: float
    """A counted rollout, on average."""
    completion_tokens: float
    """A counted rollout, on average."""
    environment_seconds: float
    """A counted rollout, on average."""

    @classmethod
    def of(cls, attempts: Sequence[Attempt]) -> "PassStats":
        """The figures of attempts at one task."""
        counted = [a for a in attempts if a.rollout.counts]
        passes = sum(a.strict for a in counted)
        rate = passes / len(counted) if counted else None
        dense = [a.value for a in counted]
        mean = _mean(dense)
        return cls(
            rollouts=len(attempts),
            counted=len(counted),
            failed=sum(a.rollout.ended == "failed" for a in attempts),
            void=sum(a.rollout.ended == "void" for a in attempts),
            passes=passes,
            pass_rate=rate,
            strict_variance=0.0 if rate is None else rate * (1 - rate),
            dense_mean=mean,
            dense_variance=_mean([(value - mean) ** 2 for value in dense]),
            prompt_tokens=_mean([a.rollout.usage.prompt_tokens for a in counted]),
            completion_tokens=_mean([a.rollout.usage.completion_tokens for a in counted]),
            environment_seconds=_mean([a.rollout.environment_seconds for a in counted]),
        )

    def in_band(self, low: float = LOWEST, high: float = HIGHEST) -> bool:
        """Whether the pass rate lies in a band, its ends included."""
        return self.pass_rate is not None and low <= self.pass_rate <= high


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
