"""Calibration: how a model fares in the tasks of a release, before it is trained on them.

Each task is a group of rollouts, played as a served episode would be: the user says the script, and
a needless question ends the turn. Groups that all pass or all fail have no strict variance, and so
no gradient; they are counted, and can be left out.
"""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final

from callwright.generators.rollout import Player
from callwright.pipelines.serving.episode import EpisodeSource, Head
from callwright.pipelines.teaching.attempts import Attempt, PassStats
from callwright.pipelines.teaching.flights import Work, attempts_at, in_order
from callwright.schemas.seeds import SeedPath

Json = Any
NAMESPACE: Final = "calibrate"


@dataclass(frozen=True, slots=True)
class Group:
    """One task's rollouts."""

    head: Head
    stats: PassStats
    codes: tuple[str, ...]
    """Reason code of every rollout that does not pass."""

    def row(self) -> dict[str, Json]:
        """The group as a flat row."""
        head = self.head
        named = {"id": head.id, "split": head.split, "skill": head.skill, "domain": head.domain}
        return {**named, **self.stats.model_dump()}


async def calibrate(
    source: EpisodeSource,
    player: Player,
    rollouts: int = 16,
    *,
    seed: int = 0,
    limit: int | None = None,
    concurrency: int = 64,
) -> AsyncGenerator[Group, None]:
    """The groups of a release's tasks, by split and id.

    Args:
        source: the release, or one split of it.
        player: the model to be trained; its user should say the script, without asides.
        rollouts: of each task.
        seed: others give other rollouts.
        limit: most tasks.
        concurrency: rollouts on their way at once.
    """
    root = SeedPath.root(NAMESPACE, seed)

    def works() -> Iterator[Work[list[Attempt]]]:
        for head in source.heads[:limit]:
            task, scene = source.scene(head.id)
            yield partial(attempts_at, task, scene, player, root.at(task.id), rollouts)

    heads = islice(source.heads, limit)
    async with aclosing(in_order(works(), concurrency)) as found:
        async for attempts in found:
            codes = tuple(one.code for one in attempts if one.code)
            yield Group(next(heads), PassStats.of(attempts), codes)
