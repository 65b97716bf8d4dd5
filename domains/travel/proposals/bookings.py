"""Proposers of the booking tools."""

from datetime import date, timedelta

from callwright.domains.core import Ask
from callwright.domains.core.proposing import allowed, pick
from callwright.domains.travel.proposals.common import Json, some, state_of
from callwright.domains.travel.reserve import check_bags
from callwright.domains.travel.rows import Booking, Flight
from callwright.domains.travel.state import ACTIVE, when


def list_bookings(ask: Ask) -> dict[str, Json]:
    """All bookings, or those of a kind, city, state or time."""
    b = pick(ask, Booking, state_of(ask).bookings, lambda b: when(b.end) > state_of(ask).now)
    status = b.status if ask.maybe(0.5) else None
    options: dict[str, Json] = {"kind": b.kind, "destination": b.destination, "status": status}
    found = some(ask, options)
    if ask.target is not None:
        return found
    if ask.maybe(0.3):
        return {"from_date": _long_ago(state_of(ask).now.date(), ask.rng.randint(1, 9))}
    day = date.fromisoformat(b.start[:10])
    if ask.maybe(0.25):
        found["from_date"] = (day - timedelta(ask.rng.randint(0, 5))).isoformat()
    if ask.maybe(0.6 if "from_date" in found else 0.1):
        found["to_date"] = (day + timedelta(ask.rng.randint(1, 6))).isoformat()
    return found


def booking_details(ask: Ask) -> dict[str, Json]:
    """Any booking."""
    return {"booking_id": pick(ask, Booking, state_of(ask).bookings, lambda b: True).key}


def confirm_booking(ask: Ask) -> dict[str, Json]:
    """A hold that has not lapsed, sometimes with a card named."""
    state = state_of(ask)
    b = pick(ask, Booking, state.bookings, lambda b: _payable(ask, b))
    cards = [c.name for c in state.person.cards]
    named = {"card": ask.rng.choice(cards)} if cards and ask.maybe(0.4) else {}
    return {"booking_id": b.booking_id} | named


def move_flight(ask: Ask) -> dict[str, Json]:
    """A changeable booking to another flight of its route. The target is either of the two."""
    state = state_of(ask)
    pairs = [
        (b, f)
        for b in state.active()
        if (old := _movable_from(ask, b)) is not None
        for f in state.flights
        if _movable_to(ask, b, old, f)
    ]
    if ask.target is not None:
        pairs = [(b, f) for b, f in pairs if ask.target.key in (b.booking_id, f.flight_id)]
    booking, flight = ask.choose(pairs)
    return {"booking_id": booking.booking_id, "flight_id": flight.flight_id}


def cancel_booking(ask: Ask) -> dict[str, Json]:
    """An upcoming booking; a non-refundable one only with the loss accepted."""
    b = pick(ask, Booking, state_of(ask).bookings, lambda b: _upcoming(ask, b))
    lost = b.status == "confirmed" and not b.refundable
    return {"booking_id": b.booking_id} | ({"without_refund": True} if lost else {})


def _upcoming(ask: Ask, b: Booking) -> bool:
    return b.status in ACTIVE and when(b.start) > state_of(ask).now


def _payable(ask: Ask, b: Booking) -> bool:
    return b.status == "held" and b.pay_by is not None and when(b.pay_by) > state_of(ask).now


def _movable_from(ask: Ask, b: Booking) -> Flight | None:
    """The flight of a booking that may still be changed."""
    if b.flight_id is None or not _upcoming(ask, b):
        return None
    flight = state_of(ask).flights.need(b.flight_id)
    return flight if flight.changeable else None


def _movable_to(ask: Ask, b: Booking, old: Flight, f: Flight) -> bool:
    state = state_of(ask)
    same_route = (f.origin, f.destination) == (old.origin, old.destination)
    if not same_route or f.flight_id == old.flight_id:
        return False
    return allowed(
        lambda: state.check_sellable(f),
        lambda: state.check_passport(f, b.traveller),
        lambda: state.check_seat_left(f, b.cabin or "economy"),
        lambda: check_bags(f, b.checked_bags or 0),
        lambda: state.check_free(b.traveller, f.depart, f.arrive, b.booking_id),
    )


def _long_ago(today: date, months: int) -> str:
    """The first of the month that many months ago."""
    back = today.year * 12 + today.month - 1 - months
    return date(back // 12, back % 12 + 1, 1).isoformat()
