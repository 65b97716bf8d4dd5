"""Which endpoint takes a request, and the queue of those for which none has room.

Rendezvous hashing orders the endpoints for each prefix, so requests that share a prefix find it in
the same replica's cache, and a replica that comes or goes moves only its own share. A request goes
to the first of its order that is in service and has room.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import xxhash

from callwright.generators.teachers.openai.clock import Clock
from callwright.generators.teachers.openai.endpoint import Endpoint

MOST_ORDERS = 10_000
"""Prefixes whose order is kept."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Leave to send one request; must be given back."""

    endpoint: Endpoint
    is_probe: bool


class Pool:
    """The endpoints of one teacher."""

    def __init__(self, endpoints: Sequence[Endpoint], clock: Clock) -> None:
        self._endpoints = tuple(endpoints)
        self._clock = clock
        self._orders: dict[int, tuple[Endpoint, ...]] = {}
        self._queue: deque[asyncio.Future[None]] = deque()
        self._queued = 0

    def order(self, prefix: int) -> tuple[Endpoint, ...]:
        """All endpoints, those that a prefix prefers first."""
        if len(self._endpoints) == 1:
            return self._endpoints
        known = self._orders.get(prefix)
        if known is None:
            if len(self._orders) >= MOST_ORDERS:
                self._orders.clear()
            known = tuple(sorted(self._endpoints, key=lambda one: _weight(one, prefix)))
            self._orders[prefix] = known
        return known

    async def enter(
        self, prefix: int, deadline: float, avoid: Endpoint | None = None
    ) -> Slot | None:
        """Leave to send a request, `avoid` last; None when there is none until `deadline`."""
        order = self.order(prefix)
        if not self._queued:
            slot = self._take(order, avoid)
            if slot is not None:
                return slot
        self._queued += 1
        try:
            return await self._enter_late(order, deadline, avoid)
        finally:
            self._queued -= 1
            self._wake()

    def leave(self, slot: Slot) -> None:
        """Give a slot back."""
        slot.endpoint.limit.leave()
        if self._queued:
            self._wake()

    def _take(self, order: Sequence[Endpoint], avoid: Endpoint | None) -> Slot | None:
        now = self._clock.now()
        chosen = None
        for endpoint in order:
            if endpoint.limit.free() and endpoint.ready(now):
                chosen = endpoint
                if endpoint is not avoid:
                    break
        if chosen is None:
            return None
        chosen.limit.enter()
        return Slot(chosen, chosen.breaker.enter())

    async def _enter_late(
        self, order: Sequence[Endpoint], deadline: float, avoid: Endpoint | None
    ) -> Slot | None:
        first = False
        while True:
            now = self._clock.now()
            soonest = min(endpoint.ready_at(now) for endpoint in order)
            if max(now, soonest) >= deadline:
                return None
            waits = [at for one in order if (at := one.ready_at(now)) > now]
            await self._wait(min([deadline, *waits]) - now, first=first)
            slot = self._take(order, avoid)
            if slot is not None:
                return slot
            first = True

    async def _wait(self, seconds: float, *, first: bool) -> None:
        """Until a slot is given back, or so long; at the head of the queue if `first`."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = asyncio.ensure_future(self._clock.sleep(seconds))
        (self._queue.appendleft if first else self._queue.append)(turn)
        try:
            await asyncio.wait((turn, timer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            timer.cancel()
            with suppress(ValueError):
                self._queue.remove(turn)

    def _wake(self) -> None:
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return


def _weight(endpoint: Endpoint, prefix: int) -> int:
    return xxhash.xxh3_64_intdigest(endpoint.settings.url.encode(), prefix)
