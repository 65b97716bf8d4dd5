"""JSON inside the text of a reply, read strictly: no NaN, no repeated keys, no bottomless nesting.

The position after the value is given back, so that what closes a call is looked for behind its
JSON and never inside one of its strings.
"""

import json
import math
from typing import Any, Final, cast

from callwright.schemas.calls.reply import ReadCall, Unreadable
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

DEEPEST = 64
"""Most levels of nesting in one value."""
SPACE: Final = " \t\r\n"


def skip_space(text: str, start: int) -> int:
    """The first position from `start` on that holds no JSON white space."""
    while start < len(text) and text[start] in SPACE:
        start += 1
    return start


def read_json(text: str, start: int) -> tuple[Json, int]:
    """The JSON value that begins at `start`, and the position after it; may raise `Unreadable`."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except RecursionError as error:
        raise Unreadable("too_deep", text[start : start + 80]) from error
    except ValueError as error:
        raise Unreadable("broken_json", text[start : start + 80]) from error
    check_value(value)
    return value, end


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("repeated_key", ", ".join(key for key, _ in pairs))
    return found


def _constant(name: str) -> Json:
    raise Unreadable("not_finite", name)


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Unreadable("not_finite", text)
    return number


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float
)


def check_value(value: Json) -> None:
    """Raise `Unreadable` for too deep a nesting, and for strings that no UTF-8 text can hold."""
    level: list[Json] = [value]
    for _ in range(DEEPEST):
        inner: list[Json] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif is_object(item):
                for key in item:
                    _check_text(key)
                inner += item.values()
            elif is_array(item):
                inner += item
        if not inner:
            return
        level = inner
    raise Unreadable("too_deep", f"more than {DEEPEST} levels")


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Unreadable("not_text", ascii(text)) from error


def as_call(value: Json, keys: tuple[str, ...] = ("arguments",)) -> ReadCall:
    """The call that a JSON object stands for: a name, and an object under one of `keys`."""
    if not is_object(value):
        raise Unreadable("not_a_call", str(cast(object, value)))
    name = value.get("name")
    if not isinstance(name, str) or not name:
        raise Unreadable("no_name", str(value))
    key = next((key for key in keys if key in value), None)
    surplus = set(value) - {"name", key}
    if surplus:
        raise Unreadable("unknown_key", ", ".join(sorted(surplus)))
    arguments = value.get(key or "")
    if not is_object(arguments):
        raise Unreadable("arguments_not_object", str(arguments))
    return ReadCall(name, arguments)
