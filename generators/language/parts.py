"""Values and the parts of them that are said: a date-time's clock, its day."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from random import Random
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.table import Output
from callwright.schemas.errors import PhraseError
from callwright.schemas.values import (
    Count,
    Date,
    DateTime,
    Duration,
    FreeText,
    Kind,
    Money,
    Setting,
    Surface,
    Time,
)

Json = Any
_CLOCK, _DAY = Time(), Date()
_BY_FORM = frozenset({"date_time", "date", "time", "entity_id", "title", "free_text"})
"""Kinds that the form of a value tells well enough, so that a namesake need not be asked."""
_MONEY, _NUMBER, _LENGTH, _LINE = Money(), Count(high=10**9), Duration(), FreeText()
FIRST_BEST = frozenset({"place", "title"})
"""Kinds whose first form is what people mostly say; the others are aliases and quotes."""
MACHINE = re.compile(r"^PT?\d|\dT\d\d:")
"""Forms that read back but that nobody says: ISO durations and time stamps."""
_LONG = re.compile(r" in the |o'clock|half|quarter| past ")
"""Times too long to stand before a noun: `the half past five in the evening flight`."""
_STRICT = frozenset({"on", "at", "the", "every"})
_COUNTED = re.compile(r"^in | from | ago$")
"""Counted forms, which take no preposition: `in two days`, `2 days from today`, `7 days ago`."""
_LOOSE = frozenset(
    "for from until till by to through before after since starting between and".split()
)
PARTS = frozenset({"clock", "day"})


def part(kind: Kind, value: Json, mark: str) -> tuple[Kind, Json]:
    """Kind and value of the part `mark` of a value; the value itself for no mark.

    A date-time's clock and day are those of its own offset: a flight leaves at local time.
    """
    if mark not in PARTS:
        return kind, value
    if not isinstance(kind, DateTime):
        raise PhraseError(f"part {mark!r} of a {kind.name}: only a date_time has parts")
    return (_CLOCK, value[11:16]) if mark == "clock" else (_DAY, value[:10])


@lru_cache(maxsize=16_384)
def kind_at(output: type[Output], path: tuple[str | int, ...]) -> Kind:
    """Kind of the leaf at a path into a canonical result; `PhraseError` when it is none."""
    shape: Any = output
    for key in path:
        if isinstance(key, int):
            continue
        inner = shape.row if isinstance(shape, shapes.Items) else shape
        shape = shapes.fields(inner).get(key) if isinstance(inner, type) else None
        if shape is None:
            raise PhraseError(f"{output.__name__} has no field {'.'.join(map(str, path))}")
    if not isinstance(shape, Kind):
        raise PhraseError(f"{'.'.join(map(str, path))} of {output.__name__} is not a single value")
    return shape


def value_at(data: Json, path: tuple[str | int, ...]) -> Json:
    """The value at a path, None when it is absent."""
    for key in path:
        if isinstance(data, Mapping):
            data = data.get(key)
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return None
    return data


def kind_of_detail(value: Json, named: Sequence[Kind] = ()) -> Kind:
    """The kind of an error's detail, which has no declared type.

    That of the parameters and fields of its name in the domain, `named`; else by its form.
    """
    for kind in named:
        if kind.name not in _BY_FORM and kind.check(value):
            return kind
    if isinstance(value, dict):
        return _MONEY
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _NUMBER
    for kind in (DateTime(), _DAY, _CLOCK, _LENGTH):
        if kind.check(value):
            return kind
    return _LINE


@lru_cache(maxsize=16_384)
def split_path(text: str) -> tuple[str | int, ...]:
    """`flights.0.price` as a path."""
    return tuple(int(p) if p.isdigit() else p for p in text.split("."))


def say(
    kind: Kind, value: Json, setting: Setting, rng: Random, style: str, after: str = ""
) -> Surface:
    """One surface form. `style` prefers forms of that style; `after` is the word before it."""
    every = kind.surfaces(value, setting)
    forms = [f for f in every if not MACHINE.search(f.text)] or every
    forms = [f for f in forms if _follows(f, after)] or forms
    if kind.name in FIRST_BEST and (after == "the" or rng.random() < 0.8):
        return forms[0]
    liked = [f for f in forms if f.style == style]
    plain = [f for f in forms if f.style == "plain"] or forms
    return rng.choice(liked if liked and rng.random() < 0.5 else plain)


def _follows(form: Surface, word: str) -> bool:
    """Whether a form can stand after a word: not `on tomorrow`, not `until in two days`."""
    if word in _STRICT:
        return not form.bare and not (word == "the" and _LONG.search(form.text))
    return word not in _LOOSE or not _COUNTED.search(form.text)


def rank(kind: Kind, value: Json) -> Any:
    """A sortable key for `min` and `max`, or None for kinds without an order."""
    if kind.name == "money":
        return (value["currency"], Decimal(value["amount"]))
    if kind.name == "duration":
        return kind.encode(value, "minutes", _NO_SETTING)
    if kind.name == "date_time":
        return datetime.fromisoformat(value)
    if kind.name in {"date", "time"}:
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    return None


_NO_SETTING: Any = None
