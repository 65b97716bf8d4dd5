"""What always holds for a car, whatever was called."""

from collections.abc import Iterator
from itertools import pairwise

from callwright.domains.vehicle.state import Vehicle
from callwright.domains.vehicle.times import parse


def the_car_is_sane(state: Vehicle) -> Iterator[str]:
    """Plug, gear, doors and boot agree with one another."""
    car = state.car
    if len(state.cars) != 1:
        yield "there is not exactly one car"
    if car.charging and not car.plugged_in:
        yield "the car charges without a plug"
    if car.charging and car.battery >= car.charge_limit:
        yield "the car charges beyond its limit"
    if car.moving and (car.gear == "park" or car.plugged_in or car.boot_open):
        yield "the car moves in park, on a cable or with an open boot"
    if not car.moving and car.gear not in ("park", "neutral"):
        yield "the car stands still in gear"


def locked_means_shut(state: Vehicle) -> Iterator[str]:
    """A locked or moving car has no open door; a locked one no open boot."""
    car = state.car
    doors = any(p.opening for p in state.parts if p.name.endswith("door"))
    if (car.locked or car.moving) and doors:
        yield "a door is open on a locked or moving car"
    if car.locked and car.boot_open:
        yield "the boot is open on a locked car"


def trips_are_sane(state: Vehicle) -> Iterator[str]:
    """Planned trips do not overlap, and nobody arrives before leaving."""
    planned = sorted(
        (parse(t.depart), parse(t.arrive), t.trip_id) for t in state.trips if t.state == "planned"
    )
    for depart, arrive, key in planned:
        if arrive < depart:
            yield f"{key} arrives before it leaves"
    for before, after in pairwise(planned):
        if after[0] < before[1]:
            yield f"{after[2]} overlaps {before[2]}"


def names_are_used_once(state: Vehicle) -> Iterator[str]:
    """Saved places have different names; exactly one profile is active."""
    names = [p.name.casefold() for p in state.places]
    if len(set(names)) != len(names):
        yield "two saved places have one name"
    if len(state.profiles.where(active=True)) != 1:
        yield "not exactly one driver profile is active"


def visits_hold_their_slots(state: Vehicle) -> Iterator[str]:
    """A booked visit has a slot, and that is taken; no slot is booked twice."""
    seen: set[str] = set()
    for visit in state.visits:
        slot = state.slots.get(visit.slot_id)
        if slot is None or not slot.taken or visit.slot_id in seen:
            yield f"{visit.visit_id} has no slot of its own"
        seen.add(visit.slot_id)


INVARIANTS = (
    the_car_is_sane,
    locked_means_shut,
    trips_are_sane,
    names_are_used_once,
    visits_hold_their_slots,
)
