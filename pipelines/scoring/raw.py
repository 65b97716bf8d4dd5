"""Calls that stand inside the text of assistant messages, read with a call format.

It mends nothing. A reply that breaks its format becomes a call without a name, which matches
nothing, or, where only its thinking or its text is at fault, a blank answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from callwright.filters.rollout import as_list
from callwright.schemas.calls import CallFormat, Unread, discover_call_formats, read
from callwright.schemas.errors import OutputError
from callwright.schemas.messages import ToolSpec

Json = Any
NO_CALL: Final = frozenset({"too_long", "not_text", "unclosed_thinking"})
"""Faults of `Unread` that do not say that a call was meant."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A conversation whose calls are read, and what could not be."""

    messages: tuple[Json, ...]
    faults: tuple[str, ...] = ()
    """The fault of each reply that breaks the format."""


def call_format(name: str) -> CallFormat:
    """The call format of that name; `OutputError` lists those there are."""
    found = discover_call_formats()
    if name not in found:
        raise OutputError(f"there is no call format {name!r}; choose of {', '.join(found)}")
    return found[name]


def parse(messages: Sequence[Json], tools: Sequence[ToolSpec], form: CallFormat) -> Parsed:
    """Read the text of every assistant message that carries no calls of its own.

    Args:
        messages: objects in the OpenAI shape.
        tools: every tool of the row, also those offered later.
        form: in which the calls are written.
    """
    faults: list[str] = []
    return Parsed(tuple(_read(m, tools, form, faults) for m in messages), tuple(faults))


def _read(message: Json, tools: Sequence[ToolSpec], form: CallFormat, faults: list[str]) -> Json:
    text = message.get("content")
    if message.get("role") != "assistant" or as_list(message.get("tool_calls")):
        return message
    if not isinstance(text, str):
        return message
    reply = read(text, tools, form)
    if isinstance(reply, Unread):
        faults.append(reply.fault)
        calls = [] if reply.fault in NO_CALL else [_call("", None)]
        return {"role": "assistant", "content": "", "tool_calls": calls}
    calls = [_call(call.name, call.arguments) for call in reply.calls]
    return {"role": "assistant", "content": reply.content or "", "tool_calls": calls}


def _call(name: str, arguments: Json) -> Json:
    return {"type": "function", "function": {"name": name, "arguments": arguments}}
