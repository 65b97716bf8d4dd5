"""Messages on channels: gpt-oss. Thinking on `analysis`, calls on `commentary`, text on `final`.

Reads raw text with its special tokens, from `<|start|>assistant` on or from just behind it.
Source of the form: the chat template of gpt-oss.
"""

import re
from dataclasses import dataclass, field

from callwright.schemas.calls.json_text import as_call, read_json, skip_space
from callwright.schemas.calls.marks import or_none
from callwright.schemas.calls.reply import CallFormat, ReadCall, Reply, Tools, Unreadable

START, CHANNEL, MESSAGE = "<|start|>", "<|channel|>", "<|message|>"
ENDS = ("<|end|>", "<|call|>", "<|return|>", START)
_END = re.compile("|".join(map(re.escape, ENDS)))
NAMESPACE = "functions."
CONSTRAIN = "<|constrain|>"


@dataclass
class _Found:
    thoughts: list[str] = field(default_factory=list[str])
    texts: list[str] = field(default_factory=list[str])
    calls: list[ReadCall] = field(default_factory=list[ReadCall])


def parse(raw: str, tools: Tools) -> Reply:
    """Any number of messages of the assistant."""
    found = _Found()
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
    channel, recipient = _header(raw[at:body].removeprefix(START))
    body += len(MESSAGE)
    if recipient is not None:
        return _call(raw, body, recipient, found)
    ended = _END.search(raw, body)
    end = ended.start() if ended else len(raw)
    (found.thoughts if channel == "analysis" else found.texts).append(raw[body:end])
    return _after_end(raw, end)


def _header(header: str) -> tuple[str, str | None]:
    """Channel and called function; the recipient may stand before the channel or behind it."""
    role, marked, rest = header.partition(CHANNEL)
    if not marked:
        raise Unreadable("broken_block", header)
    words = [*role.split(), *rest.replace(CONSTRAIN, " ").split()]
    recipient = next((word[3:] for word in words if word.startswith("to=")), None)
    if recipient is not None and not recipient.startswith(NAMESPACE):
        raise Unreadable("unknown_tool", recipient)
    channel = next(iter(rest.replace(CONSTRAIN, " ").split()), "")
    return channel, recipient and recipient.removeprefix(NAMESPACE)


def _call(raw: str, body: int, name: str, found: _Found) -> int:
    value, end = read_json(raw, skip_space(raw, body))
    found.calls.append(as_call({"name": name, "arguments": value}))
    end = skip_space(raw, end)
    if end < len(raw) and not raw.startswith(ENDS, end):
        raise Unreadable("text_after_call", raw[end:])
    return _after_end(raw, end)


def _after_end(raw: str, end: int) -> int:
    """Behind the token that ends a message; one that begins the next stays."""
    mark = next((mark for mark in ENDS[:-1] if raw.startswith(mark, end)), "")
    return end + len(mark)


call_format = CallFormat("harmony", "channels with special tokens: gpt-oss", parse)
