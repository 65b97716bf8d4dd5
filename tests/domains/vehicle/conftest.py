"""Populated vehicle worlds, and one whose car can be set up for a rule."""

from random import Random

import pytest

from callwright.domains.core import World
from callwright.domains.core.people import make_clock, make_person
from callwright.domains.vehicle import domain


def populated(seed):
    rng = Random(f"vehicle/{seed}")
    person = make_person(rng)
    world = World(person, make_clock(rng, person), [domain])
    domain.populate(world.states["vehicle"], rng)
    world.journal.clear()
    return world


@pytest.fixture(scope="session")
def worlds():
    return [populated(seed) for seed in range(30)]


@pytest.fixture
def world():
    """A parked, plugged-in, unlocked car at 60 percent with everything closed."""
    made = populated(1)
    state = made.states["vehicle"]
    for part in list(state.parts):
        state.parts.update(part.part_id, opening=0)
    state.change(
        battery=60, charge_limit=80, per_percent=4, plugged_in=True, charging=False, locked=False,
        boot_open=False, gear="park", moving=False, child_lock=False, phone_connected=True,
        plug="CCS", source=None,
    )  # fmt: skip
    return made
