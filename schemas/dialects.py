"""Type dialects of visible tools, normalised to JSON Schema 2020-12 so that calls can be checked.

Public tool sets write `dict`, `float` and `tuple` for types, OpenAPI's `nullable`, or Pydantic's
`anyOf`, `$defs` and `title`; the last are JSON Schema already.
"""

from typing import Any, Final, cast

from callwright.schemas.record import Json

TYPES: Final[dict[str, str | None]] = {
    "dict": "object",
    "float": "number",
    "double": "number",
    "int": "integer",
    "long": "integer",
    "bool": "boolean",
    "str": "string",
    "tuple": "array",
    "list": "array",
    "any": None,
}
"""Type names of the Python dialect; None allows every type."""
NESTED: Final = ("items", "additionalProperties", "not", "contains", "if", "then", "else")
NAMED: Final = ("properties", "$defs", "definitions", "patternProperties")
LISTED: Final = ("anyOf", "oneOf", "allOf", "prefixItems")


def to_json_schema(schema: Json) -> Json:
    """A schema of any of the dialects as JSON Schema 2020-12; other values unchanged."""
    if not isinstance(schema, dict):
        return schema
    out = {key: _part(key, value) for key, value in cast("dict[str, Json]", schema).items()}
    if isinstance(out.get("type"), str) and out["type"] in TYPES:
        name = TYPES[out.pop("type")]
        out |= {"type": name} if name else {}
    return _or_null(out) if out.pop("nullable", False) is True else out


def _part(key: str, value: Json) -> Json:
    if key in NESTED:
        return to_json_schema(value)
    if key in NAMED and isinstance(value, dict):
        named = cast("dict[str, Json]", value)
        return {name: to_json_schema(inner) for name, inner in named.items()}
    if key in LISTED and isinstance(value, list):
        return [to_json_schema(inner) for inner in cast("list[Any]", value)]
    return value


def _or_null(schema: dict[str, Json]) -> dict[str, Json]:
    outer = {key: schema.pop(key) for key in ("description", "default", "title") if key in schema}
    return {**outer, "anyOf": [schema, {"type": "null"}]}
