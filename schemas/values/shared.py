"""Small pure helpers that several kinds share.

Patterns of kinds are plain `^...$` over ASCII, without look-around, so that any grammar-guided
decoder takes them too. jsonschema-rs, which judges values here, ends them at the end of the text;
Python's `$` (jsonschema) would overlook one final newline where no maxLength forbids it.
"""

import re
from collections.abc import Iterable
from typing import Final, TypeGuard

from callwright.schemas.values.base import Json, Kind, Surface

ONE_LINE: Final = r"^[^\x00-\x20\x7f]([^\x00-\x1f\x7f]*[^\x00-\x20\x7f])?$"
"""Pattern of one line of text with no space at its ends, control characters excluded."""
_ONE_LINE: Final = re.compile(ONE_LINE)
_QUOTES: Final = (('"', '"'), ("'", "'"), ("“", "”"), ("‘", "’"))


def is_number(value: Json) -> TypeGuard[int | float]:
    """Whether `value` is a JSON number; a bool is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_integer(value: Json) -> TypeGuard[int | float]:
    """Whether `value` is an integer as JSON Schema sees it: 1.0 is one, True is none."""
    return is_number(value) and (isinstance(value, int) or value.is_integer())


def is_line(value: Json, longest: int) -> TypeGuard[str]:
    """Whether `value` is one trimmed line of at most `longest` characters."""
    return isinstance(value, str) and len(value) <= longest and bool(_ONE_LINE.fullmatch(value))


def line_schema(longest: int) -> dict[str, Json]:
    """The schema that accepts what `is_line` accepts."""
    return {"type": "string", "minLength": 1, "maxLength": longest, "pattern": ONE_LINE}


def squeeze(text: str) -> str:
    """`text` in lower case with single spaces, trimmed."""
    return " ".join(text.lower().split())


def unquote(text: str) -> str:
    """`text` without one pair of quotes around it, unless nothing would be left."""
    for left, right in _QUOTES:
        if len(text) > 2 and text.startswith(left) and text.endswith(right):
            return text[1:-1]
    return text


def unique(surfaces: Iterable[Surface]) -> list[Surface]:
    """The surfaces in order, the first of each text."""
    first: dict[str, Surface] = {}
    for surface in surfaces:
        first.setdefault(surface.text, surface)
    return list(first.values())


def distinct(kind: Kind, value: Json, candidates: Iterable[Json]) -> list[Json]:
    """The candidates that are canonical, differ from `value`, and differ from each other."""
    kept: list[Json] = []
    for candidate in candidates:
        if kind.check(candidate) and not any(kind.equal(candidate, k) for k in [value, *kept]):
            kept.append(candidate)
    return kept
