"""`<function=name>` with its parameters, where a closing tag is missing or a value is Python's."""

import re

from callwright.schemas.calls.cast import cast_text, json_type, parameter_schema, types_of
from callwright.schemas.calls.json_text import skip_space
from callwright.schemas.calls.marks import (
    CALL_CLOSE,
    FUNCTION,
    FUNCTION_END,
    PARAMETER,
    PARAMETER_END,
)
from callwright.schemas.calls.mending.arguments import known_tool, read_text
from callwright.schemas.calls.reply import Notes, ReadCall, Tools, Unreadable
from callwright.schemas.messages import ToolSpec
from callwright.schemas.record import Json

_NAME = re.compile(r"([^<>\s]{1,256}+)>")


def mend_function(text: str, at: int, tools: Tools, notes: Notes) -> tuple[ReadCall, int]:
    """The call of the block that begins at `at`, and the position behind it."""
    name, at = _tag(text, at, FUNCTION)
    tool = known_tool(name, tools, notes)
    arguments: dict[str, Json] = {}
    casts: list[str] = []
    at = skip_space(text, at)
    while text.startswith(PARAMETER, at):
        notes.steps += 1
        key, at = _tag(text, at, PARAMETER)
        if key in arguments:
            raise Unreadable("repeated_key", key)
        bare, at = _bare(text, at, notes)
        arguments[key], typed = _value(tool, key, bare, notes)
        casts += [key] if typed else []
        at = skip_space(text, at)
    return ReadCall(tool.name, arguments, tuple(casts)), _end(text, at, notes)


def _end(text: str, at: int, notes: Notes) -> int:
    """Behind `</function>`, which only a following `</tool_call>` stands in for."""
    if text.startswith(FUNCTION_END, at):
        return at + len(FUNCTION_END)
    if not text.startswith(CALL_CLOSE, at):
        raise Unreadable("unclosed_call", text[at : at + 80])
    notes.add("unclosed_call")
    return at


def _tag(text: str, at: int, begin: str) -> tuple[str, int]:
    found = _NAME.match(text, at + len(begin))
    if found is None:
        raise Unreadable("broken_block", text[at : at + 80])
    return found.group(1), found.end()


def _bare(text: str, at: int, notes: Notes) -> tuple[str, int]:
    """The text of a value, and where the text goes on; its closing tag may be missing."""
    end = text.find("<", at)
    while end >= 0 and not text.startswith((PARAMETER_END, PARAMETER, FUNCTION_END), end):
        end = text.find("<", end + 1)
        notes.steps += 1
    if end < 0:
        raise Unreadable("unclosed_call", text[at : at + 80])
    if text.startswith(PARAMETER_END, end):
        return text[at:end], end + len(PARAMETER_END)
    if any(sign in text[at:end] for sign in ("<", ">", "parameter")):
        raise Unreadable("unclosed_call", text[at : at + 80])
    notes.add("unclosed_parameter")
    return text[at:end], end


def _value(tool: ToolSpec, key: str, bare: str, notes: Notes) -> tuple[Json, bool]:
    schema, root = parameter_schema(tool.parameters, key)
    bare = bare.removeprefix("\n").removesuffix("\n")
    try:
        return cast_text(bare, schema, root)
    except Unreadable as error:
        if error.unread.fault != "uncastable":
            raise
    value = read_text(bare, notes)
    if not json_type(value) & types_of(schema, root):
        raise Unreadable("uncastable", bare[:80])
    return value, True
