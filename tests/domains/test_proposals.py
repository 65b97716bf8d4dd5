"""What people ask for in every discovered domain: it succeeds, is about its target, and is legal.

Many worlds and many targets, so that what holds in one world by luck is found out.
"""

import json
from random import Random

import pytest

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core import output as shapes
from callwright.domains.core.discovery import discover
from callwright.domains.core.lexicon import lexicon
from callwright.schemas.values import EntityId
from tests.domains.worlds import make_world

DOMAINS = discover()
EACH_DOMAIN = pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
EACH_TOOL = pytest.mark.parametrize(
    "tool", [pytest.param(t, id=t.id) for d in DOMAINS.values() for t in d.tools]
)
WORDS = lexicon(DOMAINS.values()).words
WORLDS = {name: [make_world(s, [d]) for s in range(20)] for name, d in DOMAINS.items()}
MOST_BYTES = 200_000


def propose(world, tool, rng, target=None):
    """Arguments of a call, or None where there is nothing sensible to ask."""
    ask = Ask(world.states[tool.domain], rng, world.setting(WORDS), target)
    try:
        return DOMAINS[tool.domain].proposers[tool.name](ask)
    except NoProposal:
        return None


def targets(world, tool):
    """Rows that a call of the tool could be about."""
    kinds = {p.kind.entity for p in tool.params if isinstance(p.kind, EntityId)}
    kinds |= {shapes.entity(row) for row in shapes.lists(tool.output).values()}
    tables = world.states[tool.domain].tables.values()
    return [row for table in tables if shapes.entity(table.row) in kinds for row in table]


@EACH_TOOL
def test_every_proposal_succeeds_and_is_about_its_target(tool):
    made = 0
    for seed, world in enumerate(WORLDS[tool.domain]):
        rng = Random(f"{tool.id}/{seed}")
        rows = targets(world, tool)
        for target in [None, None, *rng.sample(rows, min(4, len(rows)))]:
            arguments = propose(world, tool, rng, target)
            if arguments is None:
                continue
            outcome = world.call(tool.id, arguments)
            assert outcome.ok, (arguments, outcome.error)
            assert target is None or target.key in json.dumps([arguments, outcome.value])
            world.rollback()
            made += 1
    assert made >= 20


@EACH_DOMAIN
def test_rules_hold_after_many_calls_that_people_ask_for(domain):
    for seed, world in enumerate(WORLDS[domain.name][:6]):
        rng, before = Random(seed), world.digest()
        for tool in rng.choices(domain.tools, k=60):
            arguments = propose(world, tool, rng)
            if arguments is not None:
                assert world.call(tool.id, arguments).ok, (tool.id, arguments)
                assert world.violations() == []
        world.rollback()
        assert world.digest() == before


@EACH_DOMAIN
def test_worlds_are_sound_and_small(domain):
    for world in WORLDS[domain.name]:
        assert world.violations() == []
        assert len(json.dumps(world.snapshot())) < MOST_BYTES


@EACH_DOMAIN
def test_the_same_seed_gives_the_same_world(domain):
    assert make_world(4, [domain]).digest() == WORLDS[domain.name][4].digest()
    assert WORLDS[domain.name][4].digest() != WORLDS[domain.name][5].digest()
