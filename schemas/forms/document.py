"""An answer that is a JSON document: read strictly, in bounded time, never raising.

A key that stands twice makes it none: whoever says two values under one key says neither.
"""

import json
from typing import Any, Final, NoReturn

from callwright.schemas.narrow import is_array, is_object

Json = Any
DEEPEST: Final = 64
"""Nesting up to which a document is read."""


class _NoDocument:
    def __bool__(self) -> bool:
        return False


NO_DOCUMENT: Final = _NoDocument()
"""What `read_document` gives for a text that is none; false, as are documents such as `0`."""


def read_document(text: str) -> Json:
    """The value of a text that is JSON and nothing else, white space around it aside."""
    if _depth(text) > DEEPEST:
        return NO_DOCUMENT
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except ValueError:
        return NO_DOCUMENT


def at_pointer(document: Json, pointer: str) -> Json:
    """The value at a JSON pointer; `NO_DOCUMENT` when it is not there."""
    here = document
    for raw in pointer.split("/")[1:]:
        key = raw.replace("~1", "/").replace("~0", "~")
        if is_object(here) and key in here:
            here = here[key]
        elif is_array(here) and key.isascii() and key.isdigit() and int(key[:6]) < len(here):
            here = here[int(key[:6])]
        else:
            return NO_DOCUMENT
    return here


def _depth(text: str) -> int:
    """Deepest nesting of brackets, those in strings included: an upper bound."""
    opened = text.count("[") + text.count("{")
    if opened <= DEEPEST:  # as nearly always, and to look at each character takes long
        return opened
    deepest = depth = 0
    for character in text:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
