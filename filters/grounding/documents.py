"""What an answer claims that is a JSON document: each of its leaves, keys aside.

A string claims its value where it is one (a day, an amount), else its very words, all of them; so a
document is held to more than prose is, where a sentence may begin with any word.
"""

from collections.abc import Iterator
from datetime import date
from typing import cast

from callwright.filters.grounding.claims import Claim, facts
from callwright.filters.grounding.following import as_number
from callwright.filters.grounding.readers import Fact
from callwright.filters.grounding.vocabulary import CODES
from callwright.schemas.forms.document import read_document
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json


def document_claims(text: str, today: date) -> list[Claim] | None:
    """The claims of a JSON object or array; None for any other text."""
    found = read_document(text) if text.lstrip()[:1] in ("{", "[") else None
    return list(_claims(found, today)) if is_object(found) or is_array(found) else None


def _claims(value: Json, today: date) -> Iterator[Claim]:
    if is_object(value):
        amount = _amount(value)
        if amount is None:
            for inner in value.values():
                yield from _claims(inner, today)
        else:
            yield Claim("money", (amount,), " ".join(map(str, value.values())), 0, 0)
    elif is_array(value):
        for inner in value:
            yield from _claims(inner, today)
    elif isinstance(value, str) and value.strip():
        yield from _said(value.strip(), today)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        number = as_number(value)
        readings = () if number is None else tuple(_numbers(number))
        yield Claim("number", readings, f"{value}", 0, 0)


def _numbers(value: float) -> Iterator[Fact]:
    """A number, and what it may be of: things, percent, or minutes of a length of time."""
    yield "number", value
    yield "count", value
    yield "number", round(value / 100, 6)
    yield "duration", round(value * 60)


def _said(text: str, today: date) -> Iterator[Claim]:
    """The value that a whole string is, in any form that the context may show; else its words."""
    claim = next((c for c in facts(text, today) if (c.start, c.end) == (0, len(text))), None)
    if claim is None:
        yield Claim("name", (), text, 0, len(text))
        return
    yield claim._replace(readings=tuple(r for fact in claim.readings for r in _parts(fact)))
    for sort, *rest in claim.readings:
        if sort == "moment":  # some tools show day and clock apart
            yield Claim("time", (("time", rest[1]),), text, 0, len(text))


def _parts(fact: Fact) -> Iterator[Fact]:
    """A fact, the day of a moment, and the minutes of a length of time."""
    yield fact
    if fact[0] == "moment":
        yield "date", fact[1]
    elif fact[0] == "duration":
        yield "number", float(fact[1]) / 60 if isinstance(fact[1], int | float) else 0.0


def _amount(value: dict[str, Json]) -> Fact | None:
    """An object of just an amount and a currency."""
    codes = [v for v in value.values() if v in CODES]
    others = [v for v in value.values() if v not in CODES]
    if len(codes) != 1 or len(others) != 1:
        return None
    try:
        return "money", float(others[0]), cast("str", codes[0])
    except (TypeError, ValueError, OverflowError):
        return None
