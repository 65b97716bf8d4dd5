"""Families: the same on every machine, twins by rule, pools of the splits disjoint."""

import pytest

from callwright.generators.factory import Factory
from callwright.generators.skills import discover_skills
from tests.generators.conftest import cells, families, new_factory


@pytest.mark.parametrize("cell", cells(), ids=lambda c: c.name)
def test_a_family_is_the_same_whatever_was_made_before(factory: Factory, cell) -> None:
    again = families(new_factory(), cell, 4)
    families(factory, cells()[0], 3)
    assert families(factory, cell, 4) == again


def test_the_world_is_left_as_it_was(factory: Factory) -> None:
    for cell in cells():
        families(factory, cell, 3)
    for digest, world in factory.worlds.items():
        assert world.digest() == digest


@pytest.mark.parametrize("cell", cells(), ids=lambda c: c.name)
def test_what_abstains_has_a_twin_that_acts(factory: Factory, cell) -> None:
    skill = discover_skills()[cell.skill]
    for family in families(factory, cell, 8):
        assert family[0].task.skill == skill.name
        assert len(family) == 1 + bool(skill.twins)
        assert {m.task.skill for m in family[1:]} <= set(skill.twins)
        assert len({m.task.family_id for m in family}) == 1
        assert {m.task.split for m in family} == {cell.split}
        if skill.abstains:
            assert any(t.calls for t in family[1].task.checks.turns)


def test_the_splits_share_no_world_and_no_view(factory: Factory) -> None:
    seen = {}
    for split in ("train", "test"):
        rows = [m for c in cells(split) for f in families(factory, c, 5) for m in f]
        seen[split] = (
            {m.task.world for m in rows},
            {use.view for m in rows for use in m.task.views.values()},
            {f for m in rows for f in m.provenance.frames},
        )
    for train, test in zip(seen["train"], seen["test"], strict=True):
        assert train
        assert test
        assert not train & test


def test_reasoning_is_in_every_assistant_turn_or_in_none(factory: Factory) -> None:
    seen = set()
    for cell in cells():
        for family in families(factory, cell, 6):
            for member in family:
                said = {bool(m.reasoning) for m in member.messages if m.role == "assistant"}
                assert len(said) == 1
                seen |= said
    assert seen == {True, False}


def test_no_user_turn_says_an_id_that_a_person_cannot_know(factory: Factory) -> None:
    for cell in cells():
        for family in families(factory, cell, 10):
            for member in family:
                text = " ".join(t.text for t in member.task.turns)
                for call in (c for t in member.task.checks.turns for c in t.calls):
                    for pointer, leaf in call.leaves.items():
                        value = call.arguments
                        for key in pointer.split("/")[1:]:
                            value = value.get(key) if isinstance(value, dict) else None
                        if leaf.kind["kind"] == "entity_id" and value and not leaf.kind["sayable"]:
                            assert value not in text
