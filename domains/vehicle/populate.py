"""A car in the middle of its owner's life: parked or on the road, with a past and plans."""

from datetime import timedelta
from random import Random

from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.make_around import fill_around
from callwright.domains.vehicle.make_plenty import make_plenty
from callwright.domains.vehicle.names import AT_HOME, DEFAULT_MODEL
from callwright.domains.vehicle.rows import (
    Car,
    Comfort,
    DriverProfile,
    Part,
    Preheat,
    Pressure,
)
from callwright.domains.vehicle.state import Vehicle
from callwright.domains.vehicle.times import at, offset_is_unsure

DOORS = ("front left door", "front right door", "rear left door", "rear right door")
LIMITS = (80, 80, 80, 85, 90, 90, 100)


def populate(state: Vehicle, rng: Random) -> None:
    """Fill an empty state, consistent with the person and the clock."""
    state.cars.insert(_car(state, rng))
    _fill_parts(state, rng)
    _fill_comforts(state, rng)
    _fill_tyres(state, rng)
    _fill_profiles(state, rng)
    fill_around(state, rng)
    _maybe_preheat(state, rng)
    make_plenty(state, rng)


def _car(state: Vehicle, rng: Random) -> Car:
    moving = rng.random() < 0.1
    plugged = not moving and rng.random() < 0.94
    limit = rng.choice(LIMITS)
    battery = rng.randint(5, 9) if rng.random() < 0.05 else rng.randint(22, 96)
    if plugged and battery >= limit:
        battery = limit if rng.random() < 0.25 else limit - rng.randint(5, 40)
    boot = not moving and rng.random() < 0.07
    model = state.person.vehicle or DEFAULT_MODEL
    return Car(
        car_id=state.new_id(state.cars, "CR", model),
        model=model,
        battery=battery,
        per_percent=rng.choice((3.2, 3.5, 3.8, 4, 4.2, 4.5, 4.8)),
        charge_limit=limit,
        plugged_in=plugged,
        charging=plugged and battery < limit and rng.random() < 0.5,
        plug=rng.choice(("CCS", "CCS", "CCS", "CHAdeMO")),
        locked=not boot and rng.random() < 0.65,
        boot_open=boot,
        gear="drive" if moving else "park",
        moving=moving,
        child_lock=rng.random() < 0.3,
        phone_connected=moving or rng.random() < 0.5,
        odometer=rng.randint(40, 1400) * 100 + rng.randint(0, 99),
        outside=_weather(state, rng),
        volume=rng.choice((15, 20, 25, 30, 35, 40)),
        lights=rng.choice(("low_beam", "automatic")) if moving else "off",
        avoid_tolls=False,
        source=rng.choice(k.SOURCES[:3]) if moving else None,
    )


def _weather(state: Vehicle, rng: Random) -> int:
    warm = (-2, 3, 8, 12, 17, 21, 24, 23, 19, 13, 7, 1)
    return warm[state.now.month - 1] + rng.randint(-5, 6)


def _fill_parts(state: Vehicle, rng: Random) -> None:
    free = not state.car.locked and not state.car.moving
    ajar = rng.choice(DOORS) if free and rng.random() < 0.18 else ""
    for name in DOORS:
        _part(state, name, 100 if name == ajar else 0)
    for name in k.WINDOWS:
        _part(state, name, rng.choice((10, 20, 50)) if rng.random() < 0.12 else 0)


def _part(state: Vehicle, name: str, opening: int) -> None:
    key = state.new_id(state.parts, "PT", name)
    state.parts.insert(Part(part_id=key, name=name, opening=opening))


def _fill_comforts(state: Vehicle, rng: Random) -> None:
    usual = rng.choice((19, 20, 20.5, 21, 21.5, 22))
    for name in k.ZONES[:3]:
        key = state.new_id(state.comforts, "CF", name)
        state.comforts.insert(Comfort(comfort_id=key, name=name, temperature=usual))
    rear = rng.random() < 0.6
    for name in k.SEATS:
        key, heated = state.new_id(state.comforts, "CF", name), rear or "rear" not in name
        state.comforts.insert(Comfort(comfort_id=key, name=name, level=0 if heated else None))


def _fill_tyres(state: Vehicle, rng: Random) -> None:
    for tyre in k.TYRES:
        low = rng.random() < 0.14
        pressure = rng.choice((1.7, 1.8, 1.9, 2, 2.1)) if low else rng.choice((2.3, 2.4, 2.5))
        key = state.new_id(state.pressures, "TY", tyre)
        state.pressures.insert(Pressure(tyre_id=key, tyre=tyre, pressure=pressure))


def _fill_profiles(state: Vehicle, rng: Random) -> None:
    """The person, one or two of the household, a guest and a valet; one of them is active."""
    own = state.person.name.split()[0]
    others = [c.name.split()[0] for c in state.person.contacts if c.relation in AT_HOME]
    names = [own, *rng.sample(others, min(2, len(others))), "Guest", "Valet"]
    active = own if rng.random() < 0.75 else names[1]
    for name in dict.fromkeys(names):
        row = DriverProfile(
            profile_id=state.new_id(state.profiles, "DP", name),
            name=name,
            mode="eco" if name == "Valet" else rng.choice(k.MODES),
            temperature=rng.choice((18, 19, 19.5, 20, 20.5, 21, 22, 22.5, 23)),
            volume=rng.choice((10, 15, 20, 25, 30, 35, 40, 45)),
            active=name == active,
        )
        state.profiles.insert(row)


def _maybe_preheat(state: Vehicle, rng: Random) -> None:
    day = state.now.date() + timedelta(days=1)
    ready = at(day, rng.choice(("07:00", "07:30", "08:00")), state.now.tzinfo)
    if rng.random() < 0.3 and not offset_is_unsure(ready):
        key = state.new_id(state.preheats, "PH", ready.isoformat())
        row = Preheat(preheat_id=key, ready_at=ready.isoformat(), temperature=21)
        state.preheats.insert(row)
