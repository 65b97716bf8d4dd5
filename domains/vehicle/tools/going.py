"""Tools for going somewhere: saved places, navigation, and planned trips."""

from callwright.domains.core import ToolError, tool
from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.results import Guidance
from callwright.domains.vehicle.rows import VehiclePlace, VehicleTrip
from callwright.domains.vehicle.state import Vehicle


@tool(mutates=True)
def save_place(state: Vehicle, name: k.Text, category: k.Category = "other") -> VehiclePlace:
    """Save the spot where the car is now as a place for its navigation, under a name.

    Args:
        name: What the place is called.
        category: What sort of place it is.
    """
    if any(p.name.casefold() == name.casefold() for p in state.places):
        raise ToolError("name_taken", f"A place called {name} is saved already.", place=name)
    key = state.new_id(state.places, "VP", name)
    row = VehiclePlace(place_id=key, name=name, category=category, distance=0, driving_time="PT0S")
    return state.places.insert(row)


@tool(mutates=True, alike=("plan_trip", "check_range"))
def start_navigation(
    state: Vehicle, place_id: k.PlaceId, avoid_tolls: k.AvoidTolls = False
) -> Guidance:
    """Start guiding the driver to a saved place right now.

    Refused when the battery is not good for the way.

    Args:
        place_id: The saved place.
        avoid_tolls: Whether to keep off toll roads.
    """
    place = state.places.need(place_id)
    state.reachable(place, state.car.battery)
    state.change(guided_to=place.name, avoid_tolls=avoid_tolls)
    arrive = state.arrival(place, state.now).isoformat()
    return Guidance(destination=place.name, distance=place.distance, arrive=arrive)


@tool(mutates=True, alike=("start_navigation",))
def plan_trip(state: Vehicle, destination: k.Text, depart: k.Moment) -> VehicleTrip:
    """Plan a drive to a saved place for later, with its departure and arrival.

    Refused when the place is out of range at the present charge limit, or another drive is
    planned for that time.

    Args:
        destination: Name of the saved place.
        depart: When to leave.
    """
    place = state.place(destination)
    start = state.ahead(depart)
    state.reachable(place, state.car.charge_limit)
    end = state.arrival(place, start)
    state.no_overlap(start, end)
    row = VehicleTrip(
        trip_id=state.new_id(state.trips, "VT", place.name, start.isoformat()),
        destination=place.name,
        depart=start.isoformat(),
        arrive=end.isoformat(),
        distance=place.distance,
        battery_needed=state.needed(place.distance),
        state="planned",
        shared_with=[],
    )
    return state.trips.insert(row)


@tool(mutates=True)
def share_trip(state: Vehicle, trip_id: k.TripId, person: k.Name) -> VehicleTrip:
    """Let a contact follow one of the user's planned drives.

    Args:
        trip_id: The planned drive.
        person: The contact, by full name or first name.
    """
    trip = state.waiting(trip_id)
    name = state.contact(person).name
    if name in trip.shared_with:
        raise ToolError("already_shared", f"{name} can follow that drive already.", person=name)
    return state.trips.update(trip_id, shared_with=[*trip.shared_with, name])


@tool(mutates=True, alike=("set_charge_limit", "schedule_charging", "precondition"))
def charge_for_trip(state: Vehicle, trip_id: k.TripId, level: k.Percent) -> VehicleTrip:
    """Have the battery at a certain level by the departure of a planned drive.

    Refused when that is less than the drive takes.

    Args:
        trip_id: The planned drive.
        level: The battery level to leave with.
    """
    trip = state.waiting(trip_id)
    if level < trip.battery_needed:
        message = f"The drive alone takes {trip.battery_needed} percent of the battery."
        details = {"level": level, "battery_needed": trip.battery_needed}
        raise ToolError("level_too_low", message, **details)
    return state.trips.update(trip_id, leave_with=level)


@tool(mutates=True, ends=True)
def cancel_trip(state: Vehicle, trip_id: k.TripId) -> VehicleTrip:
    """Cancel a drive that is planned in the car.

    Args:
        trip_id: The planned drive.
    """
    state.waiting(trip_id)
    return state.trips.update(trip_id, state="cancelled")
