"""Types for arguments that a format writes as bare text, taken from the tool's own schema."""

from functools import lru_cache
from typing import Any, Final, cast

from callwright.schemas.calls.json_text import read_json, skip_space
from callwright.schemas.calls.reply import Unreadable
from callwright.schemas.canonical import dump, load
from callwright.schemas.dialects import to_json_schema
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

Schema = dict[str, Json]
NUMBER: Final = frozenset({"integer", "number"})
STRING: Final = frozenset({"string"})
EVERY: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
WORDS: Final[dict[str, Json]] = {"True": True, "False": False, "None": None}
"""Python's words, which the template of Qwen3.5 writes for JSON's."""
MOST_HOPS = 16
"""Most references and alternatives inside one another that are followed."""


def parameter_schema(parameters: Schema, key: str) -> tuple[Json, Schema]:
    """The schema of one parameter and the root for its references, in JSON Schema 2020-12."""
    root = normal_schema(parameters)
    properties = root.get("properties")
    if is_object(properties) and key in properties:
        return properties[key], root
    if root.get("additionalProperties", False) is False:
        raise Unreadable("unknown_parameter", key)
    return root["additionalProperties"], root


def normal_schema(parameters: Schema) -> Schema:
    """Parameters in JSON Schema 2020-12, whatever their dialect; shared, so not to be changed."""
    return _normal(dump(parameters))


@lru_cache(maxsize=512)
def _normal(parameters: str) -> Schema:
    return cast("Schema", to_json_schema(load(parameters)))


def cast_text(text: str, schema: Json, root: Schema) -> tuple[Json, bool]:
    """The value of a bare text, and whether it is anything but that text.

    A text stays a string unless the schema has another type for it; `Unreadable` when it has no
    place for a string, and none for what the text says.
    """
    types = types_of(schema, root)
    if types == STRING:
        return text, False
    found, value = _value(text)
    if found and json_type(value) & types:
        return value, True
    if "string" not in types:
        raise Unreadable("uncastable", f"{text[:40]!r} as {', '.join(sorted(types))}")
    return text, False


def types_of(schema: Json, root: Schema, hops: int = MOST_HOPS) -> frozenset[str]:
    """The JSON types that a schema lets through; all of them where it does not say."""
    if not is_object(schema) or hops < 1:
        return EVERY
    types = _own(schema)
    if isinstance(reference := schema.get("$ref"), str):
        types &= types_of(resolve(reference, root), root, hops - 1)
    for key in ("anyOf", "oneOf"):
        if is_array(options := schema.get(key)) and options:
            types &= frozenset[str]().union(*(types_of(o, root, hops - 1) for o in options))
    for part in cast("list[Any]", schema.get("allOf") or []):
        types &= types_of(part, root, hops - 1)
    return types


def _own(schema: Schema) -> frozenset[str]:
    told = schema.get("type")
    if isinstance(told, str):
        return frozenset({told})
    if is_array(told):
        return frozenset(map(str, told))
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if is_array(values) and values:
        return frozenset[str]().union(*map(json_type, values))
    return EVERY


def resolve(reference: str, root: Schema) -> Json:
    """What a local reference points at; None where there is nothing."""
    at: Json = root
    for part in reference.removeprefix("#/").split("/"):
        at = at.get(part.replace("~1", "/").replace("~0", "~")) if is_object(at) else None
    return at


def _value(text: str) -> tuple[bool, Json]:
    """Whether the whole text is a JSON value or one of Python's words, and that value."""
    bare = text.strip()
    if bare in WORDS:
        return True, WORDS[bare]
    try:
        value, end = read_json(text, skip_space(text, 0))
    except Unreadable:
        return False, None
    return skip_space(text, end) == len(text), value


def json_type(value: Json) -> frozenset[str]:
    """The JSON types of a value; a whole number is an integer and a number."""
    if value is None:
        return frozenset({"null"})
    if isinstance(value, bool):
        return frozenset({"boolean"})
    if isinstance(value, int | float):
        return NUMBER if isinstance(value, int) or value.is_integer() else NUMBER - {"integer"}
    if isinstance(value, str):
        return STRING
    return frozenset({"object"}) if is_object(value) else frozenset({"array"})
