"""`<function=name>` with one `<parameter=name>` block per argument: Qwen3.5 and later, Nemotron 3.

Values are bare text, so their types come from the tool's schema; what the schema leaves open
(a parameter that may be a string or a number) cannot be told apart and is read as the schema's
most special type. Source of the form: the chat template of Qwen3.5.
"""

from callwright.schemas.calls.cast import cast_text, parameter_schema
from callwright.schemas.calls.json_text import skip_space
from callwright.schemas.calls.marks import CALL_CLOSE as CLOSE
from callwright.schemas.calls.marks import CALL_OPEN as OPEN
from callwright.schemas.calls.marks import (
    FUNCTION,
    FUNCTION_END,
    PARAMETER,
    PARAMETER_END,
    or_none,
    split_thinking,
    without_end,
)
from callwright.schemas.calls.mending.tagged import mend_parameter_blocks
from callwright.schemas.calls.reply import CallFormat, ReadCall, Reply, Tools, Unreadable
from callwright.schemas.messages import ToolSpec
from callwright.schemas.record import Json

LONGEST_NAME = 256


def parse(raw: str, tools: Tools) -> Reply:
    """Text, then any number of blocks, and nothing but white space after the first of them."""
    reasoning, text = split_thinking(without_end(raw))
    content, opened, _ = text.partition(OPEN)
    if not opened and FUNCTION in text:
        raise Unreadable("broken_block", text[text.index(FUNCTION) :])
    named = {tool.name: tool for tool in tools}
    calls: list[ReadCall] = []
    at = len(content)
    while at < len(text):
        if not text.startswith(OPEN, at):
            raise Unreadable("text_after_call", text[at:])
        call, at = _call(text, skip_space(text, at + len(OPEN)), named)
        calls.append(call)
    return Reply(reasoning, or_none(content), tuple(calls))


def _call(text: str, at: int, named: dict[str, ToolSpec]) -> tuple[ReadCall, int]:
    name, at = _tag(text, at, FUNCTION)
    if name not in named:
        raise Unreadable("unknown_tool", name)
    arguments: dict[str, Json] = {}
    casts: list[str] = []
    at = skip_space(text, at)
    while not text.startswith(FUNCTION_END, at):
        key, at = _tag(text, at, PARAMETER)
        end = text.find(PARAMETER_END, at)
        if end < 0:
            raise Unreadable("unclosed_call", text[at:])
        if key in arguments:
            raise Unreadable("repeated_key", key)
        arguments[key], typed = _value(named[name], key, text[at:end])
        casts += [key] if typed else []
        at = skip_space(text, end + len(PARAMETER_END))
    at = skip_space(text, at + len(FUNCTION_END))
    if not text.startswith(CLOSE, at):
        raise Unreadable("unclosed_call", text[at:])
    return ReadCall(name, arguments, tuple(casts)), skip_space(text, at + len(CLOSE))


def _tag(text: str, at: int, begin: str) -> tuple[str, int]:
    """The name in a tag `<function=name>`, and the position after it."""
    end = text.find(">", at, at + len(begin) + LONGEST_NAME)
    if not text.startswith(begin, at) or end < 0:
        raise Unreadable("broken_block" if at < len(text) else "unclosed_call", text[at:])
    return text[at + len(begin) : end], end + 1


def _value(tool: ToolSpec, key: str, text: str) -> tuple[Json, bool]:
    schema, root = parameter_schema(tool.parameters, key)
    # The template writes one line break before and after a value; further ones belong to it.
    return cast_text(text.removeprefix("\n").removesuffix("\n"), schema, root)


call_format = CallFormat(
    "qwen_xml",
    "<function=> blocks: Qwen3.5 and later, Nemotron 3",
    parse,
    mend_parameter_blocks,
)
