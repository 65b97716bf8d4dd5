"""The moment: a day and a time with its offset from UTC.

People say moments on the user's clock, so a local time that does not exist or comes twice (when
clocks change) is said in ISO only, where the offset settles it.
"""

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from random import Random
from typing import Final

from callwright.schemas.values.base import UNREAD, Format, Json, Kind, Setting, Surface
from callwright.schemas.values.clocks import Time, to_minutes
from callwright.schemas.values.dates import Date
from callwright.schemas.values.english.moments import read_moment, say_moment
from callwright.schemas.values.shared import distinct

_CLOCK: Final = "([01][0-9]|2[0-3]):[0-5][0-9]"
_PATTERN: Final = f"^(19|20)[0-9]{{2}}-[0-9]{{2}}-[0-9]{{2}}T{_CLOCK}:[0-5][0-9](Z|[+-]{_CLOCK})$"
_ISO: Final = re.compile(_PATTERN)
_LOCAL_PATTERN: Final = f"^(19|20)[0-9]{{2}}-[0-9]{{2}}-[0-9]{{2}} {_CLOCK}$"
_SLASHED_PATTERN: Final = f"^[0-3][0-9]/[01][0-9]/(19|20)[0-9]{{2}} {_CLOCK}$"
_LOCAL: Final = re.compile(_LOCAL_PATTERN)
_SLASHED: Final = re.compile(_SLASHED_PATTERN)


class DateTime(Kind):
    """A moment, `2026-03-27T07:25:00+00:00`; equal when the instants are."""

    name = "date_time"

    def __init__(self, role: str | None = None) -> None:
        self.role = role

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "format": "date-time", "pattern": _PATTERN, "maxLength": 25}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and parse_moment(value) is not None

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        local = _local(value, setting)
        said: tuple[Surface, ...] = ()
        if local is not None:
            said = say_moment(local.date(), local.hour * 60 + local.minute, setting.now.date())
            said += (Surface(f"{local:%Y-%m-%d %H:%M}", style="terse", bare=True),)
        return [*said, Surface(value, style="terse", bare=True)]

    def read(self, text: str, setting: Setting) -> Json:
        stripped = text.strip().upper()
        if parse_moment(stripped) is not None:
            return stripped
        if _LOCAL.fullmatch(stripped):
            return self.decode(stripped, "local", setting)
        moment = read_moment(text, setting.now.date())
        return UNREAD if moment is None else _canonical(*moment, setting)

    def equal(self, a: Json, b: Json) -> bool:
        if not (isinstance(a, str) and isinstance(b, str)):
            return False
        first, second = parse_moment(a), parse_moment(b)
        return first == second if first and second else a == b

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        moment = datetime.fromisoformat(value)
        hours = (1, -1, 12, -12, 24, -24, 7 * 24, -7 * 24)
        shifted = [moment + timedelta(hours=by) for by in hours]
        relabelled = moment.replace(tzinfo=UTC)  # the clock is right, the zone is not
        return distinct(self, value, [m.isoformat() for m in [*shifted, relabelled]])

    def sample(self, rng: Random, setting: Setting) -> Json:
        value: Json = UNREAD
        while value is UNREAD:
            day, time = Date().sample(rng, setting), Time().sample(rng, setting)
            value = _canonical(date.fromisoformat(day), to_minutes(time), setting)
        return value

    def formats(self) -> tuple[Format, ...]:
        local = {"type": "string", "pattern": _LOCAL_PATTERN, "maxLength": 16}
        slashed = {"type": "string", "pattern": _SLASHED_PATTERN, "maxLength": 16}
        return (
            Format("iso", self.schema(), "ISO 8601 with offset"),
            Format("local", local, "YYYY-MM-DD HH:MM, local time"),
            Format("local_dmy", slashed, "DD/MM/YYYY HH:MM, local time"),
        )

    def encode(self, value: Json, form: str, setting: Setting) -> Json:
        """A moment without such a local text (seconds, clock change) stays in ISO, both ways."""
        local = _local(value, setting) if form in ("local", "local_dmy") else None
        if local is None:
            return value
        return f"{local:%Y-%m-%d %H:%M}" if form == "local" else f"{local:%d/%m/%Y %H:%M}"

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        if self.check(wire) or form not in ("local", "local_dmy"):
            return super().decode(wire, form, setting)
        if not isinstance(wire, str):
            return UNREAD
        if not (_LOCAL if form == "local" else _SLASHED).fullmatch(wire):
            return UNREAD
        day = wire[:10] if form == "local" else f"{wire[6:10]}-{wire[3:5]}-{wire[:2]}"
        if not Date().check(day):
            return UNREAD
        return _canonical(date.fromisoformat(day), to_minutes(wire[11:]), setting)


@lru_cache(maxsize=8192)
def parse_moment(value: str) -> datetime | None:
    """The aware datetime of a canonical moment, else None."""
    if not _ISO.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None


def at(day: date, minutes: int, zone: tzinfo | None) -> datetime | None:
    """That local time in `zone`, or None where the clock skips it or shows it twice."""
    moment = datetime(day.year, day.month, day.day, minutes // 60, minutes % 60, tzinfo=zone)
    offset = moment.utcoffset()
    if offset is None or offset != moment.replace(fold=1).utcoffset() or offset.seconds % 60:
        return None
    return moment


def _canonical(day: date, minutes: int, setting: Setting) -> Json:
    moment = at(day, minutes, setting.now.tzinfo)
    text = moment.isoformat() if moment else ""
    return text if parse_moment(text) else UNREAD


def _local(value: str, setting: Setting) -> datetime | None:
    """`value` on the user's clock, or None when that clock cannot tell it apart."""
    try:
        moment = datetime.fromisoformat(value).astimezone(setting.now.tzinfo)
    except OverflowError:
        return None
    found = at(moment.date(), moment.hour * 60 + moment.minute, setting.now.tzinfo)
    same = found is not None and not moment.second and 1900 <= moment.year <= 2099
    return moment if same else None
