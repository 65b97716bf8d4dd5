"""How many requests an endpoint gets at once: more while it is as fast as ever, fewer when not.

The limit doubles at first, and after the first sign of overload grows by a sixteenth per window of
replies. A refusal for load, or a time limit passed, halves it. Latency is taken per token, since
long replies are no sign of load, and as the median of a window beside the best window so far.
"""

from statistics import median

SMALLEST_WINDOW = 16
"""Replies at least over which latency is judged."""
DRIFT = 1.02
"""How much the best pace is let go per window, so that a changed load is no overload for ever."""
TOKENS_OF_A_START = 16
"""A reply takes time before its first token: about that of so many."""


class ConcurrencyLimit:
    """The limit of one endpoint and what is in flight there."""

    def __init__(self, first: int, most: int, factor: float) -> None:
        self.in_flight = 0
        self._limit = float(min(first, most))
        self._floor = self._limit
        self._most = most
        self._factor = factor
        self._ramping = True
        self._full = False
        self._shrunk_at = float("-inf")
        self._best = float("inf")
        self._paces: list[float] = []

    @property
    def limit(self) -> int:
        """Most requests at once, now."""
        return int(self._limit)

    def free(self) -> bool:
        """Whether one more may go out."""
        return self.in_flight + 1 <= self._limit

    def enter(self) -> None:
        """One goes out."""
        self.in_flight += 1
        if not self.free():
            self._full = True

    def leave(self) -> None:
        """One is over, however it ended."""
        self.in_flight -= 1

    def answered(self, seconds: float, tokens: int) -> None:
        """A reply of `tokens` came after `seconds`."""
        self._paces.append(seconds / (tokens + TOKENS_OF_A_START))
        if len(self._paces) >= max(SMALLEST_WINDOW, int(self._limit)):
            self._judge(median(self._paces))
            self._paces.clear()
            self._full = False

    def _judge(self, pace: float) -> None:
        self._best = min(pace, self._best * DRIFT)
        if pace > self._factor * self._best:
            self._ramping = False
            # Latency alone is weak evidence: it never takes an endpoint below where it began.
            self._limit = max(min(self._floor, self._limit), self._limit * 0.8)
        elif self._full:
            step = self._limit if self._ramping else max(1.0, self._limit / 16)
            self._limit = min(float(self._most), self._limit + step)

    def overloaded(self, sent_at: float, now: float) -> None:
        """The endpoint said, or showed, that it has too much; `sent_at` is of that request.

        Requests sent before the limit was last halved say nothing about what it is now.
        """
        if sent_at < self._shrunk_at:
            return
        self._limit = max(1.0, self._limit / 2)
        self._shrunk_at = now
        self._ramping = False
        self._paces.clear()
