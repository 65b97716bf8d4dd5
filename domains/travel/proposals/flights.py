"""Proposers of the flight tools."""

from datetime import date, timedelta

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import allowed, pick
from callwright.domains.travel.cabin import area, position
from callwright.domains.travel.proposals.common import Json, ahead, ride_filters, some, state_of
from callwright.domains.travel.reserve import check_bags
from callwright.domains.travel.rows import Flight


def find_flights(ask: Ask) -> dict[str, Json]:
    """One day and route, with a few filters."""
    f = pick(ask, Flight, state_of(ask).flights, lambda f: _runs(ask, f))
    filters = ride_filters(ask, f) | {"carrier": f.carrier if ask.maybe(0.3) else None}
    where = {"origin": f.origin, "destination": f.destination, "date": f.depart[:10]}
    return where | some(ask, filters)


def cheapest_days(ask: Ask) -> dict[str, Json]:
    """A week or so around some flight."""
    state = state_of(ask)
    f = pick(ask, Flight, state.flights, lambda f: _runs(ask, f) and f.seats > 0)
    day, today = date.fromisoformat(f.depart[:10]), state.now.date()
    first = max(today, day - timedelta(ask.rng.randint(0, 4)))
    last = max(day, first + timedelta(1)) + timedelta(ask.rng.randint(1, 5))
    found = {"origin": f.origin, "destination": f.destination}
    found |= {"first_day": first.isoformat(), "last_day": last.isoformat()}
    return found | ({"direct": True} if f.direct and ask.maybe(0.3) else {})


def fare_rules(ask: Ask) -> dict[str, Json]:
    """Some flight ahead."""
    return {"flight_id": pick(ask, Flight, state_of(ask).flights, lambda f: _runs(ask, f)).key}


def seat_map(ask: Ask) -> dict[str, Json]:
    """Seats of a flight ahead that has some."""
    f = pick(ask, Flight, state_of(ask).flights, lambda f: _runs(ask, f) and bool(f.open_seats))
    seat = ask.rng.choice(f.open_seats)
    place = position(seat) if position(seat) != "middle" else None
    return {"flight_id": f.flight_id} | some(ask, {"position": place, "area": area(seat)})


def flight_status(ask: Ask) -> dict[str, Json]:
    """A flight ahead."""
    return {"flight_id": pick(ask, Flight, state_of(ask).flights, lambda f: _runs(ask, f)).key}


def hold_flight(ask: Ask) -> dict[str, Json]:
    """A flight that the person, or sometimes a saved traveller, can still take."""
    state = state_of(ask)
    who = state.person.name
    if ask.maybe(0.25):
        who = ask.choose(t.name for t in state.travellers if t.name != who)
    f = pick(ask, Flight, state.flights, lambda f: _can_hold(ask, f, who))
    business = f.business_seats > 0 and f.business_price is not None and ask.maybe(0.3)
    business = business and ask.target is None  # a price limit told before was for economy
    found: dict[str, Json] = {"flight_id": f.flight_id}
    if business:
        found["cabin"] = "business"
    if f.max_bags > 0 and ask.maybe(0.45):
        found["checked_bags"] = ask.rng.randint(1, min(2, f.max_bags))
    if who != state.person.name:
        found["traveller"] = who
    if not business and f.seats < 1:
        raise NoProposal
    return found


def _runs(ask: Ask, f: Flight) -> bool:
    return ahead(ask, f) and f.state != "cancelled"


def _can_hold(ask: Ask, f: Flight, who: str) -> bool:
    state = state_of(ask)
    return allowed(
        lambda: state.check_sellable(f),
        lambda: state.check_passport(f, who),
        lambda: state.check_seat_left(f, "economy"),
        lambda: check_bags(f, 0),
        lambda: state.check_free(who, f.depart, f.arrive),
    )
