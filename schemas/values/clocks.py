"""The time of day on the user's clock, to the minute and without a day."""

import re
from random import Random
from typing import Final

from callwright.schemas.values.base import UNREAD, Format, Json, Kind, Setting, Surface
from callwright.schemas.values.english.clocks import read_time, say_time
from callwright.schemas.values.shared import distinct

_PATTERN: Final = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
_CLOCK: Final = re.compile(_PATTERN)
_TWELVE_PATTERN: Final = "^([1-9]|1[0-2]):[0-5][0-9] (AM|PM)$"
_TWELVE: Final = re.compile(_TWELVE_PATTERN)
_DAY: Final = 24 * 60


class Time(Kind):
    """A time of day, `15:00`."""

    name = "time"

    def __init__(self, role: str | None = None) -> None:
        self.role = role

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "pattern": _PATTERN, "maxLength": 5}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and bool(_CLOCK.fullmatch(value))

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        return list(say_time(to_minutes(value)))

    def read(self, text: str, setting: Setting) -> Json:
        minutes = read_time(text)
        return UNREAD if minutes is None else from_minutes(minutes)

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        at = to_minutes(value)
        shifted = [from_minutes((at + by) % _DAY) for by in (720, 60, -60, 30, -30, 15)]
        return distinct(self, value, [*shifted, f"{value[3:]}:{value[:2]}"])

    def sample(self, rng: Random, setting: Setting) -> Json:
        return from_minutes(rng.randrange(7 * 60, 22 * 60, rng.choice((60, 30, 15, 5))))

    def formats(self) -> tuple[Format, ...]:
        twelve = {"type": "string", "pattern": _TWELVE_PATTERN, "maxLength": 8}
        return (
            Format("clock", self.schema(), "24-hour HH:MM"),
            Format("twelve", twelve, "h:mm AM/PM"),
        )

    def encode(self, value: Json, form: str, setting: Setting) -> Json:
        hour = int(value[:2])
        if form != "twelve":
            return value
        return f"{(hour - 1) % 12 + 1}:{value[3:]} {'AM' if hour < 12 else 'PM'}"

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        if form != "twelve":
            return super().decode(wire, form, setting)
        if not isinstance(wire, str) or not _TWELVE.fullmatch(wire):
            return UNREAD
        hour, rest = wire.split(":")
        return f"{int(hour) % 12 + (12 if rest.endswith('PM') else 0):02}:{rest[:2]}"


def to_minutes(value: str) -> int:
    """Minutes since midnight of a canonical time."""
    return int(value[:2]) * 60 + int(value[3:5])


def from_minutes(minutes: int) -> str:
    """The canonical time that lies `minutes` after midnight."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
