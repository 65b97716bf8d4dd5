"""JavaScript source text as BFCL reads it: a value not written as its type wants stays text.

Arrays are split at every comma, also inside strings; an object ends at its first closing brace.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from callwright.filters.bfcl.source_text import LONGEST_COLLECTION, boolean, integer, number
from callwright.schemas.record import Json

TYPES: Final[Mapping[str, type]] = {
    "any": str,
    "array": list,
    "Bigint": int,
    "Boolean": bool,
    "dict": dict,
    "float": float,
    "integer": int,
    "String": str,
}
_FLOAT: Final = re.compile(r"-?\d+(\.\d+)?\n?")
_BIGINT: Final = re.compile(r"-?\d+n\n?")
_LIST: Final = re.compile(r"\[(.*?)\]|new\s+Array\((.*?)\)")
_ROWS: Final = re.compile(r"(\[|new\s+Array\()\s*\[")
_ROW_END: Final = re.compile(r"[^\n\]]*\]")
_NEXT_ROW: Final = re.compile(r"\s*,\s*\[")
_ROW: Final = re.compile(r"\[(.*?)\]")
_KEY: Final = re.compile(r"([^:]+):")
_NEXT_MEMBER: Final = re.compile(r",\s*(?=[^,]+:)")
_OBJECT: Final = re.compile(r"\{(.*?)\}")


def read(text: str, name: str, element: str | None) -> Json:
    """The value that `text` writes for the type `name`, with elements of type `element`.

    Raises:
        ValueError: for a type that is none of JavaScript's here.
    """
    if name not in TYPES:
        raise ValueError(name)
    if name == "array":
        return _array(text.strip(), element)
    if name == "dict":
        return _object(text.strip())
    return _SCALARS.get(name, str)(text)


def _string(text: str) -> str:
    return text[1:-1] if _is_quoted(text) else text


def _is_quoted(text: str) -> bool:
    return any(text.startswith(quote) and text.endswith(quote) for quote in "\"'")


def _float(text: str) -> Json:
    return float(text) if _FLOAT.fullmatch(text) else text


def _bigint(text: str) -> Json:
    # A last newline is let be, and then read in place of the suffix: that raises, as BFCL does.
    return int(text[:-1]) if _BIGINT.fullmatch(text) else text


def _value(text: str) -> Json:
    """A value whose type is not told."""
    text = text.strip()
    if text in {"true", "false"}:
        return boolean(text)
    return text[1:-1] if _is_quoted(text) else number(text)


def _array(text: str, element: str | None) -> Json:
    if len(text) > LONGEST_COLLECTION:
        return text
    rows = _rows(text)
    if rows is not None:
        return [[_value(part.strip()) for part in row.split(",")] for row in rows]
    found = _LIST.match(text)
    if found is None:
        return text
    inside = (found[1] if found[2] is None else found[2]).strip()
    if not inside:
        return []
    parts = [part.strip() for part in inside.split(",")]
    if element is None:
        return [_value(part) for part in parts]
    return [read(part, element, None) for part in parts] if element in TYPES else text


def _rows(text: str) -> list[str] | None:
    """The insides of the rows of an array of arrays; None when the text is none."""
    start = _ROWS.match(text)
    if start is None:
        return None
    close = re.compile(r"\s*\]" if start[1] == "[" else r"\s*\)")
    at = start.end()
    while row := _ROW_END.match(text, at):
        if end := close.match(text, row.end()):
            return _inner(text[: end.end()])
        following = _NEXT_ROW.match(text, row.end())
        at = following.end() if following else row.end()
    return None


def _inner(text: str) -> list[str]:
    first, *others = _ROW.findall(text)
    return [first.strip().removeprefix("["), *(other.strip() for other in others)]


def _object(text: str) -> Json:
    found = _OBJECT.match(text) if len(text) <= LONGEST_COLLECTION else None
    if found is None:
        return text
    return {key: _member(value) for key, value in _members(found[1])}


def _member(text: str) -> Json:
    if text.startswith("[") and text.endswith("]"):
        return _array(text, None)
    return _value(text.strip("'\""))


def _members(text: str) -> Iterator[tuple[str, str]]:
    """Keys and values: a value ends before the comma after which some key and its colon follow."""
    at = 0
    while key := _KEY.search(text, at):
        end = _NEXT_MEMBER.search(text, key.end())
        stop, at = end.span() if end else (len(text), len(text))
        yield key[1].strip().strip("'\""), text[key.end() : stop].strip()


_SCALARS: Final[Mapping[str, Callable[[str], Json]]] = {
    "Bigint": _bigint,
    "Boolean": boolean,
    "float": _float,
    "integer": integer,
    "String": _string,
}
