"""Messages as a server sends them: its own parse where that is right, else ours from the text."""

from typing import Final

from callwright.schemas.calls.coercion import coerce
from callwright.schemas.calls.marks import or_none, split_thinking, without_end
from callwright.schemas.calls.mender import mend
from callwright.schemas.calls.mending.arguments import decoded, known_tool, mended_arguments
from callwright.schemas.calls.reply import (
    CallFormat,
    Notes,
    ReadCall,
    Reply,
    Tools,
    Unread,
    Unreadable,
)
from callwright.schemas.calls.strict import MOST_CHARACTERS
from callwright.schemas.canonical import dump
from callwright.schemas.messages import ToolSpec
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

REASONING: Final = ("reasoning", "reasoning_content")
"""The keys in which servers put thinking, newer ones first."""


def from_server(
    message: Json, tools: Tools, form: CallFormat, *, casts: bool = True
) -> Reply | Unread:
    """What an assistant message in the OpenAI shape says.

    Args:
        message: the message of a choice, as JSON; anything goes.
        tools: those that the model was offered.
        form: in which the model writes its calls, for what the server left in the text.
        casts: whether arguments get the types of the tool's schema (`coerce`).
    """
    try:
        found = _reply(message, tools, form)
    except Unreadable as error:
        return error.unread
    return _cast(found, tools) if casts else found


def _reply(message: Json, tools: Tools, form: CallFormat) -> Reply:
    if not is_object(message):
        raise Unreadable("not_a_message", "no object")
    text = _text(message.get("content"))
    thought = or_none(next((said for key in REASONING if (said := _text(message.get(key)))), ""))
    sent = _sent(message)
    if not sent:
        return _unparsed(text, thought, tools, form)
    try:
        reply = _parsed(sent, tools)
    except Unreadable as error:
        return _instead(error, text, thought, tools, form)
    return _beside(reply, text, thought, tools, form)


def _text(value: Json) -> str:
    """A text, or the texts in a list of parts; empty for null."""
    parts = [_part(part) for part in value] if is_array(value) else [value]
    wrong = next((part for part in parts if part is not None and not isinstance(part, str)), None)
    if wrong is not None:
        raise Unreadable("not_a_message", f"a text that is {type(wrong).__name__}")
    text = "".join(filter(None, parts))
    if len(text) > MOST_CHARACTERS:
        raise Unreadable("too_long", f"{len(text)} characters")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Unreadable("not_text", "a lone surrogate") from error
    return text


def _part(part: Json) -> Json:
    """The text of one part, also of one that is only a text."""
    return part.get("text") if is_object(part) else part


def _sent(message: dict[str, Json]) -> list[Json]:
    """The calls as the server sent them, also under the older key for one."""
    calls = message.get("tool_calls")
    if calls is None and message.get("function_call") is not None:
        return [{"function": message["function_call"]}]
    if calls is not None and not is_array(calls):
        raise Unreadable("not_a_message", f"calls that are {type(calls).__name__}")
    return calls or []


def _parsed(sent: list[Json], tools: Tools) -> Reply:
    notes = Notes()
    calls = tuple(_call(one, tools, notes) for one in sent)
    return Reply(None, None, calls, tuple(notes.repairs))


def _call(sent: Json, tools: Tools, notes: Notes) -> ReadCall:
    function = sent.get("function") if is_object(sent) else None
    if not is_object(function):
        raise Unreadable("not_a_call", "no function")
    tool = known_tool(function.get("name"), tools, notes)
    return ReadCall(tool.name, _arguments(function.get("arguments"), tool, notes))


def _arguments(value: Json, tool: ToolSpec, notes: Notes) -> dict[str, Json]:
    """Arguments that are JSON text, as they should be, or an object, as some servers send them."""
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        raise Unreadable("too_long", f"{len(value)} characters")
    if isinstance(value, str) and value.strip():
        value = decoded(value, notes)
    return mended_arguments(value, tool, notes)


def _unparsed(text: str, thought: str | None, tools: Tools, form: CallFormat) -> Reply:
    """A message without calls: they may stand in its text, or in its thinking alone."""
    outside = _read(text, tools, form)
    if outside.calls or outside.content or not thought:
        repairs = outside.mended if not outside.calls else ("call_in_text", *outside.mended)
        reasoning = or_none("\n\n".join(filter(None, (thought, outside.reasoning))))
        return Reply(reasoning, outside.content, outside.calls, repairs)
    inside = _inside(thought, tools, form)
    return inside or Reply(thought, None)


def _inside(thought: str, tools: Tools, form: CallFormat) -> Reply | None:
    """The calls at the end of a thinking, when nothing is outside it."""
    found = mend(thought, tools, form) if form.always in thought else None
    if not isinstance(found, Reply) or not found.calls or "extra_text" in found.mended:
        return None
    repairs = tuple(dict.fromkeys((*found.mended, "call_in_thinking")))
    return Reply(found.content or found.reasoning, None, found.calls, repairs)


def _read(text: str, tools: Tools, form: CallFormat) -> Reply:
    """Our own reading of a text; without tools, or without the format's marks, it is a text."""
    if form.always not in text or not text.strip():
        return Reply(None, or_none(text))
    if not tools and not form.always:
        thought, rest = split_thinking(without_end(text))
        return Reply(thought, or_none(rest))
    found = mend(text, tools, form)
    if isinstance(found, Unread):
        raise Unreadable(found.fault, found.detail)
    return found


def _instead(
    error: Unreadable, text: str, thought: str | None, tools: Tools, form: CallFormat
) -> Reply:
    """Our own reading where the server's calls are broken; its fault where we find none."""
    try:
        found = _unparsed(text, thought, tools, form)
    except Unreadable:
        raise error from None
    if not found.calls:
        raise error
    return found


def _beside(parsed: Reply, text: str, thought: str | None, tools: Tools, form: CallFormat) -> Reply:
    """The server's calls with its text, in which no other calls may be left."""
    found = _read(text, tools, form)
    repairs = parsed.mended
    if found.calls:
        if _told(found) != _told(parsed):
            raise Unreadable("calls_disagree", ", ".join(call.name for call in found.calls))
        repairs = (*repairs, "repeated_in_text")
    reasoning = or_none("\n\n".join(filter(None, (thought, found.reasoning))))
    return Reply(reasoning, found.content, parsed.calls, repairs)


def _told(reply: Reply) -> list[str]:
    return [dump([call.name, call.arguments]) for call in reply.calls]


def _cast(reply: Reply, tools: Tools) -> Reply:
    named = {tool.name: tool for tool in tools}
    calls: list[ReadCall] = []
    told: list[str] = []
    for i, call in enumerate(reply.calls):
        arguments, casts = coerce(call, named[call.name])
        calls.append(ReadCall(call.name, arguments, call.cast))
        told += [f"cast:{i}{cast}" for cast in casts]
    return Reply(reply.reasoning, reply.content, tuple(calls), (*reply.mended, *told))
