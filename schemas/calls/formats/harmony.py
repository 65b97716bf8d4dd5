"""Messages on channels: gpt-oss. Thinking on `analysis`, calls on `commentary`, text on `final`.

Reads raw text with its special tokens, from `<|start|>assistant` on or from just behind it.
Source of the form: the chat template of gpt-oss.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from callwright.schemas.calls.json_text import as_call, read_json, skip_space
from callwright.schemas.calls.marks import or_none
from callwright.schemas.calls.mending.arguments import known_tool, mended_arguments
from callwright.schemas.calls.mending.loose_json import after_extra_braces, read_loosely
from callwright.schemas.calls.reply import CallFormat, Notes, ReadCall, Reply, Tools, Unreadable
from callwright.schemas.record import Json

START, CHANNEL, MESSAGE = "<|start|>", "<|channel|>", "<|message|>"
ENDS = ("<|end|>", "<|call|>", "<|return|>", START)
_END = re.compile("|".join(map(re.escape, ENDS)))
NAMESPACE = "functions."
CONSTRAIN = "<|constrain|>"

ReadBody = Callable[[str, int, str], tuple[ReadCall, int]]
"""Reads the call of a function whose arguments begin at a position, and tells where they end."""


@dataclass
class _Found:
    header: Callable[[str], tuple[str, str | None]]
    body: ReadBody
    thoughts: list[str] = field(default_factory=list[str])
    texts: list[str] = field(default_factory=list[str])
    calls: list[ReadCall] = field(default_factory=list[ReadCall])


def parse(raw: str, tools: Tools) -> Reply:
    """Any number of messages of the assistant."""
    return _messages(raw, _Found(_header, _body))


def mend(text: str, tools: Tools, notes: Notes) -> Reply:
    """The same, with arguments and recipients that are not quite in order."""

    def header(words: str) -> tuple[str, str | None]:
        channel, recipient = _parts(words)
        if recipient is None:
            return channel, None
        if not recipient.startswith(NAMESPACE):
            notes.add("missing_prefix")
        return channel, known_tool(recipient.removeprefix(NAMESPACE), tools, notes).name

    def body(text: str, at: int, name: str) -> tuple[ReadCall, int]:
        tool = known_tool(name, tools, notes)
        value: Json = None
        end = at
        if not text.startswith(ENDS[:-1], at):
            value, end = read_loosely(text, at, notes, envelope=0, stops=ENDS)
            end = after_extra_braces(text, at, skip_space(text, end), notes, 0)
        return ReadCall(name, mended_arguments(value, tool, notes)), end

    return _messages(text, _Found(header, body))


def _messages(raw: str, found: _Found) -> Reply:
    at = skip_space(raw, 0)
    if at < len(raw) and MESSAGE not in raw:
        raise Unreadable("broken_block", raw)
    while at < len(raw):
        at = skip_space(raw, _message(raw, at, found))
    text = or_none("\n\n".join(found.texts))
    return Reply(or_none("\n\n".join(found.thoughts)), text, tuple(found.calls))


def _message(raw: str, at: int, found: _Found) -> int:
    """Read one message; the position after its end."""
    body = raw.find(MESSAGE, at)
    if body < 0:
        raise Unreadable("broken_block", raw[at:])
    channel, recipient = found.header(raw[at:body].removeprefix(START))
    body += len(MESSAGE)
    if recipient is not None:
        return _call(raw, body, recipient, found)
    ended = _END.search(raw, body)
    end = ended.start() if ended else len(raw)
    (found.thoughts if channel == "analysis" else found.texts).append(raw[body:end])
    return _after_end(raw, end)


def _header(header: str) -> tuple[str, str | None]:
    """Channel and called function, without its namespace."""
    channel, recipient = _parts(header)
    if recipient is not None and not recipient.startswith(NAMESPACE):
        raise Unreadable("unknown_tool", recipient)
    return channel, recipient and recipient.removeprefix(NAMESPACE)


def _parts(header: str) -> tuple[str, str | None]:
    """Channel and recipient, which may stand before the channel or behind it."""
    role, marked, rest = header.partition(CHANNEL)
    if not marked:
        raise Unreadable("broken_block", header)
    words = [*role.split(), *rest.replace(CONSTRAIN, " ").split()]
    recipient = next((word[3:] for word in words if word.startswith("to=")), None)
    return next(iter(rest.replace(CONSTRAIN, " ").split()), ""), recipient


def _call(raw: str, body: int, name: str, found: _Found) -> int:
    call, end = found.body(raw, skip_space(raw, body), name)
    found.calls.append(call)
    end = skip_space(raw, end)
    if end < len(raw) and not raw.startswith(ENDS, end):
        raise Unreadable("text_after_call", raw[end:])
    return _after_end(raw, end)


def _body(raw: str, at: int, name: str) -> tuple[ReadCall, int]:
    value, end = read_json(raw, at)
    return as_call({"name": name, "arguments": value}), end


def _after_end(raw: str, end: int) -> int:
    """Behind the token that ends a message; one that begins the next stays."""
    mark = next((mark for mark in ENDS[:-1] if raw.startswith(mark, end)), "")
    return end + len(mark)


call_format = CallFormat(
    "harmony", "channels with special tokens: gpt-oss", parse, mend, always=MESSAGE
)
