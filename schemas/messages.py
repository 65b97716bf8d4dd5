"""What a model sees and writes: tools, calls and messages in the OpenAI shape."""

from functools import cached_property
from typing import Literal

import orjson

from callwright.schemas.canonical import canonical, dump
from callwright.schemas.errors import RecordError
from callwright.schemas.record import Json, Record

Role = Literal["system", "user", "assistant", "tool"]


class ToolSpec(Record):
    """A tool as the model sees it, through a view."""

    name: str
    """The visible name."""
    description: str = ""
    """Visible description; empty when the view leaves it out."""
    parameters: dict[str, Json]
    """JSON Schema of the arguments, in the view's type dialect."""

    @cached_property
    def text(self) -> str:
        """The `tools` entry as rows store it; views share their specs, so it is written once."""
        return dump(self.openai())

    @cached_property
    def canonical(self) -> bytes:
        """The record as canonical JSON without defaults, written once."""
        return canonical(self.model_dump(mode="json", exclude_defaults=True))

    def openai(self) -> dict[str, Json]:
        """The tool as an OpenAI `tools` entry."""
        function: dict[str, Json] = {"name": self.name}
        if self.description:
            function["description"] = self.description
        return {"type": "function", "function": {**function, "parameters": self.parameters}}


class ToolCall(Record):
    """One call an assistant makes."""

    id: str
    """Unique inside its conversation, e.g. `call_3`."""
    name: str
    """The visible tool name."""
    arguments: dict[str, Json]
    """Visible arguments; key order is what the model writes."""


class Weights(Record):
    """Loss weights of an assistant message, 0 to 1 each; exporters map them."""

    reasoning: float = 0.5
    calls: float = 1.0
    text: float = 0.5


class Message(Record):
    """One message of a conversation."""

    role: Role
    content: str | None = None
    """Text, or None when the assistant only calls tools."""
    reasoning: str | None = None
    """Short thinking before the calls or the text; in every assistant message of a row or none."""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    """Of a tool message: the call it answers."""
    name: str | None = None
    """Of a tool message: the visible tool name."""
    weights: Weights | None = None
    """Loss weights; assistant messages only."""

    @cached_property
    def canonical(self) -> bytes:
        """The record as canonical JSON without defaults, written once: requests repeat messages."""
        return canonical(self.model_dump(mode="json", exclude_defaults=True))

    @cached_property
    def chat(self) -> bytes:
        """The message as JSON that chat endpoints take, without its thinking, written once.

        Arguments are JSON text, and nothing is there that is only ours. `RecordError` for text that
        no UTF-8 can hold.
        """
        data: dict[str, Json] = {"role": self.role, "content": self.content}
        if self.tool_calls:
            data["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": _text(call.arguments)},
                }
                for call in self.tool_calls
            ]
        if self.tool_call_id is not None:
            data["tool_call_id"] = self.tool_call_id
        if self.name is not None:
            data["name"] = self.name
        try:
            return orjson.dumps(data)
        except TypeError as error:
            raise RecordError(f"a message cannot be written as JSON: {error}") from error

    def openai(self) -> dict[str, Json]:
        """The message as OpenAI-shaped data, arguments as an object, absent fields left out."""
        out: dict[str, Json] = {"role": self.role, "content": self.content}
        if self.reasoning is not None:
            out["reasoning_content"] = self.reasoning
        if self.tool_calls:
            out["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                }
                for call in self.tool_calls
            ]
        if self.tool_call_id is not None:
            out |= {"tool_call_id": self.tool_call_id, "name": self.name}
        if self.weights is not None:
            out["weights"] = self.weights.model_dump()
        return out

    @classmethod
    def from_openai(cls, data: dict[str, Json]) -> "Message":
        """The message that `openai` wrote."""
        calls = tuple(
            ToolCall(id=c["id"], name=c["function"]["name"], arguments=c["function"]["arguments"])
            for c in data.get("tool_calls", ())
        )
        return cls(
            role=data["role"],
            content=data.get("content"),
            reasoning=data.get("reasoning_content"),
            tool_calls=calls,
            tool_call_id=data.get("tool_call_id"),
            name=data.get("name"),
            weights=data.get("weights"),
        )


def _text(arguments: dict[str, Json]) -> str:
    """Arguments as JSON text; what the quick writer has no form for goes through the other."""
    try:
        return orjson.dumps(arguments).decode()
    except TypeError:
        return dump(arguments)
