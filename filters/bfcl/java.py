"""Java source text as BFCL reads it: a value that is not written as its type wants stays text.

Lists are split at every comma, also inside strings, and end at the first closing bracket.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from callwright.filters.bfcl.source_text import LONGEST_COLLECTION, boolean, integer, number
from callwright.schemas.record import Json

TYPES: Final[Mapping[str, type]] = {
    "any": str,
    "Array": list,
    "ArrayList": list,
    "boolean": bool,
    "byte": int,
    "char": str,
    "double": float,
    "float": float,
    "HashMap": dict,
    "Hashtable": dict,
    "integer": int,
    "long": int,
    "Queue": list,
    "Set": set,
    "short": int,
    "Stack": list,
    "String": str,
}
_UNREAD: Final = frozenset({"Hashtable", "Queue", "Set", "Stack"})
_DOUBLE: Final = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?\n?")
_FLOAT: Final = re.compile(r"(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)[fF]\n?")
_LONG: Final = re.compile(r"(-?\d+)[lL]\n?")
_ARRAY: Final = re.compile(r"new\s+\w+\[\]\s*\{(.*?)\}")
_LISTED: Final = re.compile(r"new\s+ArrayList<\w*>\(Arrays\.asList\((.+?)\)\)")
_FILLED: Final = re.compile(r"new\s+ArrayList<\w*>\(\)\s*\{\{(.+?)\}\}", re.DOTALL)
_EMPTY_LIST: Final = re.compile(r"new\s+ArrayList<\w*>\(\)")
_ADD: Final = re.compile(r"add\((.+?)\)")
_EMPTY_MAP: Final = re.compile(r"new\s+HashMap<.*?>\s*\(\)")
_FILLED_MAP: Final = re.compile(r"new\s+HashMap<.*?>\s*\(\)\s*\{([^}]*)\}", re.DOTALL)
_PUT: Final = re.compile(r'put\("(.*?)",\s*(.*?)\)')


def read(text: str, name: str, element: str | None) -> Json:
    """The value that `text` writes for the Java type `name`, with elements of type `element`.

    Raises:
        ValueError: for a type that is none of Java's here.
        NotImplementedError: for the collections that BFCL does not read.
    """
    if name in _UNREAD:
        raise NotImplementedError(name)
    if name not in TYPES:
        raise ValueError(name)
    if name in _COLLECTIONS and len(text) <= LONGEST_COLLECTION:
        return _COLLECTIONS[name](text, element)
    return _SCALARS.get(name, str)(text)


def _double(text: str) -> Json:
    return float(text) if _DOUBLE.fullmatch(text) else text


def _float(text: str) -> Json:
    found = _FLOAT.fullmatch(text)
    return float(found[1]) if found else text


def _long(text: str) -> Json:
    found = _LONG.fullmatch(text)
    return int(found[1]) if found else text


def _array(text: str, element: str | None) -> Json:
    found = _ARRAY.search(text)
    if found is None:
        return text
    parts = (part.strip() for part in found[1].split(","))
    kept = [part for part in parts if part]
    return [_value(p) if element is None else read(p, element, None) for p in kept]


def _array_list(text: str, element: str | None) -> Json:
    found = _LISTED.search(text)
    if found is not None:
        return _elements(found[1].split(","), element)
    found = _FILLED.search(text)
    if found is not None:
        return _elements(_ADD.findall(found[1]), element)
    return [] if _EMPTY_LIST.search(text) else text


def _elements(parts: list[str], element: str | None) -> list[Json]:
    return [_element(part.strip(), element) for part in parts]


def _element(text: str, element: str | None) -> Json:
    if element is None:
        return _value(text)
    # BFCL takes the first and last character for quotes, whatever they are.
    return text[1:-1] if element in {"char", "String"} else read(text, element, None)


def _hash_map(text: str, element: str | None) -> Json:
    # Only up to the last brace: behind it every place would be tried in vain, which takes long.
    found = _FILLED_MAP.search(text, 0, text.rfind("}") + 1)
    if found is None:
        return {} if _EMPTY_MAP.search(text) else text
    return {key: _value(value.strip()) for key, value in _PUT.findall(found[1])}


def _value(text: str) -> Json:
    """A value whose type is not told."""
    if text in {"true", "false"}:
        return boolean(text)
    if text.startswith('"') and text.endswith('"'):
        return text[1:-1]
    read_as = _long(text)
    if isinstance(read_as, str):
        read_as = _float(text)
    return number(text) if isinstance(read_as, str) else read_as


_SCALARS: Final[Mapping[str, Callable[[str], Json]]] = {
    "boolean": boolean,
    "byte": integer,
    "double": _double,
    "float": _float,
    "integer": integer,
    "long": _long,
    "short": integer,
}
_COLLECTIONS: Final[Mapping[str, Callable[[str, str | None], Json]]] = {
    "Array": _array,
    "ArrayList": _array_list,
    "HashMap": _hash_map,
}
