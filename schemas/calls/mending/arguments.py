"""Calls out of JSON values that say them in another shape than their format does."""

from typing import Final, cast

from callwright.schemas.calls.cast import normal_schema
from callwright.schemas.calls.json_text import check_value, skip_space
from callwright.schemas.calls.mending.loose_json import read_loosely
from callwright.schemas.calls.reply import Notes, ReadCall, Tools, Unreadable
from callwright.schemas.canonical import finite
from callwright.schemas.messages import ToolSpec
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

KEYS: Final = ("arguments", "parameters")
PREFIX: Final = "functions."


def mended_calls(value: Json, tools: Tools, notes: Notes, key: str | None) -> tuple[ReadCall, ...]:
    """The calls of an object or of a list of them; `key` holds arguments, None for either key."""
    if is_array(value):
        if not value:
            raise Unreadable("not_a_call", "an empty list")
        return tuple(mended_call(one, tools, notes, key) for one in value)
    return (mended_call(value, tools, notes, key),)


def mended_call(value: Json, tools: Tools, notes: Notes, key: str | None) -> ReadCall:
    """The call of one object; raises `Unreadable`."""
    notes.steps += 1
    if not is_object(value):
        raise Unreadable("not_a_call", "no object")
    if is_object(value.get("function")) and value.get("type", "function") == "function":
        _only(value, {"type", "function", "id"})
        notes.add("openai_shape")
        value = cast("dict[str, Json]", value["function"])
    held = [name for name in KEYS if name in value]
    _only(value, {"name", *held[:1]})
    tool = known_tool(value.get("name"), tools, notes)
    if held and key is not None and held[0] != key:
        notes.add("parameters_key")
    if not held and "missing_brace" in notes.repairs:
        raise Unreadable("unclosed_call", tool.name)
    return ReadCall(tool.name, mended_arguments(value.get(held[0]) if held else None, tool, notes))


def _only(value: dict[str, Json], keys: set[str]) -> None:
    if set(value) - keys:
        raise Unreadable("unknown_key", ", ".join(sorted(set(value) - keys))[:80])


def known_tool(name: Json, tools: Tools, notes: Notes) -> ToolSpec:
    """The offered tool of that name, or of the name behind `functions.`; raises `Unreadable`."""
    if not isinstance(name, str) or not name:
        raise Unreadable("no_name", "")
    named = {tool.name: tool for tool in tools}
    if name not in named and name.removeprefix(PREFIX) in named:
        notes.add("name_prefix")
        name = name.removeprefix(PREFIX)
    if name not in named:
        raise Unreadable("unknown_tool", name[:80])
    return named[name]


def mended_arguments(value: Json, tool: ToolSpec, notes: Notes) -> dict[str, Json]:
    """Arguments that may be a JSON text, a JSON text of a JSON text, or left out."""
    if isinstance(value, str) and value.strip():
        notes.add("arguments_as_text")
        value = decoded(value, notes)
    if value is None or (isinstance(value, str) and not value.strip()):
        return _none(tool, notes)
    if not is_object(value):
        raise Unreadable("arguments_not_object", type(cast(object, value)).__name__)
    check_value(value)
    if not finite(value):
        raise Unreadable("not_finite", tool.name)
    return value


def decoded(text: str, notes: Notes) -> Json:
    """The value of a JSON text, which may once more be a JSON text; raises `Unreadable`."""
    value = read_text(text, notes)
    if isinstance(value, str):
        value = read_text(value, notes)
        notes.add("double_encoded")
    if isinstance(value, str):
        raise Unreadable("arguments_not_object", "a text in a text")
    return value


def read_text(text: str, notes: Notes) -> Json:
    """The value of a text that is JSON from end to end, or nearly; raises `Unreadable`."""
    value, end = read_loosely(text, skip_space(text, 0), notes, envelope=0)
    if skip_space(text, end) != len(text):
        raise Unreadable("broken_json", text[end : end + 80])
    return value


def _none(tool: ToolSpec, notes: Notes) -> dict[str, Json]:
    """No arguments at all, for a tool that needs none."""
    if normal_schema(tool.parameters).get("required"):
        raise Unreadable("arguments_not_object", "none")
    notes.add("missing_arguments")
    return {}
