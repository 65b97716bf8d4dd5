"""User simulators: who speaks for the user in a rollout, one scripted turn after the other.

A simulator knows the task's turns and the values they reveal, and never a call, a result or a
check. Neither kind is trusted: what is said is checked before the assistant reads it.
"""

import string
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from callwright.generators.rollout.prompts import asides, prompt
from callwright.schemas.canonical import dump
from callwright.schemas.completions import CompletionRequest, Sampling, Teacher, Usage
from callwright.schemas.messages import Message
from callwright.schemas.record import Json
from callwright.schemas.task import Task

ENDS: Final = frozenset(
    {
        "",
        "end",
        "stop",
        "done",
        "exit",
        "quit",
        "terminate",
        "end of conversation",
        "goodbye",
        "bye",
    }
)
"""What a simulator writes that will not go on: nothing, or nothing but a word for the end."""


NOTHING: Final = Usage(attempts=0)
SHORT: Final = Sampling(max_tokens=256)


@dataclass(frozen=True, slots=True)
class Words:
    """What a simulator says."""

    text: str
    """Empty: it will not go on."""
    usage: Usage = NOTHING


@dataclass(frozen=True, slots=True)
class Heard:
    """What a simulator may look at when it speaks."""

    task: Task
    turn: int
    """The scripted turn that is to be said, or that is being answered."""
    said: Sequence[str]
    """The user's words so far."""
    last: str
    """What the assistant said last; empty at the start."""
    seed: int


class User(Protocol):
    """Speaks for the user."""

    @property
    def name(self) -> str:
        """For provenance."""
        ...

    @property
    def rewords(self) -> bool:
        """Whether its words differ from the task's."""
        ...

    async def say(self, heard: Heard) -> Words:
        """The words of turn `heard.turn`; `TeacherFailure` when there are none."""
        ...

    async def answer(self, heard: Heard) -> Words:
        """The answer to a question beyond the script."""
        ...


class ScriptUser:
    """Says the task's turns word for word, and nothing that they do not say."""

    name = "script/1"
    rewords = False

    async def say(self, heard: Heard) -> Words:
        """The turn's text."""
        return Words(heard.task.turns[heard.turn].text)

    async def answer(self, heard: Heard) -> Words:
        """A stock phrase in the task's register, which gives no value."""
        known = asides(heard.task.language)
        texts = known.get(str(heard.task.dials.get("register", "")), known["plain"])
        return Words(Random(heard.seed).choice(texts))


class ModelUser:
    """A model that says the task's turns in its own words.

    Args:
        teacher: the model.
        model: its name, as requests state it.
        sampling: of its replies.
    """

    rewords = True

    def __init__(self, teacher: Teacher, model: str, sampling: Sampling = SHORT) -> None:
        self.name = f"model/1:{teacher.name}"
        self._teacher, self._model, self._sampling = teacher, model, sampling

    async def say(self, heard: Heard) -> Words:
        """The turn in the model's words; tools that the turn offers follow as they stand."""
        turn = heard.task.turns[heard.turn]
        offers = [spec.text for spec in turn.offers]
        text = turn.text
        for offer in offers:
            text = text.replace(offer, "").rstrip()
        data = {"say": text, "values": list(turn.reveals), **_context(heard)}
        words = await self._complete("user.v1", data, heard.seed)
        return Words("\n".join((words.text, *offers)), words.usage) if words.text else words

    async def answer(self, heard: Heard) -> Words:
        """An answer out of what was said so far."""
        values = [v for t in heard.task.turns[: heard.turn + 1] for v in t.reveals]
        return await self._complete("aside.v1", {"values": values, **_context(heard)}, heard.seed)

    async def _complete(self, name: str, data: Json, seed: int) -> Words:
        messages = (
            Message(role="system", content=prompt(name)),
            Message(role="user", content=dump(data)),
        )
        request = CompletionRequest(
            model=self._model, messages=messages, sampling=self._sampling, seed=seed
        )
        reply = await self._teacher.complete(request)
        text = (reply.text or "").strip()
        return Words("" if is_end(text) else text, reply.usage)


def is_end(text: str) -> bool:
    """Whether a text says nothing but that the conversation is over."""
    return text.strip(f"{string.punctuation}{string.whitespace}").casefold() in ENDS


def _context(heard: Heard) -> dict[str, Json]:
    return {"said": list(heard.said), "heard": heard.last}
