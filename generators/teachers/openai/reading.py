"""The message of a reply, read: what the server parsed is believed only as far as it reads.

Calls that are plain to read are taken as they are (`plain`). Every other call, and text that holds
calls which the server left there, goes through the mending reader of `schemas.calls`; what that
cannot read is a fault with its class. A call of a tool that is not there is a call: the world
answers it.
"""

from typing import Any, Final

import orjson

from callwright.generators.teachers.openai.plain import (
    fits,
    numbered,
    plain_calls,
    plain_object,
    tool_named,
)
from callwright.schemas.calls import (
    CallFormat,
    Reply,
    Unread,
    coerce,
    discover_call_formats,
    mend,
    read,
)
from callwright.schemas.calls.json_text import read_json, skip_space
from callwright.schemas.calls.marks import or_none, split_thinking
from callwright.schemas.calls.reply import ReadCall, Unreadable
from callwright.schemas.canonical import dump
from callwright.schemas.completions import Completion, CompletionRequest, FinishReason, Usage
from callwright.schemas.messages import ToolCall, ToolSpec
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

CHANNELS, CHANNEL_MARK = "harmony", "<|"
"""In this format a plain answer has marks too; without them the server has read it already."""
NO_USAGE: Final = Usage()
INSIDE_THINKING = "call_inside_thinking"
NOT_PARSED = "call_left_in_text"


class _Found:
    """What has been found in a message so far."""

    __slots__ = ("calls", "fault", "mended", "reasoning", "text")

    def __init__(self, text: str | None, reasoning: str | None) -> None:
        self.text = text
        self.reasoning = reasoning
        self.calls: list[ReadCall] = []
        self.mended: list[str] = []
        self.fault = ""

    def named(self) -> list[tuple[str, dict[str, Json]]]:
        return [(call.name, call.arguments) for call in self.calls]

    def unread(self, why: Unread) -> None:
        self.fault = self.fault or why.fault


def read_message(
    message: dict[str, Json],
    request: CompletionRequest,
    call_format: CallFormat | None,
    finish: FinishReason = "stop",
    usage: Usage = NO_USAGE,
) -> Completion:
    """The completion in an endpoint's message; `finish` and `usage` go into it as they are.

    `call_format` says how the model writes calls; with None, text is never looked at for any. The
    ids of calls count up through the conversation: those of servers are random.
    """
    content = message.get("content")
    text = content if isinstance(content, str) and not content.isspace() else _text(message)
    reasoning = _string(message.get("reasoning")) or _string(message.get("reasoning_content"))
    raw = orjson.dumps(message).decode()
    listed = message.get("tool_calls")
    found = _Found(text or None, reasoning)
    calls = plain_calls(listed, request) if listed else ()
    if calls is None or not (calls or text) or (text and has_marks(text)):
        calls = _with_care(listed, request, call_format, found)
    return Completion.trusted(
        text=found.text,
        reasoning=found.reasoning,
        calls=calls,
        fault=found.fault,
        mended=tuple(found.mended),
        raw=raw,
        finish=finish,
        usage=usage,
    )


def _with_care(
    listed: Json, request: CompletionRequest, call_format: CallFormat | None, found: _Found
) -> tuple[ToolCall, ...]:
    """The calls of a message that is not plain to read; the rest is noted in `found`."""
    if listed:
        _parsed(listed, request.tools, found)
    if call_format is not None:
        _own_reading(request, call_format, found)
    if found.calls:
        _cast(request.tools, found)
    return () if found.fault else numbered(found.named(), request)


def has_marks(text: str) -> bool:
    """Whether a text may hold calls or thinking: no format writes them without one of these."""
    return "<" in text or "{" in text or "[" in text


def _read(text: str, tools: tuple[ToolSpec, ...], call_format: CallFormat) -> Reply | Unread:
    return mend(text, tools, call_format)


def _text(message: dict[str, Json]) -> str | None:
    """The content; of a list of parts the text ones; what a refusal says where it is all."""
    content = message.get("content")
    if is_array(content):
        parts = (part.get("text") for part in content if is_object(part))
        content = "".join(part for part in parts if isinstance(part, str))
    return _string(content) or _string(message.get("refusal"))


def _string(value: Json) -> str | None:
    return value if isinstance(value, str) and value and not value.isspace() else None


