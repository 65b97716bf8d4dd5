"""A circuit breaker: an endpoint that only fails is left alone, then tried with one request."""


class Breaker:
    """Counts failures in a row of one endpoint; times are those of one monotonic clock."""

    def __init__(self, failures: int, seconds: float) -> None:
        self._most = failures
        self._seconds = seconds
        self._in_a_row = 0
        self._probing = False
        self.is_closed = True
        """Whether requests go out freely."""
        self.opens_at = 0.0
        """When one may go out again, of an endpoint that is out; 0 for one in service."""

    def ready(self, now: float) -> bool:
        """Whether a request may go out: freely, or as the one that probes."""
        return self.is_closed or (not self._probing and now >= self.opens_at)

    def enter(self) -> bool:
        """Note that a request goes out, which must be `ready`; whether it is the probe."""
        self._probing = not self.is_closed
        return self._probing

    def answered(self) -> None:
        """The endpoint lives: whatever it said, it said it properly."""
        self._in_a_row = 0
        self._probing = False
        self.is_closed = True
        self.opens_at = 0.0

    def failed(self, now: float, *, probe: bool) -> None:
        """One more failure; the endpoint is out when there were too many.

        What was in flight when it went out says nothing new, unless it is the probe.
        """
        if not self.is_closed and not probe:
            return
        self._in_a_row += 1
        self._probing = False
        if self._in_a_row >= self._most:
            self.is_closed = False
            self.opens_at = now + self._seconds

    def abandoned(self, *, probe: bool) -> None:
        """A request ended with no verdict, e.g. cancelled; the next may probe instead."""
        if probe:
            self._probing = False
