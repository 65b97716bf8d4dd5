"""Requests as the bytes that go out, each message and each set of tools written only once.

A conversation grows by a message or two per turn and its tools never change, so all but the newest
messages are at hand as bytes. Records are known by identity: they are frozen, and kept alive here
as long as their bytes are.
"""

from collections.abc import Hashable
from typing import NamedTuple
from weakref import ref

import orjson
import xxhash

from callwright.generators.teachers.openai.settings import TeacherSettings
from callwright.schemas.canonical import dump
from callwright.schemas.completions import CompletionRequest, Sampling
from callwright.schemas.errors import RecordError
from callwright.schemas.messages import Message, ToolSpec
from callwright.schemas.record import Json

MOST_KEPT = 500
"""Entries of one cache; it is emptied when it is full."""


class _Kept(dict[Hashable, tuple[object, bytes]]):
    """What was written of objects, by their identity; each entry keeps its objects alive."""

    def keep(self, key: Hashable, alive: object, written: bytes) -> bytes:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[key] = alive, written
        return written


class _Written(ref[Message]):
    """What was written of a message, for as long as there is that message."""

    __slots__ = ("body", "key")

    body: bytes
    key: int


class _Messages(dict[int, _Written]):
    """What was written of messages, by their identity; an entry goes when its message does."""

    def __init__(self) -> None:
        super().__init__()
        self._drop = self._gone

    def keep(self, message: Message, body: bytes) -> bytes:
        written = _Written(message, self._drop)
        written.body, written.key = body, id(message)
        self[written.key] = written
        return body

    def _gone(self, written: "ref[Message]") -> None:
        if isinstance(written, _Written):
            self.pop(written.key, None)


class Wire(NamedTuple):
    """A request as it goes out."""

    body: bytes
    prefix: int
    """Hash of the tools and the first message: requests that share it share a replica's cache.

    0 where there is only one endpoint.
    """


class Writer:
    """Writes the requests of one teacher."""

    def __init__(self, settings: TeacherSettings) -> None:
        self._settings = settings
        self._is_routed = len(settings.endpoints) > 1
        self._model = b',"model":%b}' % _bytes(settings.model)
        self._messages = _Messages()
        self._tools = _Kept()
        self._sampling = _Kept()

    def write(self, request: CompletionRequest) -> Wire:
        """The body of a request; `RecordError` for text that no UTF-8 can hold."""
        kept = self._messages
        messages: list[bytes] = []
        for message in request.messages:
            known = kept.get(id(message))
            messages.append(self._message(message) if known is None else known.body)
        tools = self._tools_of(request.tools) if request.tools else b""
        choice = b',"tool_choice":"%b"' % request.tool_choice.encode() if tools else b""
        form = b"" if request.response_schema is None else _format(request.response_schema)
        known = self._sampling.get(id(request.sampling))
        sampling = self._sampling_of(request.sampling) if known is None else known[1]
        body = b'{"messages":[%b]%b%b%b%b,"seed":%d%b' % (
            b",".join(messages),
            tools,
            choice,
            form,
            sampling,
            request.seed,
            self._model,
        )
        return Wire(body, _prefix(messages, tools) if self._is_routed else 0)

    def _message(self, message: Message) -> bytes:
        data = message_data(message, self._settings.reasoning_field)
        return self._messages.keep(message, _bytes(data))

    def _tools_of(self, tools: tuple[ToolSpec, ...]) -> bytes:
        key = tuple(map(id, tools))
        known = self._tools.get(key)
        if known is not None:
            return known[1]
        written = b',"tools":%b' % _bytes([tool.openai() for tool in tools])
        return self._tools.keep(key, tools, written)

    def _sampling_of(self, sampling: Sampling) -> bytes:
        data: dict[str, Json] = {
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            self._settings.length_field: sampling.max_tokens,
            "stream": False,
        }
        if sampling.stop:
            data["stop"] = sampling.stop
        return self._sampling.keep(id(sampling), sampling, b"," + _bytes(data)[1:-1])


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
                "function": {"name": call.name, "arguments": _text(call.arguments)},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        data["tool_call_id"] = message.tool_call_id
    if message.name is not None:
        data["name"] = message.name
    return data


def _text(arguments: dict[str, Json]) -> str:
    """Arguments as JSON text; what the quick writer has no form for goes through the other."""
    try:
        return orjson.dumps(arguments).decode()
    except TypeError:
        return dump(arguments)


def _format(schema: dict[str, Json]) -> bytes:
    inner = {"name": "reply", "schema": schema, "strict": True}
    return b',"response_format":%b' % _bytes({"type": "json_schema", "json_schema": inner})


def _bytes(value: Json) -> bytes:
    try:
        return orjson.dumps(value)
    except TypeError as error:
        raise RecordError(f"a request cannot be written as JSON: {error}") from error


def _prefix(messages: list[bytes], tools: bytes) -> int:
    first = messages[0] if messages else b""
    return xxhash.xxh3_64_intdigest(first, xxhash.xxh3_64_intdigest(tools))
