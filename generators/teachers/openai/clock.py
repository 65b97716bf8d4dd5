"""Time as a teacher sees it: one monotonic clock that tests replace."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds that only grow, and waiting."""

    def now(self) -> float:
        """Seconds since some moment; a jump of the wall clock does not show here."""
        ...

    async def sleep(self, seconds: float, /) -> None:
        """Wait."""
        ...


class MonotonicClock:
    """The machine's own, on the running loop."""

    now = staticmethod(time.monotonic)
    sleep = staticmethod(asyncio.sleep)
