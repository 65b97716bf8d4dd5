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
SKILLS = sorted(discover_skills())


@pytest.fixture(scope="module")
def factory() -> Factory:
    domains = {name: discover()[name] for name in DOMAINS}
    settings = Settings(namespace="golden", seed=1, worlds={"train": 2, "test": 1})
    return Factory(settings, domains)


def first_family(factory: Factory, skill: str) -> tuple[Trajectory, ...]:
    """Of the two domains, turned about from skill to skill, the first candidate that can be."""
    turn = SKILLS.index(skill) % 2
    for number in range(50):
        for domain in DOMAINS[turn:] + DOMAINS[:turn]:
            try:
                return factory.family(Cell(skill=skill, domain=domain, split="train"), number)
            except CannotPlan:
                continue
    raise AssertionError(f"none of 100 candidates of {skill} can be planned")


def written(family: tuple[Trajectory, ...]) -> str:
    """The family as text, each member followed by the digest of its stored row."""
    parts = [f"{render_text(m)}\nrow {digest(to_rows(m)[0])}\n" for m in family]
    return "\n".join(parts)


@pytest.mark.parametrize("skill", SKILLS)
def test_rows_are_as_they_were(factory: Factory, skill: str) -> None:
    path = HERE / f"{skill}.txt"
    text = written(first_family(factory, skill))
    if os.environ.get("CALLWRIGHT_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {p.stem for p in HERE.glob("*.txt")} == set(discover_skills())
