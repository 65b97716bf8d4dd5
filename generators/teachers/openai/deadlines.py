"""Time limits of requests: what `asyncio.timeout` does, under one timer for all that are under way.

Nearly every request ends long before its limit, and a timer of its own for each, made and thrown
away, would be a good part of what a request costs. The one timer here is set for the earliest limit
that it has heard of, and looks again at all of them when it goes off.
"""

import asyncio
from types import TracebackType

EARLY = 1e-3
"""Seconds by which a limit may be over too soon: event loops count in milliseconds."""


class Deadlines:
    """The limits of what is under way on the running loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._open: set[Deadline] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._goes_off = float("inf")

    def within(self, seconds: float) -> "Deadline":
        """A context whose body is cancelled after so long, and which then raises `TimeoutError`."""
        return Deadline(self, self._loop.time() + seconds)

    def close(self) -> None:
        """Stop the timer: nothing may be under way any more."""
        self._set(float("inf"))

    def begin(self, one: "Deadline") -> None:
        """Watch over a limit."""
        self._open.add(one)
        if one.at < self._goes_off:
            self._set(one.at)

    def end(self, one: "Deadline") -> None:
        """Watch no longer. The timer is left as it is: it may well serve the next."""
        self._open.discard(one)

    def _set(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._goes_off = at
        self._timer = None if at == float("inf") else self._loop.call_at(at, self._look)

    def _look(self) -> None:
        now = self._loop.time() + EARLY
        over = sorted((one for one in self._open if one.at <= now), key=_at)
        self._open.difference_update(over)
        for one in over:
            one.expire()
        self._set(min(map(_at, self._open), default=float("inf")))


class Deadline:
    """The limit of one task's stretch of work; a context to be entered once."""

    __slots__ = ("_all", "_cancelling", "_is_over", "_task", "at")

    def __init__(self, deadlines: Deadlines, at: float) -> None:
        self._all = deadlines
        self._is_over = False
        self.at = at
        """On the clock of the loop."""

    def expire(self) -> None:
        """Time is over."""
        self._is_over = True
        self._task.cancel()

    def __enter__(self) -> None:
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("only a task can be given a limit of time")
        self._task = task
        self._cancelling = task.cancelling()
        self._all.begin(self)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._all.end(self)
        # A task that someone else cancels as well stays cancelled.
        if not self._is_over or self._task.uncancel() > self._cancelling:
            return
        if kind is asyncio.CancelledError:
            raise TimeoutError from error


def _at(one: Deadline) -> float:
    return one.at
