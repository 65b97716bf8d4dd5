"""The message of a reply, read: what the server parsed is believed only as far as it reads.

Calls whose arguments are JSON text of an object are taken as they are. Every other call, and text
that holds calls which the server left there, goes through the mending reader of `schemas.calls`;
what that cannot read is a fault with its class. A call of a tool that is not there is a call: the
world answers it.
"""

from itertools import repeat
from typing import Any, Final

import orjson

from callwright.schemas.calls import (
    CallFormat,
    Reply,
    Unread,
    coerce,
    discover_call_formats,
    mend,
    read,
)
from callwright.schemas.calls.json_text import DEEPEST, read_json, skip_space
from callwright.schemas.calls.marks import or_none, split_thinking
from callwright.schemas.calls.reply import ReadCall, Unreadable
from callwright.schemas.canonical import dump
from callwright.schemas.completions import Completion, CompletionRequest, FinishReason, Usage
from callwright.schemas.messages import ToolCall, ToolSpec
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

CHANNELS, CHANNEL_MARK = "harmony", "<|"
"""In this format a plain answer has marks too; without them the server has read it already."""
PLAIN: Final[dict[str, frozenset[type]]] = {
    "string": frozenset({str}),
    "integer": frozenset({int}),
    "number": frozenset({int, float}),
    "boolean": frozenset({bool}),
}
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
    if not listed and text and not has_marks(text):
        return Completion.trusted(
            text=text,
            reasoning=reasoning,
            calls=(),
            fault="",
            mended=(),
            raw=raw,
            finish=finish,
            usage=usage,
        )
    found = _Found(text or None, reasoning)
    if listed:
        _parsed(listed, request.tools, found)
    if call_format is not None:
        _own_reading(request, call_format, found)
    if found.calls:
        _cast(request.tools, found)
    return Completion.trusted(
        text=found.text,
        reasoning=found.reasoning,
        calls=_numbered(found.calls, request) if found.calls and not found.fault else (),
        fault=found.fault,
        mended=tuple(found.mended),
        raw=raw,
        finish=finish,
        usage=usage,
    )


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
    value = _quickly(arguments)
    if value is None:
        try:
            value, end = read_json(arguments, skip_space(arguments, 0))
        except Unreadable:
            return None
        if not is_object(value) or skip_space(arguments, end) != len(arguments):
            return None
    return ReadCall(name, value)


def _quickly(arguments: str) -> dict[str, Json] | None:
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
    known = [(call.name, call.arguments) for call in found.calls]
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
        tool = _named(call.name, tools)
        if tool is None or _fits(call.arguments, tool.parameters):
            continue
        arguments, casts = coerce(call, tool)
        if casts:
            found.calls[at] = ReadCall(call.name, arguments, call.cast)
            found.mended += (f"cast:{at}{one}" for one in casts)


def _named(name: str, tools: tuple[ToolSpec, ...]) -> ToolSpec | None:
    for tool in tools:
        if tool.name == name:
            return tool
    return None


def _fits(value: Json, schema: Json) -> bool:
    """Whether a value plainly has the type of its schema, at every depth: nearly always."""
    if not is_object(schema):
        return False
    kind = schema.get("type")
    if isinstance(kind, str) and kind in PLAIN:
        return type(value) in PLAIN[kind]
    if kind == "object" and is_object(value):
        inside = schema.get("properties")
        return is_object(inside) and all(map(_fits, value.values(), map(inside.get, value)))
    if kind == "array" and is_array(value):
        return all(map(_fits, value, repeat(schema.get("items"))))
    return False


def _numbered(calls: list[ReadCall], request: CompletionRequest) -> tuple[ToolCall, ...]:
    taken = {call.id for one in request.messages if one.tool_calls for call in one.tool_calls}
    made: list[ToolCall] = []
    number = len(taken)
    for call in calls:
        number += 1
        while f"call_{number}" in taken:
            number += 1
        made.append(ToolCall.trusted(id=f"call_{number}", name=call.name, arguments=call.arguments))
    return tuple(made)
