"""Arithmetic on canonical times and durations. Nothing here reads a clock."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache

from callwright.schemas.values.durations import to_iso


@lru_cache(maxsize=16_384)
def parse(moment: str) -> datetime:
    """A canonical date-time, aware."""
    return datetime.fromisoformat(moment)


def later(start: datetime, length: timedelta) -> datetime:
    """The moment `length` of real time after `start`, in the zone of `start`."""
    return (start.astimezone(UTC) + length).astimezone(start.tzinfo)


def at(day: date, clock: str, zone: tzinfo | None) -> datetime:
    """The moment at which wall clocks show `clock` on `day`."""
    return datetime.combine(day, time.fromisoformat(clock), zone)


def minutes(count: float) -> timedelta:
    """So many minutes."""
    return timedelta(minutes=count)


def iso(length: timedelta) -> str:
    """The canonical duration of a time difference that is not negative."""
    return to_iso(round(length.total_seconds()))


def offset_is_unsure(found: datetime) -> bool:
    """Whether clocks skip that local time or show it twice."""
    return found.utcoffset() != found.replace(fold=1).utcoffset()
