"""A script: a plan with its words, not yet a record.

Skills write scripts, `assemble` turns them into trajectories.
"""

from dataclasses import dataclass, field
from typing import Any

from callwright.domains.core.tool import Tool
from callwright.generators.language.builder import Marked
from callwright.generators.planner.plan import Plan, Step
from callwright.schemas.checks import Change, Fact
from callwright.schemas.forms import FormRule

Json = Any


@dataclass
class Turn:
    """One user turn and what the assistant does until it answers."""

    user: Marked
    answer: str
    groups: list[list[int]] = field(default_factory=list[list[int]])
    """Plan steps, grouped by assistant message."""
    thoughts: list[str] = field(default_factory=list[str])
    """One per assistant message (groups, then the answer); empty for a row without thinking."""
    facts: tuple[Fact, ...] = ()
    asks: tuple[str, ...] = ()
    declines: tuple[str, ...] = ()
    form: tuple[FormRule, ...] = ()
    told: tuple[int, ...] = ()
    """Plan steps whose results the answer tells."""
    finds_nothing: bool = False
    """Whether one of them looked for something and found nothing."""
    reveals: list[Json] = field(default_factory=list[Json])
    offers: list[Tool] = field(default_factory=list[Tool])
    """Tools that the user brings with this turn."""


@dataclass
class Script:
    """One family member before it becomes a record."""

    skill: str
    system: Marked
    plan: Plan
    turns: list[Turn]
    tools: list[Tool]
    """Tools visible from the start, in the order shown."""
    styles: dict[str, int]
    """Domain -> style number of its views."""
    state: tuple[Change, ...]
    """Net change of the world after all steps."""
    register: str
    frames: list[str]
    dials: dict[str, Json] = field(default_factory=dict[str, Json])
    others: dict[int, list[Step]] = field(default_factory=dict[int, list[Step]])
    """Plan step -> steps with other tools that would do as well in its place."""
