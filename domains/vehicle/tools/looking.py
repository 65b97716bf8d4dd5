"""Tools that look at the car, its surroundings, its plans and its past."""

from callwright.domains.core import tool
from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.results import (
    DriveList,
    PlaceList,
    RangeCheck,
    StationList,
    TripList,
    TyreReport,
    VehicleStatus,
)
from callwright.domains.vehicle.state import RESERVE, Vehicle
from callwright.domains.vehicle.times import parse

MOST_FOUND = 40
RECOMMENDED = 2.4
LOW = 2.2
"""Tyres below this need air."""


@tool(alike=("check_range", "set_charging"))
def vehicle_status(state: Vehicle) -> VehicleStatus:
    """Show how the user's car stands: battery and range, plug, locks, weather and mileage."""
    car = state.car
    shared = set(VehicleStatus.model_fields) & set(type(car).model_fields)
    return VehicleStatus(**{name: getattr(car, name) for name in shared}, range=state.reach())


@tool(alike=("vehicle_status", "find_places", "start_navigation"))
def check_range(state: Vehicle, place: k.Text, round_trip: k.RoundTrip = False) -> RangeCheck:
    """Check whether the battery as it is now is good for the drive to a saved place.

    A small reserve of the battery stays out of the reckoning.

    Args:
        place: Name of the saved place.
        round_trip: Whether the way back counts as well.
    """
    found = state.place(place)
    distance = found.distance * (2 if round_trip else 1)
    usable = state.reach(max(0, state.car.battery - RESERVE))
    return RangeCheck(
        place=found.name, within_range=distance <= usable, distance=distance, range=usable
    )


@tool()
def tyre_report(state: Vehicle) -> TyreReport:
    """Read the pressure of the car's four tyres and say how many of them need air."""
    pressures = {p.tyre: p.pressure for p in state.pressures}
    low = sum(p < LOW for p in pressures.values())
    return TyreReport(**pressures, recommended=RECOMMENDED, low=low)


@tool()
def find_stations(
    state: Vehicle,
    min_power: k.Power | None = None,
    plug: k.Plug | None = None,
    within: k.Kilometres | None = None,
    free_now: k.FreeNow | None = None,
    cafe: k.Cafe | None = None,
    on_way_to: k.Text | None = None,
) -> StationList:
    """List the public charging stations around the car, the nearest first.

    Args:
        min_power: Only stations that charge at least this fast.
        plug: Only stations with this sort of plug.
        within: Only stations up to this far away.
        free_now: Whether a charging point must be free at the moment.
        cafe: Whether there must be a café.
        on_way_to: Only stations on the way to this saved place.
    """
    place = state.place(on_way_to).name if on_way_to is not None else None
    found = [
        s
        for s in state.stations
        if (min_power is None or s.power >= min_power)
        and plug in (None, s.plug)
        and (within is None or s.distance <= within)
        and free_now in (None, s.free_points > 0)
        and cafe in (None, s.cafe)
        and place in (None, s.on_way_to)
    ]
    return StationList(stations=sorted(found, key=lambda s: (s.distance, s.name))[:MOST_FOUND])


@tool(alike=("check_range",))
def find_places(
    state: Vehicle, words: k.Text | None = None, category: k.Category | None = None
) -> PlaceList:
    """List the places saved in the car's navigation, the nearest first, with their driving times.

    Args:
        words: Only places with these words in their name.
        category: Only places of this sort.
    """
    wanted = set((words or "").casefold().split())
    found = [
        p
        for p in state.places
        if wanted <= set(p.name.casefold().split()) and category in (None, p.category)
    ]
    return PlaceList(places=sorted(found, key=lambda p: (p.distance, p.name))[:MOST_FOUND])


@tool(alike=("drive_history",))
def list_trips(
    state: Vehicle, date: k.Day | None = None, destination: k.Text | None = None
) -> TripList:
    """List the drives that are planned in the car, the next one first.

    Args:
        date: Only drives that leave on this day.
        destination: Only drives to this saved place.
    """
    place = state.place(destination).name if destination is not None else None
    found = [
        t
        for t in state.planned()
        if date in (None, t.depart[:10]) and place in (None, t.destination)
    ]
    return TripList(trips=found[:MOST_FOUND])


@tool(alike=("list_trips",))
def drive_history(
    state: Vehicle, date: k.Day | None = None, destination: k.Text | None = None
) -> DriveList:
    """List the last drives that the car made, the latest first, with distance and energy used.

    Args:
        date: Only drives of this day.
        destination: Only drives to this saved place.
    """
    place = state.place(destination).name if destination is not None else None
    found = [
        d for d in state.drives if date in (None, d.started[:10]) and place in (None, d.destination)
    ]
    ordered = sorted(found, key=lambda d: parse(d.started), reverse=True)
    return DriveList(drives=ordered[:MOST_FOUND])
