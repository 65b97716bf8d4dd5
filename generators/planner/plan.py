"""An executed plan: the ground truth that exists before any word is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from callwright.domains.core.tool import Tool
from callwright.domains.core.world import Outcome

Json = Any
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """The user says the value."""


@dataclass(frozen=True, slots=True)
class FromProfile:
    """The value stands in the system prompt, as the profile fact `key`."""

    key: str


@dataclass(frozen=True, slots=True)
class Pick:
    """An entity id out of an earlier step's result, singled out by words."""

    step: int
    path: Path
    """Path of the id in the canonical result."""
    entity: str
    op: str
    """See `schemas.provenance.Op`."""
    field: str = ""
    value: Json = None
    template: str = ""
    """The modifier that says it (`cheapest`, `{depart:clock}`); empty for `only`, `made`."""

    @property
    def item(self) -> Path:
        """Path of the item in the canonical result."""
        return self.path[:-1]


@dataclass(frozen=True, slots=True)
class Feed:
    """A field of an entity out of an earlier step's result, used for another tool's parameter."""

    pick: Pick
    field: str


@dataclass(frozen=True, slots=True)
class Own:
    """A field of the person's own habits, as an earlier step's result tells them."""

    step: int
    field: str


@dataclass(frozen=True, slots=True)
class Again:
    """The value that the same argument of an earlier step had, known as it was known there."""

    step: int


Binding = Said | FromProfile | Pick | Feed | Own | Again


@dataclass(frozen=True)
class Step:
    """One executed call of a plan."""

    tool: Tool
    args: Mapping[str, Json]
    """Canonical arguments."""
    bindings: Mapping[str, Binding]
    """Argument -> how the assistant can know it."""
    outcome: Outcome
    after: tuple[int, ...] = ()
    """Steps that must come before."""

    @property
    def said(self) -> list[str]:
        """Arguments the user says, in signature order."""
        return [p for p, b in self.bindings.items() if isinstance(b, Said)]

    def picks(self) -> dict[str, Pick]:
        """Arguments that are picked out of an earlier result."""
        return {p: b for p, b in self.bindings.items() if isinstance(b, Pick)}


@dataclass
class Plan:
    """Steps in an order that works."""

    steps: list[Step] = field(default_factory=list[Step])

    def add(self, step: Step) -> int:
        """Append a step; returns its index."""
        self.steps.append(step)
        return len(self.steps) - 1

    def value_at(self, step: int, path: Path) -> Json:
        """The value at `path` of a step's canonical result."""
        value: Json = self.steps[step].outcome.value
        for key in path:
            value = value[key]
        return value
