"""Calls that are just as they should be, as nearly all are; `reading` takes care of the others.

Whatever is said here of a call, the longer way through `reading` says too.
"""

from collections.abc import Sequence
from itertools import repeat
from typing import Any, Final

import orjson

from callwright.schemas.calls.json_text import DEEPEST
from callwright.schemas.completions import CompletionRequest
from callwright.schemas.messages import ToolCall, ToolSpec
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

PLAIN: Final[dict[str, frozenset[type]]] = {
    "string": frozenset({str}),
    "integer": frozenset({int}),
    "number": frozenset({int, float}),
    "boolean": frozenset({bool}),
}


def plain_calls(listed: Json, request: CompletionRequest) -> tuple[ToolCall, ...] | None:
    """The calls that a server parsed; None where any of them has to be read with more care."""
    if not is_array(listed):
        return None
    found: list[tuple[str, dict[str, Json]]] = []
    for one in listed:
        function: Any = one.get("function") if is_object(one) else None
        call = _plain_call(function, request.tools) if is_object(function) else None
        if call is None:
            return None
        found.append(call)
    return numbered(found, request)


def _plain_call(
    function: dict[str, Json], tools: tuple[ToolSpec, ...]
) -> tuple[str, dict[str, Json]] | None:
    name, arguments = function.get("name"), function.get("arguments")
    if not isinstance(arguments, str) or not isinstance(name, str) or not name:
        return None
    value, tool = plain_object(arguments), tool_named(name, tools)
    if value is None or (tool is not None and not fits(value, tool.parameters)):
        return None
    return name, value


def plain_object(arguments: str) -> dict[str, Json] | None:
    """The object in a JSON text that nothing is wrong with; None when that is not plain to see.

    It is plain when writing the value gives the same text but for spaces: then no key is repeated,
    and no number was rounded. Nesting is bounded by the number of brackets.
    """
    try:
        value = orjson.loads(arguments)
        written = orjson.dumps(value).decode()
    except (TypeError, ValueError):
        return None
    if not is_object(value) or arguments.count("{") + arguments.count("[") > DEEPEST:
        return None
    same = written == arguments or written.replace(" ", "") == arguments.replace(" ", "")
    return value if same else None


def tool_named(name: str, tools: tuple[ToolSpec, ...]) -> ToolSpec | None:
    """The tool of that name; None where there is none."""
    for tool in tools:
        if tool.name == name:
            return tool
    return None


def fits(value: Json, schema: Json) -> bool:
    """Whether a value plainly has the type of its schema, at every depth: nearly always."""
    if not is_object(schema):
        return False
    kind = schema.get("type")
    if isinstance(kind, str) and kind in PLAIN:
        return type(value) in PLAIN[kind]
    if kind == "object" and is_object(value):
        inside = schema.get("properties")
        return is_object(inside) and all(map(fits, value.values(), map(inside.get, value)))
    if kind == "array" and is_array(value):
        return all(map(fits, value, repeat(schema.get("items"))))
    return False


def numbered(
    calls: Sequence[tuple[str, dict[str, Json]]], request: CompletionRequest
) -> tuple[ToolCall, ...]:
    """Names and arguments as calls, whose ids count up through the conversation."""
    if not calls:
        return ()
    taken = {call.id for one in request.messages if one.tool_calls for call in one.tool_calls}
    made: list[ToolCall] = []
    number = len(taken)
    for name, arguments in calls:
        number += 1
        while f"call_{number}" in taken:
            number += 1
        made.append(ToolCall.trusted(id=f"call_{number}", name=name, arguments=arguments))
    return tuple(made)
