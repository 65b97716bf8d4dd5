"""Populated worlds: proposals succeed, rules hold, and worlds survive being written and read."""

import json
from random import Random

import pytest

from callwright.domains.core import Ask, NoProposal, World
from callwright.domains.core import output as shapes
from callwright.domains.device import domain
from callwright.domains.device.populate import populate
from callwright.schemas.values import EntityId

TOOLS = sorted(domain.by_name)


def ask(world, rng, target=None):
    return Ask(world.states["device"], rng, world.setting({}), target)


def targets(world, name):
    """Rows that a call of the tool could be about."""
    tool, state = domain.by_name[name], world.states["device"]
    kinds = {p.kind.entity for p in tool.params if isinstance(p.kind, EntityId)}
    kinds |= {shapes.entity(row) for row in shapes.lists(tool.output).values()}
    tables = [t for t in state.tables.values() if shapes.entity(t.row) in kinds]
    return [row for table in tables for row in table]


def check(world, name, arguments, target):
    outcome = world.call(f"device.{name}", arguments)
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
    assert made >= 30


def test_rules_hold_after_many_calls(worlds):
    for seed, world in enumerate(worlds[:12]):
        rng = Random(seed)
        before = world.digest()
        for name in rng.choices(TOOLS, k=80):
            try:
                arguments = domain.proposers[name](ask(world, rng))
            except NoProposal:
                continue
            assert world.call(f"device.{name}", arguments).ok
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
        again = World.load(json.loads(text), {"device": domain})
        assert again.digest() == world.digest()
        assert again.snapshot() == json.loads(text)


def test_worlds_are_rich_and_small(worlds):
    for world in worlds:
        state = world.states["device"]
        assert len(json.dumps(world.snapshot())) < 60_000
        assert world.violations() == []
        assert [d.name for d in state.devices] == [d.name for d in world.person.devices]
        assert len([a for a in state.apps if a.installed]) >= 12
        assert len(state.networks) >= 4
        assert len(state.accessories) >= 3
        assert len(state.alarms) >= 3
        assert len(state.quiet_times) >= 3


def test_modes_and_shortages_occur(worlds):
    """Failures that come from the world itself stand in some of them, and never in most."""
    states = [world.states["device"] for world in worlds]
    for name in ("aeroplane_mode", "low_power_mode", "do_not_disturb"):
        assert 0 < sum(s.is_on(name) for s in states) < 15
    assert any(not d.online for s in states for d in s.devices)
    assert any(not a.in_range for s in states for a in s.accessories)
    assert any(n.secured and not n.saved for s in states for n in s.networks)


def test_the_same_seed_gives_the_same_world(worlds):
    world = worlds[4]
    twins = [World(world.person, world.now, [domain]) for _ in range(2)]
    for twin in twins:
        populate(twin.states["device"], Random(9))
    assert twins[0].digest() == twins[1].digest()
