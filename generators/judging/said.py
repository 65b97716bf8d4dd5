"""What is said in a conversation: the texts of its user and its assistant, and nothing else."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from callwright.generators.wording.texts import words_of
from callwright.schemas.task import Trajectory


class Line(NamedTuple):
    """One text."""

    by: Literal["user", "assistant"]
    text: str


Said = tuple[Line, ...]
"""The texts of a conversation, in order."""


def said_in(trajectory: Trajectory) -> Said:
    """The texts of a trajectory, without prompts, thinking, calls, results and offered tools."""
    return tuple(_lines(trajectory))


def _lines(trajectory: Trajectory) -> Iterator[Line]:
    turns = iter(trajectory.task.turns)
    for message in trajectory.messages:
        if message.role == "user":
            yield Line("user", words_of(next(turns)))
        elif message.role == "assistant" and (message.content or "").strip():
            yield Line("assistant", message.content or "")
