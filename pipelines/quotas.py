"""Exact counts per cell: who has room, how many candidates the next round needs, who is stuck.

A family counts each member in the member's own cell. Rows that abstain bring a twin that acts, so
acting cells keep room for the twins that are still to come, and are closed last.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from typing import Any

from callwright.generators.settings import Cell
from callwright.pipelines.funnel import Funnel
from callwright.schemas.errors import RecipeError

FULL, NO_CELL = "quota.full", "quota.no_such_cell"
SEEN_ELSEWHERE = 8
"""Candidates that the yield of a cell's skill in its domain, over all splits, counts for."""
LEAST_YIELD = 0.02
PATIENCE = 4
"""Rounds without any accepted family after which a cell counts as stuck."""


@dataclass
class CellState:
    """Where one cell stands."""

    cell: Cell
    target: int
    twins: tuple[str, ...]
    """Skills of which a family led by this cell brings one twin; empty when it acts."""
    accepted: int = 0
    """Rows, also those that came as twins of other cells' families."""
    entered: int = 0
    """Candidates this cell led."""
    passed: int = 0
    """Of these, families that only a full cell kept out, or that were accepted."""
    taken: int = 0
    """Of these, families that were accepted."""
    stale: int = 0
    """Rounds in a row in which candidates entered and no family was accepted."""
    funnel: Funnel = field(default_factory=Funnel)

    @property
    def missing(self) -> int:
        """Rows still to accept."""
        return self.target - self.accepted

    def counts(self) -> dict[str, Any]:
        """Target and accepted rows; entered and kept families, and why the others fell."""
        return {
            "target": self.target,
            "accepted": self.accepted,
            "entered": self.entered,
            "kept": self.taken,
            "dropped": dict(sorted(self.funnel.dropped().items())),
        }


class Quotas:
    """All cells of a run, abstaining ones first, else in recipe order."""

    def __init__(self, targets: Mapping[Cell, int], skills: Mapping[str, tuple[str, ...]]) -> None:
        states = [CellState(cell, n, skills[cell.skill]) for cell, n in targets.items()]
        states.sort(key=lambda state: not state.twins)
        self.states = {state.cell.name: state for state in states}

    def __iter__(self) -> Iterator[CellState]:
        return iter(self.states.values())

    @property
    def complete(self) -> bool:
        """Whether every cell is exactly full."""
        return not any(state.missing for state in self)

    # -- sizes of a round ------------------------------------------------------------------
    def orders(self) -> list[tuple[CellState, int]]:
        """Candidates that each cell needs in the next round, from earlier counts alone."""
        sized = ((state, self.size(state)) for state in self)
        return [(state, size) for state, size in sized if size]

    def size(self, state: CellState) -> int:
        """Candidates for one cell: what is missing over the yield that is to be expected.

        No more than that, as what a full cell turns away was made for nothing; but twice as many
        after each round that brought none: bad luck must not look like a dead end.
        """
        wanted = state.missing - self.reserved(state, state if state.twins else None)
        if wanted <= 0:
            return 0
        if not state.entered:
            return wanted
        needed = ceil(wanted / self._yield(state)) * 2**state.stale
        return min(needed, 8 * wanted + 64)

    def _yield(self, state: CellState) -> float:
        """The share of candidates that may pass: the cell's own, and its siblings' in all splits.

        A small cell alone has seen too few to tell.
        """
        kind = state.cell.skill, state.cell.domain
        alike = [one for one in self if (one.cell.skill, one.cell.domain) == kind]
        entered = sum(one.entered for one in alike)
        expected = SEEN_ELSEWHERE * sum(one.passed for one in alike) / entered
        own = (state.passed + expected) / (state.entered + SEEN_ELSEWHERE)
        return max(own, LEAST_YIELD)

    def reserved(self, state: CellState, leader: CellState | None = None) -> int:
        """Room of a cell that twins of other, unfinished cells may need.

        For a family of an abstaining `leader`, only the room of those that have no other choice.
        """
        return sum(
            other.missing
            for other in self._wanting[state.cell.name]
            if leader is None or (other is not leader and len(self.choices(other)) == 1)
        )

    @cached_property
    def _wanting(self) -> dict[str, list[CellState]]:
        """Cell -> the cells of its domain and split whose twins can count in it."""
        return {
            name: [
                other
                for other in self
                if state.cell.skill in self.choices(other)
                and (other.cell.domain, other.cell.split) == (state.cell.domain, state.cell.split)
            ]
            for name, state in self.states.items()
        }

    def choices(self, state: CellState) -> tuple[str, ...]:
        """The skills of a cell's twins that the mixture has in the same domain and split."""
        domain, split = state.cell.domain, state.cell.split
        return tuple(s for s in state.twins if f"{s}/{domain}/{split}" in self.states)

    # -- acceptance ------------------------------------------------------------------------
    def refusal(self, leader: CellState, members: Iterable[str]) -> str:
        """Why a family with members in these cells has no room; empty when it has."""
        for name, count in Counter(members).items():
            state = self.states.get(name)
            if state is None:
                return NO_CELL
            kept = self.reserved(state, leader if leader.twins else None)
            if count > state.missing - kept:
                return FULL
        return ""

    def accept(self, leader: CellState, members: Iterable[str]) -> None:
        """Count an accepted family."""
        leader.taken += 1
        for name in members:
            self.states[name].accepted += 1

    # -- the way out -----------------------------------------------------------------------
    def end_round(self, before: Mapping[str, int]) -> None:
        """Count rounds without progress, given `taken` of each cell of the round before it.

        `RecipeError` for a cell that cannot be filled.
        """
        for name, taken in before.items():
            state = self.states[name]
            state.stale = 0 if state.taken > taken or not state.missing else state.stale + 1
            if state.stale >= PATIENCE:
                raise RecipeError(stuck(state))


def stuck(state: CellState) -> str:
    """What to say of a cell that cannot be filled."""
    reasons = list(state.funnel.dropped().items())[:3]
    told = ", ".join(f"{reason} ({count})" for reason, count in reasons) or "none counted"
    return (
        f"cell {state.cell.name} cannot be filled: {state.accepted} of {state.target} rows "
        f"accepted from {state.entered} candidates, and {PATIENCE} rounds brought none; most "
        f"dropped for: {told}. Ask for fewer rows, or relax the filter or dial that drops them"
    )
