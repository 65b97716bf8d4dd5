"""Reads a file of predictions: JSON lines in the shapes that people have.

- `{"id", "messages"}`: a conversation, whole or from after the first user turn.
- `{"custom_id", "response": {"body": {"choices": [...]}}}`: the output of a batch API, and
- `{"id" or "custom_id", "choices": [...]}`: a response; each choice is one sample.
- `{"id" or "custom_id", "text"}`: the raw text of one reply.

A line that is none of these becomes a sample with a fault; no line of a readable file raises.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from callwright.filters.rollout import as_list, as_object
from callwright.schemas.canonical import load
from callwright.schemas.errors import OutputError, RecordError

Json = Any
OK_STATUS: Final = 200

Fault = Literal[
    "not_json",
    "not_object",
    "no_id",
    "unknown_shape",
    "messages_not_list",
    "message_not_object",
    "no_reply",
    "failed_request",
    "no_choices",
    "reply_for_many_turns",
    "text_without_parse",
]
"""Why a line or one of its choices cannot be scored; a closed list, so that they can be counted."""


class Broken(Exception):
    """Raised while a line is read, and turned into a sample with the fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault: Fault = fault


@dataclass(frozen=True, slots=True)
class Sample:
    """One prediction for one row."""

    line: int
    """Line of the file, from 1."""
    id: str
    """Of the row; empty when it cannot be read."""
    messages: tuple[Json, ...] = ()
    """A conversation, or the one message of a reply; empty when there is a fault."""
    reply: bool = False
    """Whether it is a single reply, which can only answer a row of one turn."""
    raw: bool = False
    """Whether the reply is raw text, with calls inside."""
    fault: Fault | None = None


def read_predictions(path: Path) -> Iterator[Sample]:
    """The samples of a file, in order; blank lines are passed over.

    Raises:
        OutputError: there is no file, or it cannot be opened.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise OutputError(f"{path} cannot be read: {error.strerror or error}") from error
    with file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield from read_line(line, number)


def read_line(line: bytes, number: int) -> Iterator[Sample]:
    """The samples of one line: at least one, be it with a fault."""
    name = ""
    try:
        data = _object(line)
        name = _name(data)
        yield from list(_samples(data, name, number))
    except Broken as broken:
        yield Sample(number, name, fault=broken.fault)


def _object(line: bytes) -> Json:
    try:
        data = load(line)
    except RecordError as error:
        raise Broken("not_json") from error
    if not isinstance(data, dict):
        raise Broken("not_object")
    return data


def _name(data: Json) -> str:
    """The row's id; a batch API gives its own `id` to what it was sent as `custom_id`."""
    name = data.get("custom_id") or data.get("id")
    if not isinstance(name, str) or not name:
        raise Broken("no_id")
    return name


def _samples(data: Json, name: str, number: int) -> Iterator[Sample]:
    if "messages" in data:
        yield Sample(number, name, _conversation(data["messages"]))
    elif "response" in data:
        yield from _choices(_body(data), name, number)
    elif "choices" in data:
        yield from _choices(data, name, number)
    elif isinstance(data.get("text"), str):
        yield _raw(data["text"], name, number)
    else:
        raise Broken("unknown_shape")


def _conversation(messages: Json) -> tuple[Json, ...]:
    if not isinstance(messages, list):
        raise Broken("messages_not_list")
    if not all(isinstance(message, dict) for message in messages):
        raise Broken("message_not_object")
    if not any(message.get("role") == "assistant" for message in messages):
        raise Broken("no_reply")
    return tuple(messages)


def _body(data: Json) -> Json:
    response = as_object(data["response"])
    if data.get("error") or response.get("status_code", OK_STATUS) != OK_STATUS:
        raise Broken("failed_request")
    return as_object(response.get("body"))


def _choices(body: Json, name: str, number: int) -> Iterator[Sample]:
    choices = as_list(body.get("choices"))
    if not choices:
        raise Broken("no_choices")
    for choice in map(as_object, choices):
        message = choice.get("message")
        if isinstance(message, dict):
            said = {**message, "role": "assistant"}
            yield Sample(number, name, (said,), reply=True)
        elif isinstance(choice.get("text"), str):
            yield _raw(choice["text"], name, number)
        else:
            yield Sample(number, name, fault="no_reply")


def _raw(text: str, name: str, number: int) -> Sample:
    return Sample(number, name, ({"role": "assistant", "content": text},), reply=True, raw=True)
