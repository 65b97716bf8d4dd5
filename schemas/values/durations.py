"""Lengths of time, held as ISO 8601 in days, hours, minutes and seconds; no months or years."""

import re
from functools import lru_cache
from random import Random
from typing import Final

from callwright.schemas.values.base import UNREAD, Format, Json, Kind, Setting, Surface
from callwright.schemas.values.english.durations import read_duration, say_duration
from callwright.schemas.values.shared import distinct, is_number

_HMS: Final = "([0-9]{1,4}H([0-9]{1,4}M)?([0-9]{1,4}S)?|[0-9]{1,4}M([0-9]{1,4}S)?|[0-9]{1,4}S)"
_PATTERN: Final = f"^P([0-9]{{1,3}}D(T{_HMS})?|T{_HMS})$"
_ISO: Final = re.compile(_PATTERN)
_FIELD: Final = re.compile(r"([0-9]+)([DHMS])")
_SECONDS: Final = {"D": 86400, "H": 3600, "M": 60, "S": 1}
_CLOCK_PATTERN: Final = "^[0-9]{1,5}:[0-5][0-9](:[0-5][0-9])?$"
_CLOCK: Final = re.compile(_CLOCK_PATTERN)
_CAPS: Final = {"D": 999, "H": 9999, "M": 9999, "S": 9999}
LONGEST: Final = sum(cap * _SECONDS[unit] for unit, cap in _CAPS.items())
"""The longest duration that the pattern can hold, in seconds."""


class Duration(Kind):
    """A length of time, `PT1H30M`; `PT90M` is equal to it."""

    name = "duration"

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "pattern": _PATTERN, "maxLength": 20}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and to_seconds(value) is not None

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        return [*say_duration(_seconds(value)), Surface(value, style="terse")]

    def read(self, text: str, setting: Setting) -> Json:
        upper = text.strip().upper()
        if self.check(upper):
            return upper
        seconds = read_duration(text)
        return UNREAD if seconds is None or seconds > LONGEST else to_iso(seconds)

    def equal(self, a: Json, b: Json) -> bool:
        if not (isinstance(a, str) and isinstance(b, str)):
            return False
        first = to_seconds(a)
        return a == b if first is None else first == to_seconds(b)

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        seconds = _seconds(value)
        others = [seconds * 2, seconds // 2, seconds + 1800, seconds - 900, seconds + 3600]
        # The unit mistaken: minutes for hours, and the other way round.
        others += [seconds // 60, seconds * 60]
        return distinct(self, value, [to_iso(s) for s in others if 0 < s <= LONGEST])

    def sample(self, rng: Random, setting: Setting) -> Json:
        return to_iso(60 * rng.choice((15, 20, 30, 40, 45, 60, 75, 90, 120, 150, 180, 240)))

    def formats(self) -> tuple[Format, ...]:
        clock = {"type": "string", "pattern": _CLOCK_PATTERN, "maxLength": 11}
        minutes = {"type": "number", "minimum": 0, "maximum": LONGEST // 60 + 1}
        return (
            Format("iso", self.schema(), "ISO 8601 duration"),
            Format("minutes", minutes, "minutes"),
            Format("clock", clock, "H:MM"),
        )

    def encode(self, value: Json, form: str, setting: Setting) -> Json:
        seconds = _seconds(value)
        if form == "minutes":
            return seconds // 60 if seconds % 60 == 0 else seconds / 60
        if form == "clock":
            hours, rest = divmod(seconds, 3600)
            tail = f":{rest % 60:02}" if rest % 60 else ""
            return f"{hours}:{rest // 60:02}{tail}"
        return value

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        if form == "minutes":
            return _from_minutes(wire)
        if form != "clock":
            return super().decode(wire, form, setting)
        if not isinstance(wire, str) or not _CLOCK.fullmatch(wire):
            return UNREAD
        hours, minutes, seconds = (*map(int, wire.split(":")), 0)[:3]
        return _within(hours * 3600 + minutes * 60 + seconds)


@lru_cache(maxsize=4096)
def to_seconds(value: str) -> int | None:
    """The length of a canonical duration in seconds, else None."""
    if len(value) > 20 or not _ISO.fullmatch(value):
        return None
    return sum(int(count) * _SECONDS[unit] for count, unit in _FIELD.findall(value))


def to_iso(seconds: int) -> str:
    """The canonical duration of so many seconds, largest units first: `PT1H30M`, `P2D`, `PT0S`."""
    counts: dict[str, int] = {}
    for unit, size in _SECONDS.items():
        counts[unit] = min(seconds // size, _CAPS[unit])
        seconds -= counts[unit] * size
    date = f"{counts['D']}D" if counts["D"] else ""
    time = "".join(f"{counts[unit]}{unit}" for unit in "HMS" if counts[unit])
    return f"P{date}T{time}" if time else f"P{date}" if date else "PT0S"


def _seconds(value: str) -> int:
    return to_seconds(value) or 0


def _from_minutes(wire: Json) -> Json:
    if not is_number(wire) or not 0 <= wire <= LONGEST:
        return UNREAD
    seconds = round(wire * 60)
    return _within(seconds) if abs(wire * 60 - seconds) < 1e-6 else UNREAD


def _within(seconds: int) -> Json:
    return to_iso(seconds) if seconds <= LONGEST else UNREAD
