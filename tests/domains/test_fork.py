"""Forks of a world are worlds of their own: the same changes to loaded copies give the same."""

import random

import pytest

from callwright.domains.core import World
from callwright.domains.core.discovery import discover
from tests.domains.worlds import make_world

DOMAINS = sorted(discover())


def change(world, rng):
    """One change of one row, or a roll-back; the same for equal worlds and generators."""
    tables = [t for s in world.states.values() for t in s.tables.values() if len(t)]
    table = rng.choice(tables)
    row = rng.choice(list(table))
    done = rng.choice(("delete", "move", "move", "update", "update", "rollback"))
    if done == "rollback":
        world.rollback(max(0, world.mark() - rng.randrange(1, 3)))
    elif done == "update":
        table.update(row.key)
    else:
        table.delete(row.key)
        if done == "move":
            table.insert(row)


@pytest.mark.parametrize("domain", DOMAINS)
def test_forks_go_as_loaded_copies_go(domain):
    base = make_world(5, [domain])
    snapshot, found = base.snapshot(), discover()
    forks = [base.fork(), base.fork()]
    forks.append(forks[0].fork())
    loaded = [World.load(snapshot, found) for _ in forks]
    rngs = [(random.Random(n), random.Random(n)) for n in range(len(forks))]
    order = random.Random(7)
    for _ in range(120):
        n = order.randrange(len(forks))
        change(forks[n], rngs[n][0])
        change(loaded[n], rngs[n][1])
    for fork, copy in zip(forks, loaded, strict=True):
        assert fork.snapshot() == copy.snapshot() != snapshot
        assert fork.diff() == copy.diff()
        fork.rollback()
        assert fork.snapshot() == snapshot
    assert base.snapshot() == snapshot
    assert base.journal == []


def test_a_fork_does_not_see_what_its_world_does_later():
    base = make_world(5, ["travel"])
    before, fork = base.snapshot(), base.fork()
    for seed in range(20):
        change(base, random.Random(seed))
    assert base.snapshot() != before == fork.snapshot()


def test_a_fork_says_only_its_own_changes():
    base = make_world(5, ["travel"])
    bookings = base.states["travel"].bookings
    one, other = (row.key for row in list(bookings)[:2])
    bookings.delete(one)
    fork = base.fork()
    assert fork.diff() == ()
    fork.states["travel"].bookings.delete(other)
    assert [change.key for change in fork.diff()] == [other]
    assert [change.key for change in base.diff()] == [one]
    fork.rollback()
    assert fork.snapshot() == base.snapshot()
