"""The request: which of two conversations is better, in each aspect, as structured output."""

from typing import Any, Final

from pydantic import Field

from callwright.generators.judging.findings import ASPECTS, CHOICES
from callwright.generators.judging.prompts import prompt
from callwright.generators.judging.said import Said
from callwright.schemas.canonical import dump
from callwright.schemas.completions import CompletionRequest, Sampling
from callwright.schemas.messages import Message
from callwright.schemas.record import Record

Json = Any
LONGEST_REPLY: Final = 2000
"""Characters of an unreadable reply that are shown again."""
SCHEMA: Final[dict[str, Json]] = {
    "type": "object",
    "properties": {
        "reason": {"type": "string"},
        **{aspect: {"type": "string", "enum": list(CHOICES)} for aspect in ASPECTS},
    },
    "required": ["reason", *ASPECTS],
    "additionalProperties": False,
}


class JudgeSettings(Record):
    """How a judge is asked."""

    model: str
    """Its name, as endpoints know it."""
    temperature: float = Field(default=0.0, ge=0)
    max_tokens: int = Field(default=1024, ge=1)
    """Most tokens of a reply, thinking included."""


def question(first: Said, second: Said, settings: JudgeSettings, seed: int) -> CompletionRequest:
    """The request to compare two conversations.

    Args:
        first: shown first.
        second: shown second.
        settings: how a judge is asked.
        seed: of the sampling.
    """
    shown = {"first": _shown(first), "second": _shown(second)}
    return CompletionRequest(
        model=settings.model,
        messages=(
            Message(role="system", content=prompt("judge.v1")),
            Message(role="user", content=dump(shown)),
        ),
        sampling=Sampling(temperature=settings.temperature, max_tokens=settings.max_tokens),
        response_schema=SCHEMA,
        seed=seed,
    )


def again(request: CompletionRequest, reply: str, seed: int) -> CompletionRequest:
    """The request that follows a reply which could not be read."""
    more = (
        Message(role="assistant", content=reply[:LONGEST_REPLY] or "{}"),
        Message(role="user", content=prompt("again.v1")),
    )
    return request.model_copy(update={"messages": (*request.messages[:2], *more), "seed": seed})


def _shown(said: Said) -> list[Json]:
    return [{line.by: line.text} for line in said]
