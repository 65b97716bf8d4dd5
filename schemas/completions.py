"""What is asked of a language model and what it gives back: the records of every teacher call.

A request holds all that decides its reply besides the model, so that its digest is the key under
which the reply is kept.
"""

from functools import cached_property
from typing import Literal, Protocol

from pydantic import Field

from callwright.schemas.canonical import digest
from callwright.schemas.messages import Message, ToolCall, ToolSpec
from callwright.schemas.record import Json, Record

ToolChoice = Literal["auto", "none", "required"]
FinishReason = Literal["stop", "tool_calls", "length", "content_filter", "unknown"]

FailureKind = Literal[
    "rate_limited",
    "server_error",
    "timed_out",
    "disconnected",
    "malformed",
    "too_large",
    "empty",
    "wrong_model",
    "refused",
    "unauthorized",
    "circuit_open",
    "over_budget",
]
"""Why a request got no completion; a closed list, so that failures can be counted."""


class Sampling(Record):
    """How a reply is sampled."""

    temperature: float = Field(default=0.7, ge=0)
    top_p: float = Field(default=1.0, gt=0, le=1)
    max_tokens: int = Field(default=1024, ge=1)
    """Most tokens of the reply, thinking included."""
    stop: tuple[str, ...] = ()


class CompletionRequest(Record):
    """One question to a model."""

    model: str
    """The model's name, as its endpoints know it."""
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    tool_choice: ToolChoice = "auto"
    """Sent only where there are tools."""
    sampling: Sampling = Sampling()
    response_schema: dict[str, Json] | None = None
    """JSON Schema that the reply's text must follow."""
    seed: int = Field(default=0, ge=0, lt=2**63)
    """From the task's seed path: two rollouts of one task differ in it."""

    @cached_property
    def digest(self) -> str:
        """Key of the reply: 32 hex digits over everything that decides it."""
        return digest(self.model_dump(mode="json"), 32)


class Usage(Record):
    """What one reply took."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    """In the currency of the endpoint's prices; 0 where it has none."""
    latency: float = 0.0
    """Seconds from sending the request that was answered to reading its last byte."""
    attempts: int = 1
    """Requests sent until one was answered."""


class Completion(Record):
    """A model's reply, read; whether it is any good is not its own business."""

    text: str | None = None
    """None when the model only calls tools."""
    reasoning: str | None = None
    calls: tuple[ToolCall, ...] = ()
    """Arguments as the model wrote them, unchecked against any schema."""
    fault: str = ""
    """Why its calls could not be read (`callwright.schemas.calls.Fault`); empty when they were."""
    mended: tuple[str, ...] = ()
    """What was repaired or cast while its calls were read, each with its class."""
    raw: str = ""
    """The message as the endpoint sent it, JSON."""
    finish: FinishReason = "stop"
    usage: Usage = Usage()

    def message(self) -> Message:
        """The assistant message that goes on with the conversation."""
        return Message(
            role="assistant",
            content=self.text,
            reasoning=self.reasoning,
            tool_calls=self.calls,
        )


class TeacherFailure(Exception):
    """A request that got no completion, after `attempts` tries."""

    def __init__(self, kind: FailureKind, detail: str, attempts: int = 1) -> None:
        super().__init__(kind, detail, attempts)
        self.kind: FailureKind = kind
        self.detail = detail
        """For people; never holds a key, at most 200 characters of what an endpoint sent."""
        self.attempts = attempts

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


class Teacher(Protocol):
    """Anything that answers requests: an endpoint, a server it started, or a recording."""

    @property
    def name(self) -> str:
        """For provenance, e.g. `openai:Qwen/Qwen3.5-35B-A3B`."""
        ...

    async def complete(self, request: CompletionRequest) -> Completion:
        """The reply to a request; `TeacherFailure` when there is none."""
        ...

    async def close(self) -> None:
        """Give connections and servers back."""
        ...
