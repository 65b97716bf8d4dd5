"""Proposers of what goes with a booking."""

from datetime import datetime, time, timedelta
from typing import get_args

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import pick
from callwright.domains.travel.cabin import area, position
from callwright.domains.travel.changes import HELP_NOTICE, MEAL_NOTICE
from callwright.domains.travel.kinds import Assistance, Meal
from callwright.domains.travel.proposals.common import Json, state_of
from callwright.domains.travel.rows import Booking
from callwright.domains.travel.state import ACTIVE, when

_MEALS: tuple[str, ...] = get_args(Meal)[1].values
_HELP: tuple[str, ...] = get_args(Assistance)[1].values


def add_bags(ask: Ask) -> dict[str, Json]:
    """One or two bags more, where the flight takes them."""
    b = pick(ask, Booking, state_of(ask).bookings, lambda b: _room_for_bags(ask, b) > 0)
    most = min(2, _room_for_bags(ask, b))
    return {"booking_id": b.booking_id, "bags": ask.rng.randint(1, most)}


def choose_seat(ask: Ask) -> dict[str, Json]:
    """A window or aisle seat that is free; nobody asks for a middle one."""
    b = pick(ask, Booking, state_of(ask).bookings, lambda b: bool(_seats(ask, b)))
    seat = ask.rng.choice(_seats(ask, b))
    found = {"booking_id": b.booking_id, "position": position(seat)}
    return found | ({"area": area(seat)} if ask.maybe(0.4) else {})


def request_meal(ask: Ask) -> dict[str, Json]:
    """A meal other than the one ordered, a day ahead."""
    b = pick(
        ask, Booking, state_of(ask).bookings, lambda b: _ahead(ask, b, MEAL_NOTICE, ("flight",))
    )
    return {"booking_id": b.booking_id, "meal": ask.choose(m for m in _MEALS if m != b.meal)}


def request_assistance(ask: Ask) -> dict[str, Json]:
    """Help on a flight or train, two days ahead."""
    kinds = ("flight", "train")
    b = pick(ask, Booking, state_of(ask).bookings, lambda b: _ahead(ask, b, HELP_NOTICE, kinds))
    helps = [h for h in _HELP if h != b.assistance]
    return {"booking_id": b.booking_id, "assistance": ask.choose(helps)}


def _ahead(ask: Ask, b: Booking, notice: timedelta, kinds: tuple[str, ...]) -> bool:
    soonest = state_of(ask).now + notice
    return b.kind in kinds and b.status in ACTIVE and when(b.start) > soonest


def _room_for_bags(ask: Ask, b: Booking) -> int:
    if b.flight_id is None or not _ahead(ask, b, timedelta(0), ("flight",)):
        return 0
    return state_of(ask).flights.need(b.flight_id).max_bags - (b.checked_bags or 0)


def _seats(ask: Ask, b: Booking) -> list[str]:
    if (
        b.flight_id is None
        or b.cabin == "business"
        or not _ahead(ask, b, timedelta(0), ("flight",))
    ):
        return []
    seats = state_of(ask).flights.need(b.flight_id).open_seats
    return [s for s in seats if position(s) != "middle"]


def book_airport_parking(ask: Ask) -> dict[str, Json]:
    """Some days from one of the next days on, while no other space is kept."""
    state = state_of(ask)
    day = state.now.date() + timedelta(days=ask.rng.randint(1, 25))
    back = day + timedelta(days=ask.rng.choice((1, 2, 3, 4, 6, 9)))
    zone = state.now.tzinfo
    start = datetime.combine(day, time(ask.rng.choice((5, 6, 8, 10, 13))), zone)
    end = datetime.combine(back, time(ask.rng.choice((9, 14, 18, 21, 23))), zone)
    if any(when(p.start) < end and start < when(p.end) for p in state.parking):
        raise NoProposal
    return {"start": start.isoformat(), "end": end.isoformat()}
