"""The message of a reply, read: what the server parsed is believed only as far as it reads.

Calls whose arguments are JSON text of an object are taken as they are. Every other call, and text
that holds calls which the server left there, goes through the reader of `schemas.calls`; what
that cannot read is a fault with its class. `_read` is the one place that chooses the reader.
"""

from itertools import count
from typing import Any, Final

import orjson

from callwright.schemas.calls import CallFormat, Reply, Unread, discover_call_formats, read
from callwright.schemas.calls.json_text import read_json, skip_space
from callwright.schemas.calls.marks import or_none, split_thinking
from callwright.schemas.calls.reply import ReadCall, Unreadable
from callwright.schemas.canonical import dump
from callwright.schemas.completions import Completion, CompletionRequest
from callwright.schemas.messages import ToolCall, ToolSpec
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

REASONING: Final = ("reasoning", "reasoning_content")
"""Fields for thinking: newer servers use the first."""
INSIDE_THINKING = "call_inside_thinking"
NOT_PARSED = "call_left_in_text"


class _Found:
    """What has been found in a message so far."""

    def __init__(self) -> None:
        self.calls: list[ReadCall] = []
        self.mended: list[str] = []
        self.fault = ""

    def unread(self, why: Unread) -> None:
        self.fault = self.fault or why.fault


def read_message(
    message: dict[str, Json], request: CompletionRequest, call_format: CallFormat | None
) -> Completion:
    """The completion in an endpoint's message, as yet without its usage and why it ended.

    `call_format` says how the model writes calls; with None, text is never looked at for any. The
    ids of calls count up through the conversation: those of servers are random.
    """
    text = _text(message)
    reasoning = next((value for key in REASONING if (value := _string(message.get(key)))), None)
    found = _Found()
    if listed := message.get("tool_calls"):
        _parsed(listed, request.tools, found)
    if call_format is not None and request.tools and request.response_schema is None:
        if text is not None:
            text, reasoning = _in_text(text, reasoning, request.tools, call_format, found)
        elif reasoning is not None and not listed:
            _in_thinking(reasoning, request.tools, call_format, found)
    elif call_format is not None and text is not None:
        text, reasoning = _without_thinking(text, reasoning, found)
    return Completion(
        text=text,
        reasoning=reasoning,
        calls=() if found.fault else _numbered(found.calls, request),
        fault=found.fault,
        mended=tuple(found.mended),
        raw=orjson.dumps(message).decode(),
    )


def _read(text: str, tools: tuple[ToolSpec, ...], call_format: CallFormat) -> Reply | Unread:
    return read(text, tools, call_format)


def _text(message: dict[str, Json]) -> str | None:
    """The content; of a list of parts the text ones; what a refusal says where it is all."""
    content = message.get("content")
    if is_array(content):
        parts = (part.get("text") for part in content if is_object(part))
        content = "".join(part for part in parts if isinstance(part, str))
    return _string(content) or _string(message.get("refusal"))


def _string(value: Json) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _parsed(listed: Json, tools: tuple[ToolSpec, ...], found: _Found) -> None:
    """The calls that the server parsed."""
    if not is_array(listed):
        found.unread(Unread("not_a_call", str(listed)[:80]))
        return
    names = {tool.name for tool in tools}
    for one in listed:
        function: Any = one.get("function") if is_object(one) else None
        if not is_object(function):
            found.unread(Unread("not_a_call", str(one)[:80]))
            continue
        call = _plain_call(function, names)
        if call is None:
            _through_reader(function, tools, found)
        else:
            found.calls.append(call)


def _plain_call(function: dict[str, Json], names: set[str]) -> ReadCall | None:
    """The call of a function object that is just as it should be."""
    name, arguments = function.get("name"), function.get("arguments")
    if name not in names or not isinstance(arguments, str):
        return None
    try:
        value, end = read_json(arguments, skip_space(arguments, 0))
    except Unreadable:
        return None
    whole = is_object(value) and skip_space(arguments, end) == len(arguments)
    return ReadCall(str(name), value) if whole else None


def _through_reader(function: dict[str, Json], tools: tuple[ToolSpec, ...], found: _Found) -> None:
    """A call that is not, as the text of one JSON object, read like a model's own words."""
    arguments = function.get("arguments")
    text = arguments if isinstance(arguments, str) else dump(arguments)
    bare = discover_call_formats()["bare"]
    reply = _read(f'{{"name":{dump(function.get("name"))},"arguments":{text}}}', tools, bare)
    if isinstance(reply, Unread):
        found.unread(reply)
    elif len(reply.calls) == 1:
        found.calls += reply.calls
    else:
        found.unread(Unread("not_a_call", text[:80]))


def _in_text(
    text: str, reasoning: str | None, tools: tuple[ToolSpec, ...], form: CallFormat, found: _Found
) -> tuple[str | None, str | None]:
    """Calls and thinking that stand in the text; what is left of it, and the thinking."""
    reply = _read(text, tools, form)
    if isinstance(reply, Unread):
        found.unread(reply)
        return text, reasoning
    if not reply.calls:
        return (text, reasoning) if reply.reasoning is None else (reply.content, reply.reasoning)
    known = [(call.name, call.arguments) for call in found.calls]
    left = [call for call in reply.calls if (call.name, call.arguments) not in known]
    if left:
        found.calls += left
        found.mended.append(NOT_PARSED)
    return reply.content, reply.reasoning or reasoning


def _without_thinking(
    text: str, reasoning: str | None, found: _Found
) -> tuple[str | None, str | None]:
    """The text and the thinking that a server without a parser for it left there."""
    try:
        inside, rest = split_thinking(text)
    except Unreadable as error:
        found.unread(error.unread)
        return text, reasoning
    return (text, reasoning) if inside is None else (or_none(rest), or_none(inside))


def _in_thinking(
    reasoning: str, tools: tuple[ToolSpec, ...], form: CallFormat, found: _Found
) -> None:
    """Calls in the thinking of a message that has nothing else; thoughts that are none are left."""
    reply = _read(reasoning, tools, form)
    if isinstance(reply, Reply) and reply.calls:
        found.calls += reply.calls
        found.mended.append(INSIDE_THINKING)


def _numbered(calls: list[ReadCall], request: CompletionRequest) -> tuple[ToolCall, ...]:
    if not calls:
        return ()
    taken = {call.id for message in request.messages for call in message.tool_calls}
    free = (name for number in count(len(taken) + 1) if (name := f"call_{number}") not in taken)
    return tuple(
        ToolCall(id=next(free), name=call.name, arguments=call.arguments) for call in calls
    )
