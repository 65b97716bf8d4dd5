"""Raw replies as messages, in whichever call format they are written.

A reply that breaks its format is a call without a name, which matches nothing: it earns less than
the honest answer and than no call at all, and raises nothing.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from callwright.schemas.calls import discover_call_formats, read
from callwright.schemas.calls.reply import ReadCall, Tools, Unread
from callwright.schemas.errors import OutputError

Reading = Mapping[str, Any]
"""An assistant message in the OpenAI shape."""

Parse = Callable[[str, Tools], Reading]
"""Reads one reply to a model that was offered these tools; must never raise."""

_SIGNS: Final = (
    ("<|channel|>", "harmony"),
    ("<function=", "qwen_xml"),
    ("<tool_call>", "hermes"),
    ("<|python_tag|>", "llama"),
    ("<|python_start|>", "pythonic"),
    ("[TOOL_CALLS]", "mistral"),
)
"""What only one format writes, the most telling first."""
_PYTHON: Final = re.compile(r"\[\s*+[^\W\d][\w.]*+\(")
"""How a list of Python calls begins."""
_BROKEN: Final = {"function": {"name": None, "arguments": None}}


def read_reply(text: str, tools: Tools) -> Reading:
    """A reply in the format that its own marks tell."""
    return _read(text, tools, _format_of(text))


def reply_reader(name: str) -> Parse:
    """A reader of one call format alone; `OutputError` when there is none of this name."""
    if name not in discover_call_formats():
        known = ", ".join(discover_call_formats())
        raise OutputError(f"there is no call format {name!r}; choose of {known}")
    return lambda text, tools: _read(text, tools, name)


def _read(text: str, tools: Tools, name: str) -> Reading:
    reply = read(text, tools, discover_call_formats()[name])
    if isinstance(reply, Unread):
        return {"role": "assistant", "content": None, "tool_calls": [_BROKEN]}
    calls = [_call(call) for call in reply.calls]
    return {"role": "assistant", "content": reply.content, "tool_calls": calls}


def _call(call: ReadCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"type": "function", "function": function}


def _format_of(text: str) -> str:
    signed = next((name for sign, name in _SIGNS if sign in text), None)
    if signed is not None:
        return signed
    body = text.rpartition("</think>")[2].lstrip()
    if not body.startswith(("{", "[", "```")):
        return "hermes"
    if _PYTHON.match(body):
        return "pythonic"
    return "llama" if body.startswith("{") and '"parameters"' in body else "bare"
