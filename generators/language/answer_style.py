"""How one assistant writes values: one way for times, one for dates, throughout a conversation."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from callwright.schemas.values import Kind, Setting

Json = Any
VERBATIM = frozenset(
    {"person_name", "place", "title", "free_text", "email", "phone", "entity_id", "url", "path"}
)
"""Kinds that an answer writes as results show them: no quotes, no other names."""

PLAINEST = frozenset(
    {"money", "time", "date", "choice", "boolean", "quantity", "percentage", "duration", "count"}
)
"""Kinds that an answer says in their first form: other words would sound like another thing."""

_DATES: tuple[Callable[[date], str], ...] = (
    lambda d: f"{d:%A} {d.day} {d:%B}",
    lambda d: f"{d.day} {d:%B}",
    lambda d: f"{d:%A}, {d:%B} {d.day}",
    lambda d: f"{d:%B} {d.day}",
    lambda d: f"{d:%a} {d.day} {d:%b}",
)
_TIMES: tuple[Callable[[int, str], str], ...] = (
    lambda hour, minute: f"{hour:02}:{minute}",
    lambda hour, minute: f"{(hour - 1) % 12 + 1}:{minute} {'am' if hour < 12 else 'pm'}",
    lambda hour, minute: (
        f"{(hour - 1) % 12 + 1}{'' if minute == '00' else ':' + minute}"
        f"{'am' if hour < 12 else 'pm'}"
    ),
)


@dataclass(frozen=True)
class AnswerStyle:
    """The forms that one assistant keeps to."""

    day: int
    clock: int

    @classmethod
    def draw(cls, rng: Random) -> "AnswerStyle":
        """A style at random."""
        return cls(rng.randrange(len(_DATES)), rng.randrange(len(_TIMES)))

    def write(self, kind: Kind, value: Json, setting: Setting, rng: Random) -> str:
        """A value as this assistant writes it; it reads back to the value."""
        for text in self._fixed(kind, value):
            if kind.equal(kind.read(text, setting), value):
                return text
        forms = kind.surfaces(value, setting)
        plain = [f for f in forms if f.style == "plain" and not f.bare] or forms
        return plain[0].text if kind.name in PLAINEST else rng.choice(plain).text

    def _fixed(self, kind: Kind, value: Json) -> tuple[str, ...]:
        """The style's own forms, the shorter first: a far date also with its year."""
        if kind.name in VERBATIM:
            return (str(value),)
        if kind.name == "date":
            return self._dates(value)
        if kind.name == "time":
            return (self._time(value),)
        if kind.name == "date_time":
            clock = self._time(value[11:16])
            return tuple(f"{day} at {clock}" for day in self._dates(value[:10]))
        return ()

    def _dates(self, value: str) -> tuple[str, ...]:
        text = _DATES[self.day](date.fromisoformat(value))
        joint = ", " if text[-1].isdigit() else " "
        return text, f"{text}{joint}{value[:4]}"

    def _time(self, value: str) -> str:
        return _TIMES[self.clock](int(value[:2]), value[3:5])
