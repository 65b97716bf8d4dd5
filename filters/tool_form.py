"""The form of a visible tool: its parameters as JSON Schema, what is wrong with them, a validator.

Forms are kept, in bounded number, by the digest of the parameters; and by the object itself, since
views are pooled and most tools are met many times. Only tools that are called are compiled.
"""

import hashlib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

import jsonschema_rs

from callwright.schemas.canonical import canonical
from callwright.schemas.dialects import to_json_schema
from callwright.schemas.messages import ToolSpec
from callwright.schemas.record import Json
from callwright.schemas.same import Same

MOST_FORMS = 8192
"""About two releases' worth of views."""


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
def _shared(same: Same[Mapping[str, Json]]) -> ToolForm:
    return _form(_Alike(same.value))


@lru_cache(maxsize=MOST_FORMS)
def _form(alike: _Alike) -> ToolForm:
    return ToolForm(alike.parameters)
