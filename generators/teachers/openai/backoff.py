"""How long to wait before the next attempt: full jitter, and what the endpoint asks for."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random

LONGEST_ASKED = 3_600.0
"""Seconds after which nobody waits, whatever an endpoint asks for."""


def full_jitter(attempt: int, first: float, longest: float, random: Random) -> float:
    """Seconds after the failed `attempt` (from 1): anything up to `first`, doubled each time."""
    return random.uniform(0.0, min(longest, first * 2.0 ** min(attempt - 1, 60)))


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds that the header `Retry-After` asks for; 0 where it is absent or makes no sense.

    A date counts from the reply's own `Date`, so that a wrong clock on either side does no harm.
    """
    told = headers.get("Retry-After", "").strip()
    seconds = float(told) if told.isascii() and told.isdigit() else _until(told, headers)
    return min(max(seconds, 0.0), LONGEST_ASKED)


def _until(told: str, headers: Mapping[str, str]) -> float:
    then, now = _moment(told), _moment(headers.get("Date", ""))
    return (then - now).total_seconds() if then and now else 0.0


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
