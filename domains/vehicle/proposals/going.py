"""What a person would ask of the tools for going somewhere, and of the garage."""

from callwright.domains.core import Ask
from callwright.domains.core.proposing import allowed, sure
from callwright.domains.vehicle import names
from callwright.domains.vehicle.proposals.common import Args, moment, pick, state_of
from callwright.domains.vehicle.rows import ServiceSlot, VehiclePlace, VehicleTrip

DEPARTURES = (
    "06:30", "07:00", "07:30", "08:00", "08:15", "08:30", "09:00", "09:30", "10:00", "11:00",
    "12:00", "13:30", "14:00", "15:00", "16:00", "16:30", "17:00", "18:00", "19:00",
)  # fmt: skip
LEVELS = (50, 60, 70, 75, 80, 85, 90, 95, 100)


def save_place(ask: Ask) -> Args:
    """A new name for the spot where the car is."""
    category = ask.rng.choice(list(names.NEW_PLACES))
    taken = {p.name for p in state_of(ask).places}
    args: Args = {"name": ask.choose(n for n in names.NEW_PLACES[category] if n not in taken)}
    return args | ({"category": category} if ask.maybe(0.45) else {})


def start_navigation(ask: Ask) -> Args:
    """A saved place that the battery is good for."""
    state = state_of(ask)
    place = pick(
        ask,
        VehiclePlace,
        state.places,
        lambda p: p.distance > 0 and allowed(lambda: state.reachable(p, state.car.battery)),
    )
    return {"place_id": place.place_id} | ({"avoid_tolls": True} if ask.maybe(0.3) else {})


def plan_trip(ask: Ask) -> Args:
    """A saved place within the range of a full charge, in the next week."""
    state = state_of(ask)
    place = pick(
        ask,
        VehiclePlace,
        state.places,
        lambda p: p.distance > 0 and allowed(lambda: state.reachable(p, state.car.charge_limit)),
    )
    depart = moment(ask, 0, 7, DEPARTURES)
    sure(lambda: state.no_overlap(depart, state.arrival(place, depart)))
    return {"destination": place.name, "depart": depart.isoformat()}


def share_trip(ask: Ask) -> Args:
    """A friend or relative who cannot follow the drive yet."""
    trip = _trip(ask)
    people = [c.name for c in state_of(ask).person.contacts if c.relation in names.FRIENDLY]
    name: str = ask.choose(n for n in people if n not in trip.shared_with)
    return {"trip_id": trip.trip_id, "person": name.split()[0] if ask.maybe(0.65) else name}


def charge_for_trip(ask: Ask) -> Args:
    """A round level that is enough for the drive."""
    trip = _trip(ask)
    fitting = [n for n in LEVELS if n >= trip.battery_needed + 10 and n != trip.leave_with]
    return {"trip_id": trip.trip_id, "level": ask.choose(fitting)}


def cancel_trip(ask: Ask) -> Args:
    """A drive that is still planned."""
    return {"trip_id": _trip(ask).trip_id}


def book_service(ask: Ask) -> Args:
    """A free time, sometimes with a word for the garage."""
    slot = pick(ask, ServiceSlot, state_of(ask).slots, lambda s: not s.taken)
    return {"slot_id": slot.slot_id} | (
        {"note": ask.rng.choice(names.NOTES)} if ask.maybe(0.35) else {}
    )


def _trip(ask: Ask) -> VehicleTrip:
    planned = {t.trip_id for t in state_of(ask).planned()}
    return pick(ask, VehicleTrip, state_of(ask).trips, lambda t: t.trip_id in planned)
