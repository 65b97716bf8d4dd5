"""Which endpoint takes a request, and the queue of those for which none has room.

Rendezvous hashing orders the endpoints for each prefix, so requests that share a prefix find it in
the same replica's cache, and a replica that comes or goes moves only its own share. A request goes
to the first of its order that is in service and has room.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import xxhash

from callwright.generators.teachers.openai.clock import Clock
from callwright.generators.teachers.openai.endpoint import Endpoint

MOST_ORDERS = 10_000
"""Prefixes whose order is kept."""


class Slot(NamedTuple):
    """Leave to send one request; must be given back."""

    endpoint: Endpoint
    is_probe: bool


class Pool:
    """The endpoints of one teacher."""

    def __init__(self, endpoints: Sequence[Endpoint], clock: Clock) -> None:
        self._endpoints = tuple(endpoints)
        self._clock = clock
        self._orders: dict[int, tuple[Endpoint, ...]] = {}
        self._queue: deque[_Waiter] = deque()

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
        slot = None if self._queue else self._take(order, avoid)
        if slot is None:
            slot = await self._enter_late(_Waiter(order, avoid), deadline)
        if slot is not None and self._clock.now() >= deadline:
            self.give_up(slot)
            return None
        return slot

    def leave(self, slot: Slot) -> None:
        """Give a slot back."""
        slot.endpoint.limit.leave()
        if self._queue:
            self._serve()
            self._wake_first()

    def give_up(self, slot: Slot) -> None:
        """Give a slot back with which nothing was sent."""
        slot.endpoint.breaker.abandoned(probe=slot.is_probe)
        self.leave(slot)

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

    async def _enter_late(self, waiter: "_Waiter", deadline: float) -> Slot | None:
        self._queue.append(waiter)
        try:
            while True:
                self._serve()
                if waiter.slot is not None:
                    return waiter.slot
                now = self._clock.now()
                ready = [endpoint.ready_at(now) for endpoint in self._endpoints]
                if max(now, min(ready)) >= deadline:
                    return None
                soonest = min([deadline, *(at for at in ready if at > now)])
                await self._wait(waiter, soonest - now)
        except asyncio.CancelledError:
            if waiter.slot is not None:
                self.give_up(waiter.slot)
            raise
        finally:
            if waiter.slot is None:
                self._queue.remove(waiter)
            self._wake_first()

    async def _wait(self, waiter: "_Waiter", seconds: float) -> None:
        """Until the waiter is woken, or so long."""
        waiter.turn = asyncio.get_running_loop().create_future()
        timer = asyncio.ensure_future(self._clock.sleep(seconds))
        try:
            await asyncio.wait((waiter.turn, timer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            timer.cancel()

    def _serve(self) -> None:
        """Give slots to those who wait, in their order, while there are any."""
        while self._queue:
            first = self._queue[0]
            slot = self._take(first.order, first.avoid)
            if slot is None:
                return
            self._queue.popleft()
            first.slot = slot
            first.wake()

    def _wake_first(self) -> None:
        """Have the first look again at how long it may take: an endpoint may have gone out."""
        if self._queue:
            self._queue[0].wake()


class _Waiter:
    """A request for which there was no room."""

    __slots__ = ("avoid", "order", "slot", "turn")

    def __init__(self, order: Sequence[Endpoint], avoid: Endpoint | None) -> None:
        self.order = order
        self.avoid = avoid
        self.slot: Slot | None = None
        self.turn: asyncio.Future[None] | None = None

    def wake(self) -> None:
        if self.turn is not None and not self.turn.done():
            self.turn.set_result(None)


def _weight(endpoint: Endpoint, prefix: int) -> int:
    return xxhash.xxh3_64_intdigest(endpoint.settings.url.encode(), prefix)
