"""A running sum of what replies took."""

from dataclasses import dataclass

from callwright.schemas.completions import Usage


@dataclass(slots=True)
class Tally:
    """Sums of `Usage` over replies."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    latency: float = 0.0
    attempts: int = 0

    def add(self, usage: Usage) -> None:
        """Count one reply."""
        self.prompt_tokens += usage.prompt_tokens
        self.completion_tokens += usage.completion_tokens
        self.cost += usage.cost
        self.latency += usage.latency
        self.attempts += usage.attempts

    def usage(self) -> Usage:
        """The sums as a record."""
        return Usage(
            prompt_tokens=self.prompt_tokens,
            completion_tokens=self.completion_tokens,
            cost=self.cost,
            latency=self.latency,
            attempts=self.attempts,
        )
