"""Rollouts: how an assistant lived through a task, with a user who was a script or a model.

A bad rollout is data. Whether it is any good is for the checks to say; what is said here is what
happened, and whether it may be counted at all.
"""

from typing import Literal

from callwright.schemas.checks import Change
from callwright.schemas.completions import Usage
from callwright.schemas.messages import Message
from callwright.schemas.record import Record

Ending = Literal["finished", "steps", "calls", "tokens", "unreadable", "failed", "void"]
"""`finished`: the dialogue is over; `steps`, `calls`, `tokens`: a limit was passed; `unreadable`: a
reply could not be read as a message; `failed`: a teacher gave no reply; `void`: the user simulator
broke its rules."""

ViolationCode = Literal["adds_fact", "solves_task", "ends_early", "omits_fact"]
"""What a user simulator did: it said what the task does not, said it too soon or gave a result
(`adds_fact`), named a tool or wrote a call (`solves_task`), stopped before all turns were said
(`ends_early`), or left out a value that its turn must give (`omits_fact`)."""


class UserViolation(Record):
    """One rule that a user simulator broke."""

    message: int
    """Index of the user message; it stands in the rollout, and nothing after it."""
    code: ViolationCode
    evidence: str


class Rollout(Record):
    """One conversation of one task."""

    task: str
    """The task's id."""
    number: int
    """Among the rollouts of the task, from 0."""
    teacher: str
    """Who acted."""
    user: str
    """Who spoke for the user."""
    messages: tuple[Message, ...]
    """System prompt first. Call ids are `call_1`, `call_2`, ..."""
    asides: tuple[int, ...] = ()
    """Indexes of user messages beyond the task's turns: answers to needless questions."""
    errors: tuple[str, ...] = ()
    """The error code of every call, in order; empty for a success."""
    changes: tuple[Change, ...] = ()
    """The net changes of the world."""
    ended: Ending
    detail: str = ""
    """The class of what ended it: a fault of a reply, a kind of failure, a violation."""
    attempts: int = 0
    """For `failed`: how often the request was tried."""
    usage: Usage = Usage(attempts=0)
    """Sums over all replies of the assistant."""
    user_usage: Usage = Usage(attempts=0)
    """Sums over all replies of the user simulator."""
    environment_seconds: float = 0.0
    """Seconds that the world took for all calls."""
    violations: tuple[UserViolation, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it says something about the model: neither failed nor void."""
        return self.ended not in ("failed", "void")

    @property
    def conversation(self) -> tuple[Message, ...]:
        """The messages without asides and the questions they answer: one user message a turn."""
        left_out = {at - back for at in self.asides for back in (0, 1)}
        return tuple(m for at, m in enumerate(self.messages) if at not in left_out)

    @property
    def steps(self) -> int:
        """Assistant messages."""
        return sum(m.role == "assistant" for m in self.messages)
