"""Populated vehicle worlds: rich, small, and different in what the car does."""

import json
from random import Random

import pytest

from callwright.domains.core import Ask, NoProposal
from callwright.domains.vehicle import domain


def ask(world, rng, target=None):
    return Ask(world.states["vehicle"], rng, world.setting({}), target)


def test_nobody_is_guided_to_where_the_car_is(world):
    saved = world.call("vehicle.save_place", {"name": "Pine Gate"}).value
    place = world.states["vehicle"].places.get(saved["place_id"])
    with pytest.raises(NoProposal):
        domain.proposers["start_navigation"](ask(world, Random(1), place))


def test_worlds_are_rich_and_small(worlds):
    for world in worlds:
        state = world.states["vehicle"]
        assert len(json.dumps(world.snapshot()["states"])) < 60_000
        assert 8 <= len(state.stations) <= 30
        assert 8 <= len(state.places) <= 22
        assert len(state.planned()) >= 3
        assert len(state.drives) >= 3
        assert 45 <= len(state.slots) <= 99


def test_worlds_differ_in_what_the_car_does(worlds):
    cars = [world.states["vehicle"].car for world in worlds]
    for fact in ("moving", "plugged_in", "charging", "locked", "child_lock"):
        assert {getattr(car, fact) for car in cars} == {True, False}, fact


def test_everybody_has_a_car(worlds):
    for world in worlds:
        model = world.states["vehicle"].car.model
        assert model == (world.person.vehicle or "grey hatchback")
