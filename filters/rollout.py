"""Reads a conversation as acts and answers, whoever wrote it.

A bad rollout is data, not a crash: whatever has a wrong type becomes an act without a name or
without arguments, which matches nothing. Nothing here raises for what a model wrote.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from callwright.schemas.canonical import load
from callwright.schemas.errors import RecordError
from callwright.schemas.messages import Message
from callwright.schemas.record import Json

Conversation = Sequence[Message | Mapping[str, Json]]
"""Messages as records or OpenAI-shaped data; arguments as an object or as JSON text."""


_TEXT: Final[frozenset[type]] = frozenset({str})


@dataclass(frozen=True, slots=True)
class Act:
    """One call that an assistant made."""

    step: int
    """Index of its message: calls of one step are made without seeing each other's results."""
    name: str
    """Empty when it is not readable."""
    arguments: dict[str, Json] | None
    """None when they are not a JSON object."""


@dataclass(slots=True)
class Turn:
    """What happened after one user turn, up to the next."""

    acts: list[Act] = field(default_factory=list[Act])
    answer: str = ""
    """Text of the assistant message without calls that ends the turn; empty when none does."""
    shown: list[str] = field(default_factory=list[str])
    """Contents of the tool messages."""
    said: list[str] = field(default_factory=list[str])
    """Texts of the user, and of the prompt before the first turn."""


def read_turns(messages: Conversation) -> list[Turn]:
    """The turns of a conversation, which may start after its first user message.

    Where there is a prompt, what comes before the first user message belongs to that turn.
    """
    turns: list[Turn] = []
    prompted = False
    for step, message in enumerate(messages):
        said = message if isinstance(message, Message) else as_object(message)
        role, content = _head(said)
        if role == "user":
            if not (prompted and turns):
                turns.append(Turn())
            prompted = False
            turns[-1].said.append(content)
        elif role == "system":
            prompted = step == 0
            if prompted:
                _last(turns).said.append(content)
        elif role == "assistant":
            turn = _last(turns)
            acts = _acts(said, step)
            turn.acts += acts
            turn.answer = "" if acts else content
        elif role == "tool":
            _last(turns).shown.append(content)
    return turns


def _last(turns: list[Turn]) -> Turn:
    if not turns:
        turns.append(Turn())
    return turns[-1]


def _head(message: Message | Mapping[str, Json]) -> tuple[str, str]:
    if isinstance(message, Message):
        return message.role, message.content or ""
    role, content = message.get("role"), message.get("content")
    text = content if isinstance(content, str) else _text(content)
    return (role if isinstance(role, str) else ""), text


def _text(content: Json) -> str:
    """The text of a content that is no string: OpenAI's list of text parts."""
    parts = (as_object(part).get("text") for part in as_list(content))
    return "\n".join(part for part in parts if isinstance(part, str))


def _acts(message: Message | Mapping[str, Json], step: int) -> list[Act]:
    if isinstance(message, Message):
        return [Act(step, call.name, call.arguments) for call in message.tool_calls]
    return [_act(step, call) for call in as_list(message.get("tool_calls"))]


def _act(step: int, call: Json) -> Act:
    function = as_object(as_object(call).get("function"))
    name = function.get("name")
    return Act(step, name if isinstance(name, str) else "", _arguments(function.get("arguments")))


def _arguments(raw: Json) -> dict[str, Json] | None:
    if isinstance(raw, str):
        try:
            raw = load(raw)
        except RecordError:
            return None
    return cast("dict[str, Json]", raw) if _is_object(raw) else None


def as_object(value: object) -> Mapping[str, Json]:
    """`value` when it is a mapping with text keys, else an empty one."""
    return cast("Mapping[str, Json]", value) if _is_object(value) else {}


def as_list(value: object) -> Sequence[Json]:
    """`value` when it is a list or tuple, else an empty one."""
    return cast("Sequence[Any]", value) if isinstance(value, list | tuple) else ()


def _is_object(value: object) -> bool:
    # Asking the type first is worth it: `Mapping` is an abstract class, which takes long to ask.
    if type(value) is not dict and not isinstance(value, Mapping):
        return False
    keys = cast("Mapping[Any, Any]", value)
    return set(map(type, keys)) <= _TEXT or all(isinstance(key, str) for key in keys)
