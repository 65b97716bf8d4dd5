"""A budget of tokens and money with a hard stop: what cannot be paid for is not sent.

Before a request goes out, the most that it can take is set aside; its reply gives the rest back.
So the sum never passes the limit, however many requests are in flight.
"""

from dataclasses import dataclass

PER_PRICE = 1e6
"""Tokens that a price is for."""


@dataclass(frozen=True, slots=True)
class Amount:
    """Tokens and money."""

    tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.tokens + other.tokens, self.cost + other.cost)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.tokens - other.tokens, self.cost - other.cost)


class Budget:
    """What may be spent, by any number of teachers together; None stands for no limit."""

    def __init__(
        self, tokens: int | None = None, cost: float | None = None, spent: Amount | None = None
    ) -> None:
        self.tokens = tokens
        self.cost = cost
        self.spent = spent or Amount()
        """Settled; begins with what earlier runs took."""
        self._held = Amount()

    @property
    def left(self) -> Amount:
        """What can still be set aside; a part without limit is 0."""
        taken = self.spent + self._held
        return Amount((self.tokens or 0) - taken.tokens, (self.cost or 0.0) - taken.cost)

    def hold(self, most: Amount) -> bool:
        """Set an amount aside; False, and nothing done, when it would pass a limit."""
        sum_ = self.spent + self._held + most
        if self.tokens is not None and sum_.tokens > self.tokens:
            return False
        if self.cost is not None and sum_.cost > self.cost:
            return False
        self._held += most
        return True

    def settle(self, held: Amount, taken: Amount) -> None:
        """Give back what was held, and count what was taken."""
        self._held -= held
        self.spent += taken
