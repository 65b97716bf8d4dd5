"""Populated worlds: proposals succeed, rules hold, and worlds survive being written and read."""

import json
from random import Random

import pytest

from callwright.domains.core import Ask, NoProposal, World
from callwright.domains.core import output as shapes
from callwright.domains.travel import domain
from callwright.domains.travel.populate import populate
from callwright.schemas.values import EntityId

TOOLS = sorted(domain.by_name)


def ask(world, rng, target=None):
    return Ask(world.states["travel"], rng, world.setting({}), target)


def targets(world, name):
    """Rows that a call of the tool could be about."""
    tool, state = domain.by_name[name], world.states["travel"]
    kinds = {p.kind.entity for p in tool.params if isinstance(p.kind, EntityId)}
    kinds |= {shapes.entity(row) for row in shapes.lists(tool.output).values()}
    tables = [t for t in state.tables.values() if shapes.entity(t.row) in kinds]
    return [row for table in tables for row in table]


def check(world, name, arguments, target):
    outcome = world.call(f"travel.{name}", arguments)
    assert outcome.ok, (name, arguments, outcome.error)
    assert shapes.validator(domain.by_name[name].output).is_valid(outcome.value)
    lists = shapes.lists(domain.by_name[name].output)
    if not lists:
        assert target is None or target.key in json.dumps([arguments, outcome.value])
        return
    (items,) = outcome.value.values()
    assert items, (name, arguments)
    if target is not None and shapes.entity(next(iter(lists.values()))):
        assert any(target.key in item.values() for item in items), (name, arguments)


@pytest.mark.parametrize("name", TOOLS)
def test_every_proposal_succeeds(worlds, name):
    made = 0
    for seed, world in enumerate(worlds):
        rng = Random(f"{name}/{seed}")
        rows = targets(world, name)
        for target in [None, None, *rng.sample(rows, min(4, len(rows)))]:
            try:
                arguments = domain.proposers[name](ask(world, rng, target))
            except NoProposal:
                continue
            check(world, name, arguments, target)
            world.rollback()
            made += 1
    assert made >= 40


def test_rules_hold_after_many_calls(worlds):
    for seed, world in enumerate(worlds[:12]):
        rng = Random(seed)
        before = world.digest()
        for name in rng.choices(TOOLS, k=80):
            try:
                arguments = domain.proposers[name](ask(world, rng))
            except NoProposal:
                continue
            assert world.call(f"travel.{name}", arguments).ok
            assert world.violations() == []
        world.rollback()
        assert world.digest() == before


def test_no_valid_arguments_crash_a_tool(world):
    rng, setting = Random(5), world.setting({})
    for _ in range(60):
        for tool in domain.tools:
            some = [p for p in tool.params if p.required or rng.random() < 0.4]
            arguments = {p.name: p.kind.sample(rng, setting) for p in some}
            mark = world.mark()
            outcome = world.call(tool.id, arguments)
            assert outcome.ok or world.diff(mark) == ()
            assert tool.mutates or world.diff(mark) == ()
            assert world.violations() == []


def test_a_snapshot_gives_the_same_world(worlds):
    for world in worlds[:10]:
        text = json.dumps(world.snapshot())
        again = World.load(json.loads(text), {"travel": domain})
        assert again.digest() == world.digest()
        assert again.snapshot() == json.loads(text)


def test_worlds_are_rich_and_small(worlds):
    for world in worlds:
        state = world.states["travel"]
        assert len(json.dumps(world.snapshot())) < 120_000
        assert world.violations() == []
        assert len(state.flights) > 50
        assert len(state.hotels) >= 12
        assert 4 <= len(state.bookings) <= 14


def test_the_same_seed_gives_the_same_world(worlds):
    world = worlds[4]
    twins = [World(world.person, world.now, [domain]) for _ in range(2)]
    for twin in twins:
        populate(twin.states["travel"], Random(9))
    assert twins[0].digest() == twins[1].digest()


def test_local_times_carry_their_own_offsets(worlds):
    for world in worlds[:5]:
        for flight in world.states["travel"].flights:
            assert flight.depart[19:]
            assert flight.arrive[19:]
            assert flight.depart != flight.arrive
