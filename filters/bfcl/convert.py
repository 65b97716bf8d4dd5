"""Our tools and expected calls in BFCL's form, so that both checkers can judge the same calls.

Only what BFCL can say is carried over: types, which parameters are required, one right value each,
and defaults that may be left out, at the top and directly inside an object. An equality of kinds
(another form of a price) and a default deeper inside have no place there.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, cast

from callwright.filters.rollout import Act
from callwright.schemas.checks import ExpectedCall
from callwright.schemas.dialects import to_json_schema
from callwright.schemas.messages import ToolSpec
from callwright.schemas.record import Json

_TYPES: Final = {
    "array": "array",
    "boolean": "boolean",
    "integer": "integer",
    "number": "float",
    "object": "dict",
    "string": "string",
}
"""JSON Schema type -> BFCL's; anything else is `any`."""
_OMITTED: Final = ""
"""Among the alternatives: the parameter may be left out."""


class Question(NamedTuple):
    """What BFCL's checker is asked beside the calls to judge."""

    functions: list[Json]
    expected: list[Json]


def to_question(tools: Sequence[ToolSpec], calls: Sequence[ExpectedCall]) -> Question:
    """The tools on offer and the expected calls of one turn, which must not depend on each other.

    Raises:
        KeyError: an expected call is of a tool that is not among `tools`.
    """
    functions = {tool.name: to_function(tool) for tool in tools}
    expected: list[Json] = [{call.name: _gold(functions[call.name], call)} for call in calls]
    return Question([*functions.values()], expected)


def to_predicted(acts: Sequence[Act]) -> list[Json]:
    """Calls as BFCL reads them; what was no JSON object is None there, and is rejected."""
    return [{act.name: act.arguments} for act in acts]


def to_function(tool: ToolSpec) -> dict[str, Json]:
    """The document of a tool, whatever its type dialect, with BFCL's type names."""
    parameters = _spec(to_json_schema(tool.parameters))
    return {
        "name": tool.name,
        "description": tool.description,
        "parameters": {"properties": {}, "required": [], **parameters},
    }


def _spec(schema: Json) -> dict[str, Json]:
    """A schema in BFCL's words: an alternative to null is the type itself."""
    options = (one for one in schema.get("anyOf", ()) if one.get("type") not in {None, "null"})
    schema = schema if "type" in schema else next(options, schema)
    name = _TYPES.get(str(schema.get("type")), "any")
    spec: dict[str, Json] = {"type": name}
    if name == "array":
        spec["items"] = _spec(schema.get("items", {}))
    if name == "dict":
        inner = cast("dict[str, Json]", schema.get("properties", {}))
        spec["properties"] = {key: _spec(value) for key, value in inner.items()}
        spec["required"] = schema.get("required", [])
    return spec


def _gold(function: Json, call: ExpectedCall) -> dict[str, list[Json]]:
    specs = function["parameters"]["properties"]
    gold = {key: [_value(v, specs.get(key, {}))] for key, v in call.arguments.items()}
    for pointer, default in call.defaults.items():
        keys = [key.replace("~1", "/").replace("~0", "~") for key in pointer[1:].split("/")]
        if len(keys) == 1:
            gold[keys[0]] = [_value(default, specs.get(keys[0], {})), _OMITTED]
        elif len(keys) == 2:
            inside = gold.setdefault(keys[0], [{}, _OMITTED])[0]
            inside[keys[1]] = [default, _OMITTED]
    return gold


def _value(value: Json, spec: Mapping[str, Json]) -> Json:
    """A right value: dictionaries have alternatives for each key, also those in a list."""
    if spec.get("type") == "dict" and isinstance(value, dict):
        return {key: [inner] for key, inner in cast("dict[str, Json]", value).items()}
    if spec.get("type") == "array" and isinstance(value, list):
        return [_value(item, spec["items"]) for item in cast("list[Json]", value)]
    return value
