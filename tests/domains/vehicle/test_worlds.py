"""Populated worlds: proposals succeed about their targets, rules hold, worlds are rich."""

import json
from random import Random

import pytest

from callwright.domains.core import Ask, NoProposal, World
from callwright.domains.core import output as shapes
from callwright.domains.vehicle import domain
from callwright.domains.vehicle.populate import populate
from callwright.schemas.values import EntityId

TOOLS = sorted(domain.by_name)


def ask(world, rng, target=None):
    return Ask(world.states["vehicle"], rng, world.setting({}), target)


def targets(world, name):
    """Rows that a call of the tool could be about."""
    tool, state = domain.by_name[name], world.states["vehicle"]
    kinds = {p.kind.entity for p in tool.params if isinstance(p.kind, EntityId)}
    kinds |= {shapes.entity(row) for row in shapes.lists(tool.output).values()}
    return [r for t in state.tables.values() if shapes.entity(t.row) in kinds for r in t]


@pytest.mark.parametrize("name", TOOLS)
def test_every_proposal_succeeds_and_is_about_its_target(worlds, name):
    made = 0
    for seed, world in enumerate(worlds):
        rng = Random(f"{name}/{seed}")
        rows = targets(world, name)
        for target in [None, None, *rng.sample(rows, min(4, len(rows)))]:
            try:
                arguments = domain.proposers[name](ask(world, rng, target))
            except NoProposal:
                continue
            outcome = world.call(f"vehicle.{name}", arguments)
            assert outcome.ok, (name, arguments, outcome.error)
            assert target is None or target.key in json.dumps([arguments, outcome.value])
            world.rollback()
            made += 1
    assert made >= 40


def test_nobody_is_guided_to_where_the_car_is(world):
    saved = world.call("vehicle.save_place", {"name": "Pine Gate"}).value
    place = world.states["vehicle"].places.get(saved["place_id"])
    with pytest.raises(NoProposal):
        domain.proposers["start_navigation"](ask(world, Random(1), place))


def test_rules_hold_after_many_calls(worlds):
    for seed, world in enumerate(worlds[:12]):
        rng, before = Random(seed), world.digest()
        for name in rng.choices(TOOLS, k=80):
            try:
                arguments = domain.proposers[name](ask(world, rng))
            except NoProposal:
                continue
            assert world.call(f"vehicle.{name}", arguments).ok, (name, arguments)
            assert world.violations() == []
        world.rollback()
        assert world.digest() == before


def test_worlds_are_rich_and_small(worlds):
    for world in worlds:
        state = world.states["vehicle"]
        assert len(json.dumps(world.snapshot()["states"])) < 60_000
        assert world.violations() == []
        assert len(state.stations) == len(state.places) == 8
        assert len(state.planned()) >= 3
        assert len(state.drives) >= 3
        assert len(state.slots) == 45


def test_worlds_differ_in_what_the_car_does(worlds):
    cars = [world.states["vehicle"].car for world in worlds]
    for fact in ("moving", "plugged_in", "charging", "locked", "child_lock"):
        assert {getattr(car, fact) for car in cars} == {True, False}, fact


def test_everybody_has_a_car(worlds):
    for world in worlds:
        model = world.states["vehicle"].car.model
        assert model == (world.person.vehicle or "grey hatchback")


def test_the_same_seed_gives_the_same_world(worlds):
    twins = [World(worlds[4].person, worlds[4].now, [domain]) for _ in range(2)]
    for twin in twins:
        populate(twin.states["vehicle"], Random(9))
    assert twins[0].digest() == twins[1].digest()
