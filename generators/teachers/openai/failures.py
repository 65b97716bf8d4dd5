"""What one attempt can end in besides a reply, and what follows from each ending."""

from dataclasses import dataclass
from typing import Final

from callwright.schemas.completions import FailureKind

LONGEST_DETAIL = 200
FINAL: Final[frozenset[FailureKind]] = frozenset({"refused", "unauthorized", "over_budget"})
"""Asking again gives the same."""
ALIVE: Final[frozenset[FailureKind]] = frozenset(
    {"rate_limited", "empty", "refused", "unauthorized"}
)
"""Endings that an endpoint in good order has too: its breaker does not count them."""
UNPAID: Final[frozenset[FailureKind]] = frozenset(
    {"rate_limited", "server_error", "refused", "unauthorized"}
)
"""Endings for which no endpoint asks money; the others may have cost all that was set aside."""
FULL: Final = frozenset({429, 503, 529})
"""Statuses that say there is too much to do."""
AGAIN: Final = frozenset({408, 409, 425})
"""Statuses below 500 after which another attempt may do better."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an attempt gave no reply."""

    kind: FailureKind
    detail: str
    retry_after: float = 0.0
    """Seconds for which the endpoint wants to be left alone."""
    overloaded: bool = False
    """Whether it is a sign that the endpoint has too much to do."""
    counts: tuple[int, int] = (0, 0)
    """Prompt and completion tokens of a reply that came and is not taken; 0 where unknown."""


def of_status(status: int, said: bytes, key_env: str, seconds: float) -> Failure:
    """The failure that a status other than 200 stands for; `said` is the start of the reply."""
    if status in {401, 403}:
        # What is said here may quote the key, whole or in part: none of it is passed on.
        variable = f"the key in {key_env}" if key_env else "no key (none is configured: key_env)"
        return Failure("unauthorized", f"status {status}: the endpoint was given {variable}")
    detail = f"status {status}: {excerpt(said)}"
    if status == 429:
        return Failure("rate_limited", detail, seconds, overloaded=True)
    if status >= 500:
        return Failure("server_error", detail, seconds, overloaded=status in FULL)
    if status in AGAIN:
        return Failure("timed_out" if status == 408 else "server_error", detail, seconds)
    return Failure("refused", detail)


def excerpt(said: bytes) -> str:
    """The start of what an endpoint sent, on one line of printable text."""
    text = said[: 4 * LONGEST_DETAIL].decode("utf-8", "replace")
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.split())[:LONGEST_DETAIL]
