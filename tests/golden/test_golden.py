"""Golden rows: one family of every skill, compared byte for byte.

A change of packs, planner, views or seeds shows here as text that a reviewer can read. After such
a change: `make golden`, then read the difference.
"""

import os
from pathlib import Path

import pytest

from callwright.domains.core.discovery import discover
from callwright.generators.errors import CannotPlan
from callwright.generators.factory import Factory
from callwright.generators.settings import Cell, Settings
from callwright.generators.skills import discover_skills
from callwright.pipelines.render import render_text
from callwright.schemas.canonical import digest
from callwright.schemas.rows import to_rows
from callwright.schemas.task import Trajectory

HERE = Path(__file__).parent
DOMAINS = ("calendar", "travel")
CELLS = [
    Cell(skill=skill.name, domain=able[i % len(able)], split="train")
    for i, skill in enumerate(discover_skills().values())
    for able in ([d for d in DOMAINS if not skill.needs(discover()[d].tools)],)
]


@pytest.fixture(scope="module")
def factory() -> Factory:
    domains = {name: discover()[name] for name in DOMAINS}
    settings = Settings(namespace="golden", seed=1, worlds={"train": 2, "test": 1})
    return Factory(settings, domains)


def first_family(factory: Factory, cell: Cell) -> tuple[Trajectory, ...]:
    for number in range(50):
        try:
            return factory.family(cell, number)
        except CannotPlan:
            continue
    raise AssertionError(f"none of 50 candidates of {cell.name} can be planned")


def written(family: tuple[Trajectory, ...]) -> str:
    """The family as text, each member followed by the digest of its stored row."""
    parts = [f"{render_text(m)}\nrow {digest(to_rows(m)[0])}\n" for m in family]
    return "\n".join(parts)


@pytest.mark.parametrize("cell", CELLS, ids=lambda c: c.skill)
def test_rows_are_as_they_were(factory: Factory, cell: Cell) -> None:
    path = HERE / f"{cell.skill}.txt"
    text = written(first_family(factory, cell))
    if os.environ.get("CALLWRIGHT_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {p.stem for p in HERE.glob("*.txt")} == set(discover_skills())
