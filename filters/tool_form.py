"""The form of a visible tool: its parameters as JSON Schema, what is wrong with them, a validator.

Forms are kept, in bounded number, by the digest of the parameters; and by the object itself, since
views are pooled and most tools are met many times. Only tools that are called are compiled, and of
those the parameters alone where that decides: views share them, and nearly every call is right.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

import jsonschema_rs

from callwright.filters.rollout import as_list, as_object
from callwright.schemas.canonical import canonical, load
from callwright.schemas.dialects import to_json_schema
from callwright.schemas.messages import ToolSpec
from callwright.schemas.narrow import is_object
from callwright.schemas.record import Json
from callwright.schemas.same import Same

MOST_FORMS = 8192
"""About two releases' worth of views."""

OBJECT_RULES: Final = frozenset({"type", "properties", "required", "additionalProperties"})
"""Rules of an object that hold where its parameters do, and their names are right."""
NOTES: Final = frozenset({"title", "description", "default", "examples"})
"""Keys that no value is held to."""


class ToolForm:
    """What calls of one tool are checked against."""

    def __init__(self, parameters: Mapping[str, Json]) -> None:
        self.schema: dict[str, Json] = to_json_schema(dict(parameters))
        """The parameters in JSON Schema 2020-12."""

    @cached_property
    def fault(self) -> str:
        """Why no call can be checked; empty when all is well. Patterns are tried when compiling."""
        if self.schema.get("type") != "object":
            return "its parameters are no object"
        try:
            jsonschema_rs.meta.validate(self.schema)
        except (jsonschema_rs.ValidationError, ValueError) as error:
            return str(error).partition("\n")[0]
        return ""

    @cached_property
    def validator(self) -> Any:
        """Compiled validator of visible arguments, formats on; text that says why there is none."""
        if self.fault:
            return self.fault
        try:
            return jsonschema_rs.Draft202012Validator(self.schema, validate_formats=True)
        except (jsonschema_rs.ValidationError, ValueError) as error:
            return str(error).partition("\n")[0]

    def accepts(self, arguments: Mapping[str, Json]) -> bool:
        """Whether arguments are surely valid; where not, `validator` says whether, and why not."""
        return self._parts is not None and self._parts.is_valid(arguments)

    @cached_property
    def _parts(self) -> "_Parts | None":
        return None if self.fault else _parts_of(self.schema)


class _Parts:
    """An object by its parameters, each with a validator that all tools with such a one share."""

    def __init__(self, required: Sequence[str], named: Mapping[str, Any]) -> None:
        self._required, self._named = required, named

    def is_valid(self, value: Json) -> bool:
        """Whether a value is surely valid: parameters without a name in the schema may be too."""
        if not is_object(value) or not all(name in value for name in self._required):
            return False
        parts = ((self._named.get(name), inner) for name, inner in value.items())
        return all(part is not None and part.is_valid(inner) for part, inner in parts)


def _parts_of(schema: Mapping[str, Json]) -> _Parts | None:
    """The parameters of an object; None where it has other rules than that they hold."""
    open_to = schema.get("additionalProperties", True)
    if schema.get("type") != "object" or not isinstance(open_to, bool):
        return None
    if not schema.keys() <= OBJECT_RULES | NOTES:
        return None
    named = {name: _part_of(part) for name, part in as_object(schema.get("properties")).items()}
    return None if None in named.values() else _Parts(as_list(schema.get("required")), named)


def _part_of(schema: Json) -> Any:
    """What tells the values of a parameter; None where it cannot stand alone."""
    if not is_object(schema):
        return None
    if "properties" in schema:
        return _parts_of(schema)
    return _part(canonical({key: rule for key, rule in schema.items() if key not in NOTES}))


def tool_form(tool: ToolSpec) -> ToolForm:
    """The form of a tool's parameters."""
    return _shared(Same(tool.parameters))


class _Alike:
    """Parameters with their digest as identity."""

    def __init__(self, parameters: Mapping[str, Json]) -> None:
        self.parameters = parameters
        self._digest = hashlib.blake2b(canonical(parameters), digest_size=16).digest()

    def __hash__(self) -> int:
        return hash(self._digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Alike) and self._digest == other._digest


@lru_cache(maxsize=MOST_FORMS)
def _part(schema: bytes) -> Any:
    """Compiled validator of one parameter, formats on; None where it cannot stand alone."""
    if b'"$' in schema:
        return None
    try:
        return jsonschema_rs.Draft202012Validator(load(schema), validate_formats=True)
    except (jsonschema_rs.ValidationError, ValueError):
        return None


@lru_cache(maxsize=MOST_FORMS)
def _shared(same: Same[Mapping[str, Json]]) -> ToolForm:
    return _form(_Alike(same.value))


@lru_cache(maxsize=MOST_FORMS)
def _form(alike: _Alike) -> ToolForm:
    return ToolForm(alike.parameters)
