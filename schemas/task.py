"""Task: all that exists before the assistant acts. Trajectory: a task with its conversation."""

from typing import Literal

from pydantic import Field

from callwright.schemas.checks import Checks
from callwright.schemas.messages import Message, ToolSpec
from callwright.schemas.provenance import Provenance
from callwright.schemas.record import RECORD_VERSION, Json, Record, Version

Split = Literal["train", "test"]


class UserTurn(Record):
    """One scripted user turn."""

    text: str
    reveals: tuple[Json, ...] = ()
    """Canonical values this turn reveals, and no others."""
    offers: tuple[ToolSpec, ...] = ()
    """Tools that are there from this turn on; the text shows each as its `tools` entry."""


class ViewUse(Record):
    """Which view shows which tool in a task."""

    tool: str
    """Canonical tool, e.g. `travel.find_flights`."""
    view: str
    """Digest of the view record in the release's `views` config."""


class Task(Record):
    """A proved, checkable request in one world."""

    record_version: Version = RECORD_VERSION
    id: str
    """Digest of the seed path; unique in a release."""
    family_id: str
    """Shared by a base task and its minimal pairs."""
    split: Split
    skill: str
    """Cell coordinate, e.g. `parallel`."""
    domain: str
    """Cell coordinate, e.g. `travel` or `travel+calendar`."""
    language: str = "en"
    dials: dict[str, Json]
    """Sampled axes of difficulty: register, thinking, visible tools, plan length, ..."""
    world: str
    """Digest of the world snapshot."""
    views: dict[str, ViewUse]
    """Visible tool name -> canonical tool and view."""
    system: str
    """System prompt; states the clock."""
    tools: tuple[ToolSpec, ...]
    """Tools visible from the start, in the order shown."""
    turns: tuple[UserTurn, ...]
    checks: Checks

    def tools_at(self, turn: int) -> tuple[ToolSpec, ...]:
        """The tools that can be called after user turn `turn`, counted from 0."""
        offered = (tool for t in self.turns[: turn + 1] for tool in t.offers)
        return (*self.tools, *offered)


class Verdict(Record):
    """What one check said."""

    filter: str
    keep: bool
    reason: str = ""
    """Reason code of a drop, e.g. `replay.result_differs`."""
    evidence: str = ""


class Trajectory(Record):
    """A task, its conversation, where every value came from, and what the checks said."""

    record_version: Version = RECORD_VERSION
    task: Task
    messages: tuple[Message, ...]
    """System prompt first, then turns, calls and results."""
    provenance: Provenance
    verdicts: tuple[Verdict, ...] = Field(default=())
