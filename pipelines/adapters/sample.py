"""Samples: a conversation unrolled to one piece per user turn, with loss only in its last turn.

Whole conversations cannot be trained as they are: most templates leave away the thinking of
earlier turns, so a model would be trained on contexts that it never sees. A sample either thinks
in every trained message or in none; one that does both is refused, and so is a turn without reply.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from callwright.schemas.messages import Message, ToolSpec
from callwright.schemas.task import Trajectory


@dataclass(frozen=True)
class Sample:
    """One piece of a conversation to train on."""

    id: str
    """Id of the row, and the number of the user turn (and of the step) counted from 0."""
    split: str
    messages: tuple[Message, ...]
    """From the system prompt to the last trained message or result."""
    tools: tuple[ToolSpec, ...]
    """The tools that are there in the last user turn, in the order shown."""
    first: int
    """Index of the first message that can be trained."""
    thinking: bool
    """Whether every trained message thinks, or none does."""

    @property
    def trained(self) -> tuple[int, ...]:
        """Indices of the messages under loss, ascending: assistant's, from `first` on."""
        indices = range(self.first, len(self.messages))
        return tuple(i for i in indices if has_loss(self.messages[i]))

    @property
    def gapless(self) -> bool:
        """Whether every assistant message from `first` on is trained."""
        later = self.messages[self.first :]
        return len(self.trained) == sum(message.role == "assistant" for message in later)


@dataclass(frozen=True)
class Refused:
    """A piece that nothing can be made of."""

    id: str
    reason: str
    """Reason code, e.g. `mixed_thinking`."""


def has_loss(message: Message) -> bool:
    """Whether an assistant message is to be learnt; its calls decide where it has any."""
    if message.role != "assistant":
        return False
    if message.weights is None:
        return True
    return (message.weights.calls if message.tool_calls else message.weights.text) > 0


def unroll(trajectory: Trajectory) -> Iterator[Sample | Refused]:
    """One sample per user turn, in the order of the turns."""
    messages, task = trajectory.messages, trajectory.task
    users = [i for i, message in enumerate(messages) if message.role == "user"]
    for turn, (user, end) in enumerate(zip(users, [*users[1:], len(messages)], strict=True)):
        sample = Sample(
            id=f"{task.id}-{turn}",
            split=task.split,
            messages=messages[:end],
            tools=task.tools_at(turn),
            first=user + 1,
            thinking=False,
        )
        yield _checked(sample)


def _checked(sample: Sample) -> Sample | Refused:
    thoughts = {sample.messages[i].reasoning is not None for i in sample.trained}
    if not thoughts:
        return Refused(sample.id, "no_reply")
    if len(thoughts) > 1:
        return Refused(sample.id, "mixed_thinking")
    return replace(sample, thinking=thoughts == {True})


def steps(sample: Sample) -> Iterator[Sample]:
    """One sample per trained message, which is then its last; for templates that need that."""
    for number, i in enumerate(sample.trained):
        yield replace(
            sample, id=f"{sample.id}-{number}", messages=sample.messages[: i + 1], first=i
        )


def without_thinking(sample: Sample) -> Sample:
    """The sample with no thinking anywhere, for models that do not think."""
    plain = tuple(message.model_copy(update={"reasoning": None}) for message in sample.messages)
    return replace(sample, messages=plain, thinking=False)
