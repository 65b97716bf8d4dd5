"""Populated shops: proposals succeed and find their target, rules hold, worlds are small."""

import json
from random import Random
from time import perf_counter

import pytest

from callwright.domains.commerce import domain
from callwright.domains.commerce.populate import populate
from callwright.domains.core import Ask, NoProposal, World
from callwright.domains.core import output as shapes
from callwright.schemas.values import EntityId

TOOLS = sorted(domain.by_name)


def ask(world, rng, target=None):
    return Ask(world.states["commerce"], rng, world.setting({}), target)


def targets(world, name):
    """Rows that a call of the tool could be about."""
    tool, state = domain.by_name[name], world.states["commerce"]
    kinds = {p.kind.entity for p in tool.params if isinstance(p.kind, EntityId)}
    kinds |= {shapes.entity(row) for row in shapes.lists(tool.output).values()}
    return [r for t in state.tables.values() if shapes.entity(t.row) in kinds for r in t]


def check(world, name, arguments, target):
    outcome = world.call(f"commerce.{name}", arguments)
    assert outcome.ok, (name, arguments, outcome.error)
    lists = shapes.lists(domain.by_name[name].output)
    if lists:
        items = outcome.value[next(iter(lists))]
        assert items or name == "price_alerts", (name, arguments)
        assert len(items) <= 16
    if target is not None and (not lists or shapes.entity(next(iter(lists.values())))):
        assert target.key in json.dumps([arguments, outcome.value]), (name, arguments)


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
            check(world, name, arguments, target)
            world.rollback()
            made += 1
    assert made >= 40


def test_rules_hold_after_many_calls(worlds):
    for seed, world in enumerate(worlds[:12]):
        rng, before = Random(seed), world.digest()
        for name in rng.choices(TOOLS, k=80):
            try:
                arguments = domain.proposers[name](ask(world, rng))
            except NoProposal:
                continue
            assert world.call(f"commerce.{name}", arguments).ok
            assert world.violations() == []
        world.rollback()
        assert world.digest() == before


def test_a_look_up_for_another_tool_names_no_price_and_no_option(worlds):
    for seed, world in enumerate(worlds):
        for product in list(world.states["commerce"].products)[:8]:
            args = domain.proposers["find_products"](ask(world, Random(seed), product))
            assert not {"max_price", "colour", "size", "in_stock", "min_rating"} & set(args)


def test_worlds_are_rich_and_small(worlds):
    for world in worlds:
        state = world.states["commerce"]
        assert len(json.dumps(world.snapshot())) < 60_000
        assert world.violations() == []
        assert 38 <= len(state.products) <= 57
        assert 7 <= len(state.orders) <= 11
        assert len({o.status for o in state.orders}) == 4
        assert len(state.returns) <= 2


def test_the_same_seed_gives_the_same_world(worlds):
    world = worlds[4]
    twins = [World(world.person, world.now, [domain]) for _ in range(2)]
    for twin in twins:
        populate(twin.states["commerce"], Random(9))
    assert twins[0].digest() == twins[1].digest()


def test_invariants_are_cheap(worlds):
    for rule in domain.invariants:
        state = worlds[0].states["commerce"]
        begin = perf_counter()
        for _ in range(20):
            assert list(rule(state)) == []
        assert (perf_counter() - begin) / 20 < 0.003
