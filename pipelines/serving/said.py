"""Reads what an assistant says, in the OpenAI shape, into what an episode executes and records.

What a model wrote is data: nothing here raises for it. Arguments that are no plain JSON object are
kept as text with the fault that the model is told. What is longer than it may be is not parsed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from callwright.filters.rollout import as_list, as_object
from callwright.schemas.canonical import as_utf8, dump, load
from callwright.schemas.errors import RecordError
from callwright.schemas.narrow import is_plain

Json = Any
OpenAI = dict[str, Json]
"""A message, tool or call as OpenAI-shaped data."""

NOT_AN_OBJECT: Final = "the arguments must be one JSON object"
NOT_PLAIN: Final = "the arguments hold a number or a depth that no tool takes"
NOT_UTF8: Final = "the arguments hold what JSON in UTF-8 cannot carry"


@dataclass(frozen=True, slots=True)
class Asked:
    """One call that an assistant asks for."""

    id: str
    name: str
    """Empty when it is not readable."""
    arguments: dict[str, Json] | str
    """An object of its own; the text as it was when `fault` says something."""
    fault: str
    """Why the arguments cannot be executed; empty when they can."""
    size: int
    """Bytes of the name and of the arguments as JSON in UTF-8."""

    def openai(self) -> OpenAI:
        """The call as an entry of `tool_calls`."""
        function = {"name": self.name, "arguments": self.arguments}
        return {"id": self.id, "type": "function", "function": function}


@dataclass(frozen=True, slots=True)
class Said:
    """One assistant message."""

    text: str | None
    reasoning: str | None
    calls: tuple[Asked, ...]

    @property
    def characters(self) -> int:
        """Characters of text and reasoning."""
        return len(self.text or "") + len(self.reasoning or "")

    @property
    def size(self) -> int:
        """Bytes of all calls."""
        return sum(call.size for call in self.calls)

    def openai(self) -> OpenAI:
        """The message as it is recorded."""
        message: OpenAI = {"role": "assistant", "content": self.text}
        if self.reasoning is not None:
            message["reasoning_content"] = self.reasoning
        if self.calls:
            message["tool_calls"] = [call.openai() for call in self.calls]
        return message


def read_message(message: object, first: int, most: int) -> Said:
    """An assistant message of any type.

    Args:
        message: OpenAI-shaped data; its role is not looked at.
        first: number for the id of the first call that brings none.
        most: bytes of arguments past which a call is not parsed.
    """
    data = as_object(message)
    calls = tuple(
        _read_call(call, f"call_{number}", most)
        for number, call in enumerate(as_list(data.get("tool_calls")), first)
    )
    text = _content(data.get("content"))
    return Said(text if calls else text or "", _words(data.get("reasoning_content")), calls)


def _read_call(call: object, spare_id: str, most: int) -> Asked:
    data = as_object(call)
    function = as_object(data.get("function"))
    name = _words(function.get("name")) or ""
    text = _json_text(function.get("arguments"))
    size = len(name.encode()) + len(text.encode(errors="replace"))
    arguments, fault = _read_arguments(text) if size <= most else ("", "the arguments are too long")
    return Asked(_words(data.get("id")) or spare_id, name, arguments, fault, size)


def _json_text(arguments: Json) -> str:
    """Arguments as JSON text; empty for what has none."""
    if isinstance(arguments, str):
        return arguments
    if not isinstance(arguments, Mapping):
        return ""
    try:
        return dump(arguments)
    except (TypeError, ValueError, RecursionError):
        return ""


def _read_arguments(text: str) -> tuple[dict[str, Json] | str, str]:
    try:
        value = load(text)
    except RecordError as error:
        return as_utf8(text), f"{NOT_AN_OBJECT} ({error})" if text else NOT_UTF8
    if not isinstance(value, dict):
        return as_utf8(text), NOT_AN_OBJECT
    return (value, "") if is_plain(value) else (as_utf8(text), NOT_PLAIN)


def _content(content: Json) -> str | None:
    """The text of a content: a string, or OpenAI's list of text parts; None when there is none."""
    if isinstance(content, str):
        return as_utf8(content)
    parts = (as_object(part).get("text") for part in as_list(content))
    texts = [as_utf8(part) for part in parts if isinstance(part, str)]
    return "\n".join(texts) if texts else None


def _words(value: Json) -> str | None:
    return as_utf8(value) if isinstance(value, str) else None
