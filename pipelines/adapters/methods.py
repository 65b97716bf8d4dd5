"""Tools as documented methods, for trainers that derive a tool's schema from a Python method.

Names, types, enums, descriptions and what is required come through as they are. What a type hint
cannot carry (the fields of an object, bounds, defaults) is written behind the description as JSON.
Patterns and lengths are left out. No text is ever compiled: a method is a closure with a signature.
"""

import inspect
import keyword
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, Literal, Protocol

from callwright.schemas.canonical import dump
from callwright.schemas.dialects import to_json_schema
from callwright.schemas.messages import ToolSpec

RESERVED: Final = frozenset({"reset", "get_reward"})
"""Methods of an environment that are no tools."""
_UNUSABLE: Final = frozenset({"self", "cls", "return"})
_HINTS: Final[dict[object, Any]] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}
_CARRIED: Final = frozenset({"type", "description", "title", "enum", "nullable", "anyOf", "oneOf"})
_NOISE: Final = frozenset({"pattern", "minLength", "maxLength", "additionalProperties", "title"})
_SECTIONS: Final = ("Args:", "Returns:", "Raises:")


class Caller(Protocol):
    """What the methods are bound to."""

    def _call(self, name: str, arguments: dict[str, Any]) -> str: ...


def misfit(tools: Sequence[ToolSpec]) -> str:
    """Why these tools cannot be the methods of one class, as a reason code; empty when they can."""
    names = [tool.name for tool in tools]
    if len(set(names)) < len(names):
        return "tool_name_twice"
    if any(name in RESERVED or name.startswith("_") for name in names):
        return "tool_name"
    arguments = {name for tool in tools for name in tool.parameters.get("properties", {})}
    return "argument_name" if not all(map(_is_argument, arguments)) else ""


def _is_argument(name: str) -> bool:
    return name.isidentifier() and not keyword.iskeyword(name) and name not in _UNUSABLE


def method(tool: ToolSpec) -> Callable[..., str]:
    """A tool as a method, which passes its arguments on to `_call` as they come."""

    def call(self: Caller, /, **arguments: Any) -> str:
        return self._call(tool.name, arguments)

    schemas = _properties(tool)
    required = set(tool.parameters.get("required", ()))
    hints = {name: _hint(schema) for name, schema in schemas.items()}
    owner = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=hint,
            default=inspect.Parameter.empty if name in required else None,
        )
        for name, hint in hints.items()
    ]
    call.__name__ = call.__qualname__ = tool.name
    call.__doc__ = _doc(tool, schemas)
    call.__annotations__ = hints
    # As inspect.signature looks for it, and so every library that derives schemas.
    setattr(call, "__signature__", inspect.Signature([owner, *parameters]))  # noqa: B010
    return call


def _properties(tool: ToolSpec) -> dict[str, Mapping[str, Any]]:
    return to_json_schema(tool.parameters).get("properties", {})


def _hint(schema: Mapping[str, Any]) -> Any:
    values = schema.get("enum")
    if values:
        return Literal[tuple(values)]
    options = schema.get("anyOf") or schema.get("oneOf")
    if options and "type" not in schema:
        return reduce(or_, map(_hint, options))
    kind = schema.get("type")
    if isinstance(kind, list):
        return reduce(or_, (_HINTS[name] for name in kind))
    if kind == "array" and isinstance(schema.get("items"), Mapping):
        return list[_hint(schema["items"])]
    return _HINTS.get(kind, Any)


def _doc(tool: ToolSpec, schemas: Mapping[str, Mapping[str, Any]]) -> str:
    """A docstring in Google's style; what the view leaves undescribed is told by its name."""
    lines = [_line(tool.description) or f"{tool.name}."]
    if schemas:
        lines += ["", "Args:"]
        lines += (f"    {name}: {_about(name, schema)}" for name, schema in schemas.items())
    return "\n".join(lines)


def _about(name: str, schema: Mapping[str, Any]) -> str:
    said = _line(str(schema.get("description", ""))) or name.replace("_", " ")
    more = _more(schema)
    return f"{said} {dump(more)}" if more else said


def _more(schema: Mapping[str, Any]) -> dict[str, Any]:
    """What the hint does not carry."""
    options = [o for o in schema.get("anyOf", ()) if o.get("type") != "null"]
    told = {**options[0], **schema} if len(options) == 1 else schema
    more = {key: value for key, value in _plain(told).items() if key not in _CARRIED}
    if len(options) > 1 and any(set(_plain(option)) - _CARRIED for option in options):
        more["anyOf"] = _plain(schema["anyOf"])
    items = more.get("items")
    if isinstance(items, dict) and not set(items) - _CARRIED:
        del more["items"]
    return more


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    return {
        key: {name: _plain(field) for name, field in inner.items()}
        if key == "properties"
        else _plain(inner)
        for key, inner in value.items()
        if key not in _NOISE
    }


def _line(text: str) -> str:
    """Text as one line that no docstring parser takes for a section."""
    line = " ".join(text.split())
    return reduce(lambda said, section: said.replace(section, section[:-1]), _SECTIONS, line)
