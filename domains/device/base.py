"""The tables of a phone, and looking things up in them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from callwright.domains.core import State, Table, ToolError
from callwright.domains.device.rows import (
    Accessory,
    Alarm,
    App,
    Device,
    Level,
    Network,
    Quiet,
    Routine,
    SentReport,
    Storage,
    Switch,
    Timer,
)
from callwright.schemas.values.durations import to_seconds

LONGEST = timedelta(days=60)


class Tables(State):
    """The phone of one person, and what belongs to it."""

    devices: Table[Device]
    switches: Table[Switch]
    levels: Table[Level]
    storage: Table[Storage]
    networks: Table[Network]
    accessories: Table[Accessory]
    apps: Table[App]
    alarms: Table[Alarm]
    timers: Table[Timer]
    quiet_times: Table[Quiet]
    reports: Table[SentReport]
    routines: Table[Routine]

    @property
    def phone(self) -> Device:
        """The phone that the assistant runs on: every setting is one of its own."""
        return next(iter(self.devices))

    def switch(self, name: str) -> Switch:
        """The row of a switch."""
        return self.switches.where(switch=name)[0]

    def is_on(self, name: str) -> bool:
        """Whether a switch is on."""
        return self.switch(name).on

    def level(self, name: str) -> Level:
        """The row of a level."""
        return self.levels.where(level=name)[0]

    def moment(self, text: str) -> datetime:
        """A moment in the person's zone; refused when it is years away."""
        found = datetime.fromisoformat(text)
        if abs(found.year - self.now.year) > 1:
            raise ToolError("too_far_away", f"{text} is too far from today.", start=text)
        return found.astimezone(self.now.tzinfo)


def words(text: str) -> set[str]:
    """The words of a text, folded."""
    return set(text.casefold().replace("-", " ").split())


def named(text: str | None, names: Iterable[str]) -> bool:
    """Whether every word of `text` stands in the names; None fits always."""
    wanted = words(text or "")
    have = {word for name in names for word in words(name)}
    return text is None or (bool(wanted) and wanted <= have)


def delta(length: str) -> timedelta:
    """The canonical duration as a time difference, at most `LONGEST`."""
    return min(timedelta(seconds=to_seconds(length) or 0), LONGEST)
