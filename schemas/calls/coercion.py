"""Arguments in the JSON types that a tool's schema asks for, where the value says it beyond doubt.

A value whose type the schema allows stays as it is, so a text stays a text wherever one is allowed.
Nothing is cut, split, wrapped or rounded: a single value is no list, and `1` is no truth.
"""

from collections.abc import Callable
from typing import Final, cast

from callwright.schemas.calls.cast import (
    MOST_HOPS,
    STRING,
    json_type,
    normal_schema,
    resolve,
    types_of,
)
from callwright.schemas.calls.json_text import read_json, skip_space
from callwright.schemas.calls.reply import ReadCall, Unreadable
from callwright.schemas.messages import ToolSpec
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

Schema = dict[str, Json]
MOST_EXACT: Final = 2**53
"""Beyond this, a float no longer tells which whole number was meant."""
LONGEST_POINTER: Final = 200
TRUTHS: Final = {"true": True, "false": False, "True": True, "False": False}
NOTHING: Final = ("null", "None")


def coerce(call: ReadCall, tool: ToolSpec) -> tuple[dict[str, Json], tuple[str, ...]]:
    """The arguments with their types put right, in the same order, and what was changed.

    Each change is told as `<JSON pointer>:<class>`, such as `/guests/0/age:integer_from_text`.
    Whether the arguments are valid is not looked at. What lies deeper than a pointer of 200
    characters tells is left as it is.
    """
    root = normal_schema(tool.parameters)
    casts: list[str] = []
    arguments = _object(call.arguments, root, root, "", casts)
    return arguments, tuple(casts)


def _coerced(value: Json, schema: Json, root: Schema, at: str, casts: list[str]) -> Json:
    if len(at) > LONGEST_POINTER:
        return value
    types = types_of(schema, root)
    if not json_type(value) & types:
        changed = _changed(value, types)
        if changed is None or not _listed(changed[1], schema, root):
            return value
        casts.append(f"{at}:{changed[0]}")
        value = changed[1]
    elif isinstance(value, float) and "number" not in types and abs(value) < MOST_EXACT:
        casts.append(f"{at}:integer_from_float")
        return int(value)
    if is_object(value):
        return _object(value, schema, root, at, casts)
    if is_array(value):
        return _array(value, schema, root, at, casts)
    return value


def _object(
    value: dict[str, Json], schema: Json, root: Schema, at: str, casts: list[str]
) -> dict[str, Json]:
    parts = _parts(schema, root, "object")
    return {
        key: _coerced(item, _property(parts, key), root, f"{at}/{_escaped(key)}", casts)
        for key, item in value.items()
    }


def _array(value: list[Json], schema: Json, root: Schema, at: str, casts: list[str]) -> list[Json]:
    parts = _parts(schema, root, "array")
    return [
        _coerced(item, _item(parts, i), root, f"{at}/{i}", casts) for i, item in enumerate(value)
    ]


def _escaped(key: str) -> str:
    return key[: LONGEST_POINTER + 1].replace("~", "~0").replace("/", "~1")


def _parts(schema: Json, root: Schema, kind: str, hops: int = MOST_HOPS) -> list[Schema]:
    """The plain schemas that all speak of a value of that kind; none where one must choose."""
    if not is_object(schema) or hops < 1:
        return []
    parts = [schema]
    if isinstance(reference := schema.get("$ref"), str):
        parts += _parts(resolve(reference, root), root, kind, hops - 1)
    for part in cast("list[Json]", schema.get("allOf") or []):
        parts += _parts(part, root, kind, hops - 1)
    for key in ("anyOf", "oneOf"):
        listed = cast("list[Json]", schema.get(key) or [])
        options = [option for option in listed if kind in types_of(option, root)]
        if len(options) == 1:
            parts += _parts(options[0], root, kind, hops - 1)
    return parts


def _property(parts: list[Schema], key: str) -> Json:
    """The schema of one property; None, which allows all, where none or several speak of it."""
    told = [
        part["properties"][key]
        for part in parts
        if is_object(part.get("properties")) and key in part["properties"]
    ]
    if not told:
        told = [part["additionalProperties"] for part in parts if "additionalProperties" in part]
    return told[0] if len(told) == 1 else None


def _item(parts: list[Schema], index: int) -> Json:
    """The schema of one item of a list; None, which allows all, where none or several speak."""
    told: list[Json] = []
    for part in parts:
        first = cast("list[Json]", part.get("prefixItems") or [])
        if index < len(first):
            told.append(first[index])
        elif "items" in part:
            told.append(part["items"])
    return told[0] if len(told) == 1 else None


def _listed(value: Json, schema: Json, root: Schema) -> bool:
    """Whether a value is among those that an `enum` or a `const` allows, where there is one."""
    kinds = json_type(value)
    parts = [part for kind in sorted(kinds) for part in _parts(schema, root, kind)]
    lists = [part.get("enum", [part["const"]] if "const" in part else None) for part in parts]
    return all(value in allowed for allowed in lists if is_array(allowed))


def _changed(value: Json, types: frozenset[str]) -> tuple[str, Json] | None:
    """The class of the change and the value of an allowed type, or None."""
    if isinstance(value, str):
        return _from_text(value.strip(), types)
    if isinstance(value, int) and not isinstance(value, bool) and types == STRING:
        return ("text_from_integer", str(value)) if abs(value) < MOST_EXACT else None
    return None


def _from_text(text: str, types: frozenset[str]) -> tuple[str, Json] | None:
    if "null" in types and text in NOTHING:
        return "null_from_text", None
    if "boolean" in types and text in TRUTHS:
        return "boolean_from_text", TRUTHS[text]
    value = _json(text)
    return next(
        (
            (f"{kind}_from_text", make(value))
            for kind, fits, make in _READ
            if kind in types and fits(value)
        ),
        None,
    )


def _json(text: str) -> Json:
    """The value of a text that is JSON from end to end; None for all others."""
    try:
        value, end = read_json(text, skip_space(text, 0))
    except Unreadable:
        return None
    return value if skip_space(text, end) == len(text) else None


def _is_whole(value: Json) -> bool:
    if isinstance(value, float):
        return value.is_integer() and abs(value) < MOST_EXACT
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(value: Json) -> Json:
    return value


_READ: Final[tuple[tuple[str, Callable[[Json], bool], Callable[[Json], Json]], ...]] = (
    ("number", _is_number, _same),
    ("integer", _is_whole, int),
    ("object", is_object, _same),
    ("array", is_array, _same),
)
"""Kinds that a JSON text stands for; the number comes first, since it keeps `21.0` as it is."""
READ_KINDS: Final = tuple(kind for kind, _, _ in _READ)
