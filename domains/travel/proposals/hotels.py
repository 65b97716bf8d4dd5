"""Proposers of the hotel tools."""

from datetime import date, timedelta

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import allowed, pick
from callwright.domains.travel.money import round_above
from callwright.domains.travel.proposals.common import Json, some, state_of
from callwright.domains.travel.rows import Booking, Hotel
from callwright.domains.travel.state import when

_TRIES = 12


def find_hotels(ask: Ask) -> dict[str, Json]:
    """Hotels in a city, with a few filters. A look-up for a booking leaves the dates to that."""
    state = state_of(ask)
    h = pick(ask, Hotel, state.hotels, lambda h: True)
    found = {"city": h.city} | some(ask, _filters(ask, h))
    if ask.target is not None or ask.maybe(0.25):
        return found
    for _ in range(_TRIES):
        first, last = _nights(ask)
        if state.rooms_left(h, first, last):
            return found | {"check_in": first.isoformat(), "check_out": last.isoformat()}
    raise NoProposal


def hotel_info(ask: Ask) -> dict[str, Json]:
    """Any hotel."""
    return {"hotel_id": pick(ask, Hotel, state_of(ask).hotels, lambda h: True).key}


def book_hotel(ask: Ask) -> dict[str, Json]:
    """Nights in a hotel that has room, when the person has no other hotel."""
    state = state_of(ask)
    h = pick(ask, Hotel, state.hotels, lambda h: h.rooms > 0)
    for _ in range(_TRIES):
        first, last = (day.isoformat() for day in _nights(ask))
        rooms, extra = _party(ask)
        if allowed(lambda a=first, b=last, n=rooms: state.check_stay(h, a, b, n)):
            return {"hotel_id": h.hotel_id, "check_in": first, "check_out": last} | extra
    raise NoProposal


def change_stay(ask: Ask) -> dict[str, Json]:
    """Other nights for an upcoming hotel booking that may change: later, earlier or longer."""
    state = state_of(ask)
    b = pick(ask, Booking, state.bookings, lambda b: _can_change(ask, b))
    hotel = state.hotels.need(b.hotel_id or "")
    start, end = when(b.start).date(), when(b.end).date()
    for _ in range(_TRIES):
        shift, longer = ask.rng.choice(((0, 1), (0, 2), (1, 0), (2, 0), (-1, 0), (7, 0), (-1, 1)))
        first = start + timedelta(shift)
        last = end + timedelta(shift + longer)
        stay = (first.isoformat(), last.isoformat())
        if allowed(lambda s=stay: state.check_stay(hotel, *s, b.rooms or 1, b.booking_id)):
            return {"booking_id": b.booking_id, "check_in": stay[0], "check_out": stay[1]}
    raise NoProposal


def _can_change(ask: Ask, b: Booking) -> bool:
    state = state_of(ask)
    upcoming = b.status != "cancelled" and when(b.start) > state.now
    return b.kind == "hotel" and b.refundable and upcoming


def _nights(ask: Ask) -> tuple[date, date]:
    first = state_of(ask).now.date() + timedelta(ask.rng.randint(1, 24))
    return first, first + timedelta(ask.rng.choice((1, 2, 2, 3, 3, 4, 5, 7)))


def _party(ask: Ask) -> tuple[int, dict[str, Json]]:
    """Rooms needed, and what a person would say of guests and rooms."""
    guests = ask.rng.choice((1, 1, 2, 2, 2, 3, 4))
    rooms = 2 if guests > 3 or (guests == 2 and ask.maybe(0.15)) else 1
    said = {"guests": guests} if guests > 1 else {}
    return rooms, said | ({"rooms": rooms} if rooms > 1 else {})


def _filters(ask: Ask, h: Hotel) -> dict[str, Json]:
    return {
        "max_price": round_above(h.price, ask.rng.uniform(1.0, 1.5)),
        "min_stars": ask.rng.choice((h.stars, max(3, h.stars - 1))) if h.stars > 3 else None,
        "district": h.district if ask.maybe(0.5) else None,
        "breakfast": True if h.breakfast else None,
        "free_cancellation": True if h.free_cancellation else None,
    }
