"""Populated shops: rich, small and cheap; a look-up for another tool says little."""

import json
from random import Random
from time import perf_counter

from callwright.domains.commerce import domain
from callwright.domains.core import Ask


def ask(world, rng, target=None):
    return Ask(world.states["commerce"], rng, world.setting({}), target)


def test_a_look_up_for_another_tool_names_no_price_and_no_option(worlds):
    for seed, world in enumerate(worlds):
        for product in list(world.states["commerce"].products)[:8]:
            args = domain.proposers["find_products"](ask(world, Random(seed), product))
            assert not {"max_price", "colour", "size", "in_stock", "min_rating"} & set(args)


def test_worlds_are_rich_and_small(worlds):
    for world in worlds:
        state = world.states["commerce"]
        assert len(json.dumps(world.snapshot())) < 160_000
        assert 48 <= len(state.products) <= 180
        assert 7 <= len(state.orders) <= 27
        assert len({o.status for o in state.orders}) == 4
        assert len(state.returns) <= 2


def test_invariants_are_cheap(worlds):
    for rule in domain.invariants:
        state = worlds[0].states["commerce"]
        begin = perf_counter()
        for _ in range(20):
            assert list(rule(state)) == []
        assert (perf_counter() - begin) / 20 < 0.003
