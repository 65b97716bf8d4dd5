"""The calendar day. Refuses years outside 1900 to 2099, so that neighbours always exist."""

import re
from datetime import date, timedelta
from functools import lru_cache
from random import Random
from typing import Final

from callwright.schemas.narrow import is_object
from callwright.schemas.values.base import UNREAD, Format, Json, Kind, Setting, Surface
from callwright.schemas.values.english.dates import read_date, say_date
from callwright.schemas.values.shared import distinct, is_integer

_PATTERN: Final = "^(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$"
_ISO: Final = re.compile(_PATTERN)
_SLASHED: Final = re.compile(r"([0-9]{2})/([0-9]{2})/((?:19|20)[0-9]{2})")


class Date(Kind):
    """A calendar day, `2026-03-27`."""

    name = "date"

    def __init__(self, role: str | None = None) -> None:
        self.role = role

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "format": "date", "pattern": _PATTERN, "maxLength": 10}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and parse_date(value) is not None

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        return list(say_date(date.fromisoformat(value), setting.now.date(), month_first(setting)))

    def read(self, text: str, setting: Setting) -> Json:
        day = read_date(text, setting.now.date())
        return day.isoformat() if day and self.check(day.isoformat()) else UNREAD

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        day = date.fromisoformat(value)
        shifted = [(day + timedelta(days)).isoformat() for days in (1, -1, 7, -7)]
        year, month, number = value.split("-")
        others = [f"{year}-{number}-{month}", f"{day.year + 1}-{month}-{number}"]
        next_month = f"{year}-{day.month % 12 + 1:02}-{number}"
        return distinct(self, value, [*shifted, *others, next_month])

    def sample(self, rng: Random, setting: Setting) -> Json:
        return (setting.now.date() + timedelta(rng.randint(1, 60))).isoformat()

    def formats(self) -> tuple[Format, ...]:
        return _FORMATS

    def encode(self, value: Json, form: str, setting: Setting) -> Json:
        year, month, day = value.split("-")
        match form:
            case "dmy":
                return f"{day}/{month}/{year}"
            case "mdy":
                return f"{month}/{day}/{year}"
            case "parts":
                return {"year": int(year), "month": int(month), "day": int(day)}
            case _:
                return value

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        text = _from_parts(wire) if form == "parts" else _from_text(wire, form)
        return text if text is not None and self.check(text) else UNREAD


def month_first(setting: Setting) -> bool:
    """Whether people in the user's zone write the month before the day in numbers."""
    return str(setting.now.tzinfo).startswith("America/")


@lru_cache(maxsize=4096)
def parse_date(value: str) -> date | None:
    """The day of a canonical date text, else None."""
    if not _ISO.fullmatch(value):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def _from_text(wire: Json, form: str) -> str | None:
    if not isinstance(wire, str):
        return None
    if form not in ("dmy", "mdy"):
        return wire
    match = _SLASHED.fullmatch(wire)
    if match is None:
        return None
    day, month = (match[1], match[2]) if form == "dmy" else (match[2], match[1])
    return f"{match[3]}-{month}-{day}"


def _from_parts(wire: Json) -> str | None:
    if not is_object(wire) or set(wire) != {"year", "month", "day"}:
        return None
    if not all(is_integer(part) and 0 < part < 10_000 for part in wire.values()):
        return None
    return f"{int(wire['year']):04}-{int(wire['month']):02}-{int(wire['day']):02}"


def _number(low: int, high: int) -> dict[str, Json]:
    return {"type": "integer", "minimum": low, "maximum": high}


def _slashed(first: str, second: str) -> dict[str, Json]:
    pattern = f"^{first}/{second}/(19|20)[0-9]{{2}}$"
    return {"type": "string", "pattern": pattern, "maxLength": 10}


_DAY, _MONTH = "(0[1-9]|[12][0-9]|3[01])", "(0[1-9]|1[0-2])"
_FORMATS: Final = (
    Format("iso", Date().schema()),
    Format("dmy", _slashed(_DAY, _MONTH), "DD/MM/YYYY"),
    Format("mdy", _slashed(_MONTH, _DAY), "MM/DD/YYYY"),
    Format(
        "parts",
        {
            "type": "object",
            "properties": {
                "year": _number(1900, 2099),
                "month": _number(1, 12),
                "day": _number(1, 31),
            },
            "required": ["year", "month", "day"],
            "additionalProperties": False,
        },
    ),
)
