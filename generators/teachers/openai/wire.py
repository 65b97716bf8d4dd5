"""Requests as the bytes that go out, each message and each set of tools written only once.

A conversation grows by a message or two per turn and its tools never change, so all but the newest
messages are at hand as bytes. Records are known by identity: they are frozen, and kept alive here
as long as their bytes are.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

import orjson
import xxhash

from callwright.generators.teachers.openai.settings import TeacherSettings
from callwright.schemas.canonical import dump
from callwright.schemas.completions import CompletionRequest, Sampling
from callwright.schemas.errors import RecordError
from callwright.schemas.messages import Message, ToolSpec
from callwright.schemas.record import Json

MOST_KEPT = 20_000
"""Entries of one cache; it is emptied when it is full."""

T = TypeVar("T")


class _Kept(Generic[T]):
    """What was made of objects, by their identity; each entry holds its objects alive."""

    def __init__(self) -> None:
        self._entries: dict[Hashable, tuple[object, T]] = {}

    def get(self, key: Hashable) -> T | None:
        entry = self._entries.get(key)
        return None if entry is None else entry[1]

    def put(self, key: Hashable, alive: object, value: T) -> T:
        if len(self._entries) >= MOST_KEPT:
            self._entries.clear()
        self._entries[key] = (alive, value)
        return value


@dataclass(frozen=True, slots=True)
class Wire:
    """A request as it goes out."""

    body: bytes
    prefix: int
    """Hash of the tools and the first message: requests that share it share a replica's cache."""


class Writer:
    """Writes the requests of one teacher."""

    def __init__(self, settings: TeacherSettings) -> None:
        self._settings = settings
        self._messages: _Kept[bytes] = _Kept()
        self._tools: _Kept[bytes] = _Kept()
        self._sampling: _Kept[bytes] = _Kept()

    def write(self, request: CompletionRequest) -> Wire:
        """The body of a request; `RecordError` for text that no UTF-8 can hold."""
        messages = [self._message(message) for message in request.messages]
        parts = [b'{"messages":[', b",".join(messages), b'],"stream":false']
        tools = self._tools_of(request.tools)
        if tools:
            parts += b',"tools":', tools, b',"tool_choice":"%b"' % request.tool_choice.encode()
        parts += self._sampling_of(request.sampling), b',"seed":%d' % request.seed
        if request.response_schema is not None:
            parts += b',"response_format":', _bytes(_format(request.response_schema))
        parts += b',"model":', _bytes(request.model), b"}"
        return Wire(b"".join(parts), _prefix(messages, tools))

    def _message(self, message: Message) -> bytes:
        known = self._messages.get(id(message))
        if known is not None:
            return known
        data = message_data(message, self._settings.reasoning_field)
        return self._messages.put(id(message), message, _bytes(data))

    def _tools_of(self, tools: tuple[ToolSpec, ...]) -> bytes:
        if not tools:
            return b""
        key = tuple(map(id, tools))
        known = self._tools.get(key)
        if known is not None:
            return known
        return self._tools.put(key, tools, _bytes([tool.openai() for tool in tools]))

    def _sampling_of(self, sampling: Sampling) -> bytes:
        known = self._sampling.get(id(sampling))
        if known is not None:
            return known
        data: dict[str, Json] = {
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            self._settings.length_field: sampling.max_tokens,
        }
        if sampling.stop:
            data["stop"] = sampling.stop
        return self._sampling.put(id(sampling), sampling, b"," + _bytes(data)[1:-1])


def message_data(message: Message, reasoning_field: str | None) -> dict[str, Json]:
    """A message as endpoints take it: arguments as JSON text, nothing that is only ours."""
    data: dict[str, Json] = {"role": message.role, "content": message.content}
    if message.reasoning is not None and reasoning_field is not None:
        data[reasoning_field] = message.reasoning
    if message.tool_calls:
        data["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": dump(call.arguments)},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        data["tool_call_id"] = message.tool_call_id
    if message.name is not None:
        data["name"] = message.name
    return data


def _format(schema: dict[str, Json]) -> Json:
    inner = {"name": "reply", "schema": schema, "strict": True}
    return {"type": "json_schema", "json_schema": inner}


def _bytes(value: Json) -> bytes:
    try:
        return orjson.dumps(value)
    except TypeError as error:
        raise RecordError(f"a request cannot be written as JSON: {error}") from error


def _prefix(messages: list[bytes], tools: bytes) -> int:
    first = messages[0] if messages else b""
    return xxhash.xxh3_64_intdigest(first, xxhash.xxh3_64_intdigest(tools))
