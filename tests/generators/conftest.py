"""A small factory over all discovered domains, shared by the tests of one file."""

import pytest

from callwright.domains.core.discovery import discover
from callwright.generators.errors import CannotPlan
from callwright.generators.factory import Factory
from callwright.generators.settings import Cell, Settings
from callwright.generators.skills import discover_skills
from callwright.schemas.task import Trajectory


def new_factory() -> Factory:
    """A factory with few worlds."""
    return Factory(Settings(namespace="tests", seed=3, worlds={"train": 5, "test": 2}), discover())


RARE = frozenset({"state_dependency"})
"""Skills that some worlds cannot serve, which only trying shows."""


def cells(split: str = "train") -> list[Cell]:
    """Every skill in every domain, and in the two together where the skill crosses."""
    names = [*discover(), "travel+calendar"]
    return [
        Cell(skill=s.name, domain=d, split=split)
        for s in discover_skills().values()
        for d in names
        if (s.crosses if "+" in d else not s.needs(discover()[d].tools))
    ]


def families(factory: Factory, cell: Cell, count: int) -> list[tuple[Trajectory, ...]]:
    """The families among the first `count` candidates of a cell."""
    found = []
    for number in range(count):
        try:
            found.append(factory.family(cell, number))
        except CannotPlan:
            continue
    return found


@pytest.fixture(scope="module")
def factory() -> Factory:
    return new_factory()
