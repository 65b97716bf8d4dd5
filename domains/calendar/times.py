"""Arithmetic on canonical dates, times and durations. Nothing here reads a clock."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache

from callwright.schemas.values.durations import to_iso, to_seconds

LONGEST = timedelta(days=60)
"""Longer durations are cut to this: no rule here allows them anyway."""


@lru_cache(maxsize=4096)
def delta(length: str) -> timedelta:
    """The canonical duration as a time difference, at most `LONGEST`."""
    return min(timedelta(seconds=to_seconds(length) or 0), LONGEST)


def iso(length: timedelta) -> str:
    """The canonical duration of a time difference that is not negative."""
    return to_iso(round(length.total_seconds()))


@lru_cache(maxsize=16_384)
def parse(moment: str) -> datetime:
    """A canonical date-time, aware."""
    return datetime.fromisoformat(moment)


@lru_cache(maxsize=16_384)
def seconds(moment: str) -> float:
    """A canonical date-time as seconds since 1970."""
    return parse(moment).timestamp()


def later(start: datetime, length: timedelta) -> datetime:
    """The moment `length` of real time after `start`, in the zone of `start`."""
    return (start.astimezone(UTC) + length).astimezone(start.tzinfo)


def day_of(text: str) -> date:
    """A canonical date."""
    return date.fromisoformat(text)


def at(day: date, clock: str, zone: tzinfo | None) -> datetime:
    """The moment at which wall clocks show `clock` on `day`."""
    return datetime.combine(day, time.fromisoformat(clock), zone)
