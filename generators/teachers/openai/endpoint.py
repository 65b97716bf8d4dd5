"""One endpoint: where it is, and all that is known of how it does."""

from collections.abc import Mapping

from callwright.generators.teachers.openai.breaker import Breaker
from callwright.generators.teachers.openai.budget import PER_PRICE, Amount
from callwright.generators.teachers.openai.failures import ALIVE, Failure
from callwright.generators.teachers.openai.keys import key_of
from callwright.generators.teachers.openai.limit import ConcurrencyLimit
from callwright.generators.teachers.openai.settings import EndpointSettings, Limits

HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json",
    "Accept-Encoding": "identity",
    "User-Agent": "callwright",
}


class Endpoint:
    """An endpoint under its limit and its breaker."""

    def __init__(
        self, settings: EndpointSettings, limits: Limits, environ: Mapping[str, str]
    ) -> None:
        self.settings = settings
        self.key = key_of(settings, environ)
        self.limit = ConcurrencyLimit(
            settings.first_concurrency, settings.max_concurrency, limits.latency_factor
        )
        self.breaker = Breaker(limits.breaker_failures, limits.breaker_seconds)
        self.paused_until = 0.0
        """Until then it wants to be left alone."""

    def __repr__(self) -> str:
        return f"Endpoint({self.settings.url!r})"

    def headers(self) -> dict[str, str]:
        """Of every request; holds the key."""
        return HEADERS | self.key.headers()

    def ready(self, now: float) -> bool:
        """Whether a request may go out, were there room for it."""
        return now >= self.paused_until and self.breaker.ready(now)

    def ready_at(self, now: float) -> float:
        """The earliest moment at which it can be ready."""
        return max(now, self.paused_until, self.breaker.opens_at)

    def answered(self, seconds: float, tokens: int) -> None:
        """It gave a reply of `tokens` after `seconds`."""
        self.breaker.answered()
        self.limit.answered(seconds, tokens)

    def failed(self, failure: Failure, sent_at: float, now: float, *, probe: bool) -> None:
        """It gave none to a request that went out at `sent_at`."""
        if failure.kind in ALIVE:
            self.breaker.answered()
        else:
            self.breaker.failed(now, probe=probe)
        if failure.overloaded:
            self.limit.overloaded(sent_at, now)
        if failure.retry_after:
            self.paused_until = max(self.paused_until, now + failure.retry_after)

    def price(self, prompt_tokens: int, completion_tokens: int) -> float:
        """What a reply costs."""
        prompt = prompt_tokens * self.settings.prompt_price
        return (prompt + completion_tokens * self.settings.completion_price) / PER_PRICE

    def amount(self, prompt_tokens: int, completion_tokens: int) -> Amount:
        """What a reply takes of a budget."""
        cost = self.price(prompt_tokens, completion_tokens)
        return Amount(prompt_tokens + completion_tokens, cost)
