"""Contracts that every discovered domain keeps, tool by tool; a new domain gets them for free."""

from copy import deepcopy
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from callwright.domains.core import World
from callwright.domains.core.discovery import discover
from callwright.domains.core.errors import INVALID_ARGUMENTS
from callwright.domains.core.output import validator
from tests.domains.arguments import broken, from_kinds, likely, proposed, rngs, rows
from tests.domains.worlds import make_world

DOMAINS = discover()
TOOLS = [pytest.param(t, id=t.id) for d in DOMAINS.values() for t in d.tools]
EACH_DOMAIN = pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
EACH_TOOL = pytest.mark.parametrize("tool", TOOLS)
few = settings(
    max_examples=12,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
fewer = settings(few, max_examples=5)


@cache
def world_of(domain, seed=0):
    """A shared world; every test leaves it as it was."""
    return make_world(seed, [DOMAINS[domain]])


def script(world, domain, rng, length=12):
    """A call script: (tool id, arguments), made and executed in `world`."""
    calls = []
    for _ in range(length):
        tool = rng.choice(domain.tools)
        calls.append((tool.id, deepcopy(likely(world, tool, rng))))
        world.call(*calls[-1])
    return calls


def accepts(tool, arguments):
    """What a call's arguments must be, said by the kinds alone."""
    params = {p.name: p for p in tool.params}
    return (
        set(arguments) <= set(params)
        and all(p.name in arguments for p in tool.params if p.required)
        and all(params[name].kind.check(value) for name, value in arguments.items())
    )


@EACH_DOMAIN
@fewer
@given(rng=rngs)
def test_replay_gives_the_same_results_and_the_same_state(domain, rng):
    world = world_of(domain.name)
    snapshot, mark = world.snapshot(), world.mark()
    twin = World.load(snapshot, DOMAINS)
    calls = script(world, domain, rng)
    end, diff = world.digest(), world.diff(mark)
    world.rollback(mark)
    results = [(world.call(*c).data, twin.call(*c).data) for c in calls]
    assert all(here == there for here, there in results)
    assert end == world.digest() == twin.digest()
    assert diff == world.diff(mark) == twin.diff()
    world.rollback(mark)


def with_fractions(value):
    """Every whole number with a fraction of zero, as some models write it."""
    if isinstance(value, list):
        return [with_fractions(item) for item in value]
    whole = isinstance(value, int) and not isinstance(value, bool)
    return float(value) if whole else value


@EACH_TOOL
@few
@given(rng=rngs)
def test_a_whole_number_with_a_fraction_of_zero_is_that_number(tool, rng):
    world = world_of(tool.domain)
    setting, mark = world.setting({}), world.mark()
    plain = likely(world, tool, rng)
    read = {
        name: kind.decode(with_fractions(value), kind.formats()[0].name, setting)
        for name, value in plain.items()
        for kind in (tool.param(name).kind,)
    }
    wanted = world.call(tool.id, plain).data
    world.rollback(mark)
    assert world.call(tool.id, read).data == wanted
    world.rollback(mark)


@EACH_DOMAIN
@fewer
@given(rng=rngs)
def test_any_script_keeps_the_invariants_and_can_be_taken_back(domain, rng):
    world = world_of(domain.name, rng.randrange(3))
    before, mark = world.digest(), world.mark()
    script(world, domain, rng, 20)
    assert world.violations() == []
    world.rollback(mark)
    assert world.digest() == before


@EACH_DOMAIN
def test_whatever_has_happened_a_proposer_proposes_or_says_that_it_cannot(domain):
    """Also about a given row; anything else that it raises would stop a run."""
    world = world_of(domain.name)
    for seed in range(20):
        rng, mark = Random(seed), world.mark()
        script(world, domain, rng, 15)
        for tool in domain.tools:
            proposed(world, tool, rng, 3)
            for target in rng.sample(found := rows(world, tool), min(3, len(found))):
                proposed(world, tool, rng, 1, target)
        world.rollback(mark)


@EACH_DOMAIN
@pytest.mark.parametrize("seed", range(4))
def test_a_snapshot_is_the_whole_world(domain, seed):
    world = make_world(seed, [domain])
    script(world, domain, Random(seed), 10)
    loaded = World.load(world.snapshot(), DOMAINS)
    assert loaded.digest() == world.digest()
    assert loaded.now == world.now
    assert loaded.mark() == 0


@EACH_TOOL
@few
@given(rng=rngs)
def test_a_call_is_honest_about_failure_mutation_and_result(tool, rng):
    world = world_of(tool.domain)
    before, mark = world.digest(), world.mark()
    outcome = world.call(tool.id, likely(world, tool, rng))
    if not outcome.ok:
        assert world.digest() == before, "a failed call changed something"
        assert outcome.error["error"]["message"]
        assert outcome.error["error"]["code"] != INVALID_ARGUMENTS
    else:
        assert tool.mutates or world.diff(mark) == (), "a reading tool changed something"
        faults = list(validator(tool.output).iter_errors(outcome.value))
        assert faults == [], "the result breaks its declared schema"
        assert world.violations() == []
    world.rollback(mark)
    assert world.digest() == before


@EACH_TOOL
def test_proposals_succeed_and_those_of_a_mutating_tool_change_something(tool):
    made = changed = 0
    for seed in range(30):
        world, rng = world_of(tool.domain, seed), Random(seed)
        args = proposed(world, tool, rng)
        if args is None:
            continue
        mark = world.mark()
        outcome = world.call(tool.id, args)
        assert outcome.ok, (seed, args, outcome.error)
        made, changed = made + 1, changed + bool(world.diff(mark))
        world.rollback(mark)
    assert made >= 20, "the proposer finds something to ask in too few worlds"
    assert tool.mutates == (changed > 0)


@EACH_TOOL
@few
@given(rng=rngs)
def test_the_schema_accepts_exactly_what_the_kinds_accept(tool, rng):
    world = world_of(tool.domain)
    for make in (from_kinds, broken):
        args = make(world, tool, rng)
        mark, valid = world.mark(), accepts(tool, args)
        assert tool.validator.is_valid(args) == valid, args
        outcome = world.call(tool.id, args)  # raises for nothing but our bugs
        refused = not outcome.ok and outcome.error["error"]["code"] == INVALID_ARGUMENTS
        assert refused != valid, (args, outcome.data)
        world.rollback(mark)
