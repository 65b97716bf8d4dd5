"""The one protocol through which a domain joins the worlds, and what it is asked for."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from callwright.domains.core.state import State
from callwright.domains.core.table import Row
from callwright.domains.core.tool import Tool
from callwright.schemas.errors import DomainError
from callwright.schemas.values import Setting

Json = Any
T = TypeVar("T")


class NoProposal(Exception):
    """A proposer finds nothing sensible to ask for in this world; the planner tries elsewhere."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What a proposer gets: a world's state and what the call should be about."""

    state: Any
    """The domain's own State subclass, in the world as it is now."""
    rng: Random
    setting: Setting
    target: Row | None = None
    """The entity the call must be about: for a look-up, a row the result must contain; for a tool
    with an entity id, the row of that id. None: the proposer chooses."""

    def choose(self, options: Iterable[Any]) -> Any:
        """One of `options`; `NoProposal` when there is none."""
        pool = list(options)
        if not pool:
            raise NoProposal
        return self.rng.choice(pool)

    def choose_good(self, options: Iterable[T], good: Callable[[T], bool]) -> T:
        """One of the good `options`, each as likely; `NoProposal` when none is good.

        Options are looked at in random order until one is good: worlds hold hundreds of rows.
        """
        pool = list(options)
        while pool:
            index = self.rng.randrange(len(pool))
            if good(pool[index]):
                return pool[index]
            pool[index] = pool[-1]
            pool.pop()
        raise NoProposal

    def maybe(self, chance: float) -> bool:
        """True with probability `chance`."""
        return self.rng.random() < chance


Proposer = Callable[[Ask], dict[str, Json]]
"""Arguments (canonical, only what a user would say) of a call that succeeds in that world."""


@dataclass(frozen=True)
class Domain:
    """One executable domain. A folder exports it as `domain` from its `__init__`."""

    name: str
    title: str
    """For people, e.g. `Travel`."""
    state: type[State]
    tools: tuple[Tool, ...]
    populate: Callable[[Any, Random], None]
    """Fills an empty state; uses only the given random source."""
    proposers: Mapping[str, Proposer]
    """Tool name -> proposer; every tool has one."""
    folder: Path
    """Holds `phrases/<language>.yaml`, `policy.md` and `examples.yaml`."""
    invariants: tuple[Callable[[Any], Iterable[str]], ...] = ()
    """Each yields a sentence for every violation in a state."""

    def __post_init__(self) -> None:
        for t in self.tools:
            if t.name not in self.proposers:
                raise DomainError(f"domain {self.name} has no proposer for its tool {t.name}")
            strange = sorted(set(t.alike) - {other.name for other in self.tools})
            if strange:
                raise DomainError(
                    f"tool {t.name} of {self.name} is alike to unknown {strange[0]!r}"
                )
        owned = tuple(replace(t, domain=self.name) for t in self.tools)
        object.__setattr__(self, "tools", owned)

    @cached_property
    def by_name(self) -> dict[str, Tool]:
        """Canonical tool name -> tool."""
        return {t.name: t for t in self.tools}

    @cached_property
    def policy(self) -> str:
        """The policy text that assistants can be held to."""
        return (self.folder / "policy.md").read_text(encoding="utf-8").strip()
