"""The current date, weekday, time and zone as a system prompt states them, said and read back.

A stamp names the IANA zone, because without it a reader could not know the user's clock.
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from callwright.schemas.values.english.clocks import read_time
from callwright.schemas.values.english.dates import MONTHS, WEEKDAYS, read_date
from callwright.schemas.values.moments import at

_ISO: Final = re.compile(
    r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d) "
    r"\(?([A-Za-z]+(?:/[A-Za-z0-9_+-]+)*)\)?",
    re.ASCII,
)
_WORDS: Final = re.compile(
    r"(?P<date>.+?),? (?P<time>\d{1,2}:\d\d(?: [AP]M)?),? "
    r"\(?(?:time zone )?(?P<zone>[A-Za-z]+(?:/[A-Za-z0-9_+-]+)*)\)?",
    re.ASCII,
)


def stamp(now: datetime) -> list[str]:
    """Ways to state `now` (aware, zone a ZoneInfo), each of which `read_stamp` returns to it.

    With seconds, or at a local time that comes twice, only the ISO form can do that.
    """
    return list(_stamps(now, str(now.tzinfo), now.fold))


@lru_cache(maxsize=1024)
def _stamps(now: datetime, zone: str, fold: int) -> tuple[str, ...]:
    """Zone and fold tell moments apart that are equal and yet are stated differently."""
    iso = iso_stamp(now)
    if (
        now.second
        or now.microsecond
        or at(now.date(), now.hour * 60 + now.minute, now.tzinfo) is None
    ):
        return (iso,)
    weekday, month = WEEKDAYS[now.weekday()], MONTHS[now.month - 1]
    day, year, clock = now.day, now.year, f"{now:%H:%M}"
    twelve = f"{(now.hour - 1) % 12 + 1}:{now:%M} {'AM' if now.hour < 12 else 'PM'}"
    return (
        f"{weekday} {day} {month} {year}, {clock} ({zone})",
        f"{weekday}, {month} {day}, {year}, {twelve} ({zone})",
        f"{weekday[:3]} {day} {month[:3]} {year} {clock} {zone}",
        f"{weekday} {now:%Y-%m-%d} {clock} ({zone})",
        f"{weekday}, {day} {month} {year}, {clock}, time zone {zone}",
        iso,
    )


def iso_stamp(now: datetime) -> str:
    """The one form that states every moment: ISO 8601 and the zone."""
    return f"{now.isoformat()} {now.tzinfo}"


def read_stamp(text: str) -> datetime:
    """The moment that a stamp states, its tzinfo a ZoneInfo. Raises ValueError for other text."""
    match = _ISO.fullmatch(text.strip())
    if match:
        return datetime.fromisoformat(match[1]).astimezone(_zone(match[2]))
    match = _WORDS.fullmatch(text.strip())
    moment = _from_words(match) if match else None
    if moment is None:
        raise ValueError(f"not a clock stamp: {text!r}")
    return moment


def _from_words(match: re.Match[str]) -> datetime | None:
    said, minutes = match["date"], read_time(match["time"])
    weekday, _, rest = said.partition(" ")
    iso = rest if re.fullmatch(r"\d{4}-\d\d-\d\d", rest) else said
    # Any today will do: a stamp names its year.
    day = read_date(iso, datetime.min.date().replace(year=2000))
    if day is None or minutes is None or not re.search(r"\d{4}", said):
        return None
    if WEEKDAYS[day.weekday()][:3] != weekday[:3]:
        return None
    return at(day, minutes, _zone(match["zone"]))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"not an IANA time zone: {name!r}") from error