def _parsed(listed: Json, tools: tuple[ToolSpec, ...], found: _Found) -> None:
    """The calls that the server parsed."""
    if not is_array(listed):
        found.unread(Unread("not_a_call", str(listed)[:80]))
        return
    for one in listed:
        function: Any = one.get("function") if is_object(one) else None
        if not is_object(function):
            found.unread(Unread("not_a_call", str(one)[:80]))
            continue
        call = _plain_call(function)
        if call is None:
            _through_reader(function, tools, found)
        else:
            found.calls.append(call)


def _plain_call(function: dict[str, Json]) -> ReadCall | None:
    """The call of a function object that is just as it should be."""
    name, arguments = function.get("name"), function.get("arguments")
    if not isinstance(arguments, str) or not isinstance(name, str) or not name:
        return None
    value = plain_object(arguments)
    if value is None:
        try:
            value, end = read_json(arguments, skip_space(arguments, 0))
        except Unreadable:
            return None
        if not is_object(value) or skip_space(arguments, end) != len(arguments):
            return None
    return ReadCall(name, value)


def _through_reader(function: dict[str, Json], tools: tuple[ToolSpec, ...], found: _Found) -> None:
    """A call that is not, as the text of one JSON object, read like a model's own words."""
    arguments = function.get("arguments")
    text = arguments if isinstance(arguments, str) else dump(arguments)
    bare = discover_call_formats()["bare"]
    whole = f'{{"name":{dump(function.get("name"))},"arguments":{text}}}'
    strict, reply = read(whole, tools, bare), _read(whole, tools, bare)
    if isinstance(strict, Unread) and (isinstance(reply, Unread) or len(reply.calls) != 1):
        found.unread(strict)
    elif isinstance(reply, Reply) and len(reply.calls) == 1:
        found.calls += reply.calls
        found.mended += reply.mended
    else:
        found.unread(Unread("not_a_call", text[:80]))


def _own_reading(request: CompletionRequest, form: CallFormat, found: _Found) -> None:
    """Look for calls and thinking where a server may have left them."""
    text = found.text
    if text is None:
        if found.reasoning is not None and request.tools and not found.calls:
            _in_thinking(found.reasoning, request.tools, form, found)
    elif not has_marks(text) or (form.name == CHANNELS and CHANNEL_MARK not in text):
        return
    elif request.tools and request.response_schema is None:
        _in_text(text, request.tools, form, found)
    else:
        _without_thinking(text, found)


def _in_text(text: str, tools: tuple[ToolSpec, ...], form: CallFormat, found: _Found) -> None:
    reply = _read(text, tools, form)
    if isinstance(reply, Unread):
        found.unread(reply)
        return
    if reply.reasoning is not None or reply.calls:
        found.text = reply.content
        found.reasoning = reply.reasoning or found.reasoning
    known = found.named()
    left = [call for call in reply.calls if (call.name, call.arguments) not in known]
    if left:
        found.calls += left
        found.mended += (NOT_PARSED, *reply.mended)


def _without_thinking(text: str, found: _Found) -> None:
    """Part thinking from a text that can hold no calls."""
    try:
        inside, rest = split_thinking(text)
    except Unreadable as error:
        found.unread(error.unread)
        return
    if inside is not None:
        found.text, found.reasoning = or_none(rest), or_none(inside)


def _in_thinking(
    reasoning: str, tools: tuple[ToolSpec, ...], form: CallFormat, found: _Found
) -> None:
    """Calls in the thinking of a message that has nothing else; thoughts that are none are left."""
    reply = _read(reasoning, tools, form)
    if isinstance(reply, Reply) and reply.calls:
        found.calls += reply.calls
        found.mended += (INSIDE_THINKING, *reply.mended)


def _cast(tools: tuple[ToolSpec, ...], found: _Found) -> None:
    """Give arguments the types of their schemas, where what stands there says them plainly."""
    for at, call in enumerate(found.calls):
        tool = tool_named(call.name, tools)
        if tool is None or fits(call.arguments, tool.parameters):
            continue
        arguments, casts = coerce(call, tool)
        if casts:
            found.calls[at] = ReadCall(call.name, arguments, call.cast)
            found.mended += (f"cast:{at}{one}" for one in casts)
