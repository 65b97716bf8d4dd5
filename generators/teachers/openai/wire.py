"""Requests as the bytes that go out, each message and each set of tools written only once.

A conversation grows by a message or two per turn, and messages keep what was written of them. Tools
and sampling never change: they are known by identity, since they are frozen, and kept alive here as
long as their bytes are.
"""

from collections.abc import Hashable
from typing import NamedTuple

import orjson
import xxhash

from callwright.generators.teachers.openai.settings import TeacherSettings
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
        self._reasoning = (settings.reasoning_field or "").encode()
        self._tools = _Kept()
        self._sampling = _Kept()

    def write(self, request: CompletionRequest) -> Wire:
        """The body of a request; `RecordError` for text that no UTF-8 can hold."""
        messages = (
            [self._thought(message) for message in request.messages]
            if self._reasoning
            else [message.chat for message in request.messages]
        )
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

    def _thought(self, message: Message) -> bytes:
        """A message with its thinking, for models that are given it back."""
        if message.reasoning is None:
            return message.chat
        return b'{"%b":%b,%b' % (self._reasoning, _bytes(message.reasoning), message.chat[1:])

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
