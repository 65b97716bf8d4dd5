"""What holds in every travel state, however it came about."""

from collections.abc import Iterator
from itertools import combinations

from callwright.domains.travel.changes import Travel
from callwright.domains.travel.money import add, times
from callwright.domains.travel.rows import Booking
from callwright.domains.travel.state import when


def seats_never_negative(state: Travel) -> Iterator[str]:
    """Nobody sells a seat that is not there."""
    for f in state.flights:
        if f.seats < 0 or f.business_seats < 0:
            yield f"flight {f.flight_id} has {f.seats} and {f.business_seats} seats"
    for t in state.trains:
        if t.seats < 0:
            yield f"train {t.train_id} has {t.seats} seats"


def totals_add_up(state: Travel) -> Iterator[str]:
    """A total is the fare plus the bags; a stay costs its nights times its rooms."""
    for b in state.bookings:
        if b.total != _total(state, b):
            yield f"booking {b.booking_id} totals {b.total}, not {_total(state, b)}"


def _total(state: Travel, b: Booking) -> dict[str, str]:
    if b.flight_id is not None:
        return add(b.fare, state.flights.need(b.flight_id).bag_fee, b.checked_bags or 0)
    if b.hotel_id is not None:
        nights = (when(b.end).date() - when(b.start).date()).days
        return times(state.hotels.need(b.hotel_id).price, nights * (b.rooms or 1))
    return b.fare


def bags_within_limits(state: Travel) -> Iterator[str]:
    """A flight booking never has more bags than its flight takes."""
    for b in state.bookings:
        if b.flight_id and (b.checked_bags or 0) > state.flights.need(b.flight_id).max_bags:
            yield f"booking {b.booking_id} has {b.checked_bags} bags"


def one_booking_per_seat(state: Travel) -> Iterator[str]:
    """A chosen seat belongs to one active booking and is no longer open."""
    taken: set[tuple[str, str]] = set()
    for b in state.active():
        if b.flight_id is None or b.seat is None:
            continue
        if (b.flight_id, b.seat) in taken or b.seat in state.flights.need(b.flight_id).open_seats:
            yield f"seat {b.seat} of flight {b.flight_id} is given twice"
        taken.add((b.flight_id, b.seat))


def nobody_is_twice_at_once(state: Travel) -> Iterator[str]:
    """Active journeys of one traveller never overlap, and neither do the person's hotel nights."""
    for a, b in combinations(state.active(), 2):
        same = a.traveller == b.traveller and (a.kind == "hotel") == (b.kind == "hotel")
        if same and when(a.start) < when(b.end) and when(b.start) < when(a.end):
            yield f"bookings {a.booking_id} and {b.booking_id} overlap"


def rooms_never_oversold(state: Travel) -> Iterator[str]:
    """A hotel never has more rooms booked on a night than it can sell."""
    for b in state.active():
        if b.hotel_id is None:
            continue
        hotel, days = state.hotels.need(b.hotel_id), (when(b.start).date(), when(b.end).date())
        if state.rooms_left(hotel, *days, b.booking_id) < (b.rooms or 1):
            yield f"booking {b.booking_id} takes rooms that {hotel.name} does not have"


def holds_have_deadlines(state: Travel) -> Iterator[str]:
    """Exactly the held bookings have a payment deadline."""
    for b in state.bookings:
        if (b.status == "held") != (b.pay_by is not None):
            yield f"booking {b.booking_id} is {b.status} with deadline {b.pay_by}"


def bookings_match_services(state: Travel) -> Iterator[str]:
    """A booking's times are those of its flight or train, and it has exactly one service."""
    for b in state.bookings:
        service = None
        if b.flight_id is not None:
            service = state.flights.need(b.flight_id)
        elif b.train_id is not None:
            service = state.trains.need(b.train_id)
        if service is not None and (service.depart, service.arrive) != (b.start, b.end):
            yield f"booking {b.booking_id} has other times than its {b.kind}"
        if sum(x is not None for x in (b.flight_id, b.train_id, b.hotel_id)) != 1:
            yield f"booking {b.booking_id} is for no or several services"


INVARIANTS = (
    seats_never_negative,
    totals_add_up,
    bags_within_limits,
    one_booking_per_seat,
    nobody_is_twice_at_once,
    rooms_never_oversold,
    holds_have_deadlines,
    bookings_match_services,
)
