"""Many rollouts on their way at once, and their results in the order of the tasks."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from itertools import islice
from typing import Any, TypeVar

from callwright.filters.scene import Scene
from callwright.generators.rollout import Player
from callwright.pipelines.teaching.attempts import Attempt, attempt
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Task

T = TypeVar("T")
Work = Callable[[asyncio.Semaphore], Coroutine[Any, Any, T]]
"""The work on one task; it takes a place of the gate for every rollout."""


async def in_order(works: Iterable[Work[T]], concurrency: int) -> AsyncGenerator[T, None]:
    """What the works give, in their order, with `concurrency` rollouts on their way.

    Works are read no further ahead than that takes. What is left when the caller stops, or when one
    of them raises, is cancelled.
    """
    gate = asyncio.Semaphore(concurrency)
    # A task for every place, so that a slow one at the head leaves no place empty.
    ahead, source = max(2, concurrency), iter(works)
    waiting: deque[asyncio.Task[T]] = deque()
    try:
        while True:
            for work in islice(source, ahead - len(waiting)):
                waiting.append(asyncio.create_task(work(gate)))
            if not waiting:
                return
            yield await waiting.popleft()
    finally:
        await _cancelled(waiting)


async def attempts_at(
    task: Task,
    scene: Scene,
    player: Player,
    path: SeedPath,
    rollouts: int,
    gate: asyncio.Semaphore,
) -> list[Attempt]:
    """All attempts at one task, by number; each waits for a place of the gate."""

    async def one(number: int) -> Attempt:
        async with gate:
            return await attempt(task, scene, player, path, number)

    flights = [asyncio.create_task(one(number)) for number in range(rollouts)]
    try:
        return await asyncio.gather(*flights)
    finally:
        await _cancelled(flights)


async def _cancelled(flights: Iterable[asyncio.Task[Any]]) -> None:
    left = [flight for flight in flights if not flight.done()]
    for flight in left:
        flight.cancel()
    await asyncio.gather(*left, return_exceptions=True)
