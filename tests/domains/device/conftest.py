"""Populated phones, and one in which every switch stands where a test wants it."""

from random import Random

import pytest

from callwright.domains.core import World
from callwright.domains.core.people import make_clock, make_person
from callwright.domains.device import domain


def populated(seed):
    rng = Random(f"device/{seed}")
    person = make_person(rng)
    world = World(person, make_clock(rng, person), [domain])
    domain.populate(world.states["device"], rng)
    world.journal.clear()
    return world


@pytest.fixture(scope="session")
def worlds():
    return [populated(seed) for seed in range(30)]


@pytest.fixture
def world():
    return populated(3)


START = {
    "wifi": True,
    "bluetooth": True,
    "mobile_data": True,
    "hotspot": False,
    "location": True,
    "aeroplane_mode": False,
    "low_power_mode": False,
    "dark_mode": False,
    "do_not_disturb": False,
    "auto_rotate": True,
}


@pytest.fixture
def phone():
    """A phone in daily use: radios on, one network and one accessory in reach, room for apps."""
    world = populated(5)
    state = world.states["device"]
    for row in list(state.switches):
        state.switches.update(row.switch_id, on=START[row.switch])
    for row in list(state.levels):
        state.levels.update(row.level_id, percent=70)
    for row in list(state.networks):
        state.networks.update(row.network_id, connected=False, saved=True)
    for row in list(state.accessories):
        state.accessories.update(row.accessory_id, connected=False, in_range=True, battery=50)
    for row in list(state.devices):
        state.devices.update(row.device_id, online=True, battery=60, charging=False)
    for row in list(state.timers):
        state.timers.delete(row.timer_id)
    (clock,) = state.apps.where(name="Clock")
    state.apps.update(clock.app_id, granted=["notifications"])
    storage = next(iter(state.storage))
    state.storage.update(storage.storage_id, total=128, files=20)
    world.journal.clear()
    assert not world.violations()
    return world
