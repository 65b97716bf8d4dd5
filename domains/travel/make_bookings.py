"""The person's bookings, past and to come, made through the domain's own rules."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from random import Random

from callwright.domains.core import ToolError
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.make_services import make_flight
from callwright.domains.travel.rows import Booking, Flight
from callwright.domains.travel.state import when

_TRIES = 8


def make_bookings(state: Travel, rng: Random) -> None:
    """A past trip, trips to come with their nights, trains; some held, lapsed or cancelled."""
    _past_trip(state, rng)
    _some(rng.choice((1, 1, 2)), lambda: _trip(state, rng))
    _some(1, lambda: _held_flight(state, rng))
    _some(rng.choice((0, 1)), lambda: _companion(state, rng))
    _some(1, lambda: _train(state, rng))
    _some(rng.choice((0, 1)), lambda: _cancelled(state, rng))
    if rng.random() < 0.4:
        _some(1, lambda: _lapsed(state, rng))
    if not any(b.kind == "hotel" for b in state.active()) or rng.random() < 0.4:
        _some(1, lambda: _other_stay(state, rng))


def _some(count: int, make: Callable[[], object]) -> None:
    """Make `count` bookings; a draw that the rules refuse is drawn again, a few times."""
    for _ in range(count):
        for _ in range(_TRIES):
            if _made(make):
                break


def _made(make: Callable[[], object]) -> bool:
    try:
        make()
    except (ToolError, IndexError):  # refused by a rule, or nothing to choose from
        return False
    return True


def _leaving(state: Travel, origin: str, after: datetime) -> list[Flight]:
    return [f for f in state.flights if f.origin == origin and when(f.depart) > after]


def _trip(state: Travel, rng: Random) -> None:
    """A paid flight from home, and mostly nights and the flight back."""
    out = _pay(state, rng, _held_flight(state, rng))
    landed = when(out.end)
    back = [
        f
        for f in _leaving(state, out.destination, landed + timedelta(hours=20))
        if f.destination == out.origin and when(f.depart) < landed + timedelta(days=7)
    ]
    last = landed.date() + timedelta(rng.randint(1, 4))
    if back and rng.random() < 0.75:
        home = rng.choice(back)
        last = when(home.depart).date()
        _made(lambda: _pay(state, rng, _hold(state, rng, home, state.person.name)))
    if rng.random() < 0.75:
        _some(1, lambda: _stay(state, rng, out.destination, landed.date(), last))


def _held_flight(state: Travel, rng: Random) -> Booking:
    soonest = state.now + timedelta(hours=30)
    flight = rng.choice(_leaving(state, state.person.home_city, soonest))
    return _hold(state, rng, flight, state.person.name)


def _hold(state: Travel, rng: Random, flight: Flight, who: str) -> Booking:
    business = flight.business_price is not None and rng.random() < 0.15
    bags = rng.choice((0, 0, 1, min(2, flight.max_bags)))
    return state.hold(flight.flight_id, "business" if business else "economy", bags, who)


def _pay(state: Travel, rng: Random, held: Booking) -> Booking:
    booking = state.pay(held.booking_id, None)
    if booking.cabin == "economy" and rng.random() < 0.5:
        _made(lambda: state.seat(booking.booking_id, rng.choice(("window", "aisle")), None))
    return booking


def _companion(state: Travel, rng: Random) -> None:
    """A saved traveller's flight; often the one that the person takes."""
    who = rng.choice(list(state.travellers)[1:]).name
    own = [b.flight_id for b in state.active() if b.flight_id and when(b.start) > state.now]
    flights = [f for f in state.flights if f.flight_id in own and rng.random() < 0.7]
    soonest = state.now + timedelta(hours=30)
    flight = rng.choice(flights or _leaving(state, state.person.home_city, soonest))
    held = _hold(state, rng, flight, who)
    if rng.random() < 0.6:
        state.pay(held.booking_id, None)


def _stay(state: Travel, rng: Random, city: str, first: date, last: date) -> Booking:
    hotel = rng.choice(state.hotels_in(city))
    guests = rng.choice((1, 1, 2, 2, 3))
    return state.buy_stay(hotel.hotel_id, first.isoformat(), last.isoformat(), guests, 1)


def _other_stay(state: Travel, rng: Random) -> Booking:
    first = state.now.date() + timedelta(rng.randint(2, 24))
    city = rng.choice(list(state.hotels)).city
    return _stay(state, rng, city, first, first + timedelta(rng.randint(1, 3)))


def _train(state: Travel, rng: Random) -> None:
    """A train from home, and at times the one back on a later day."""
    home = state.person.home_city
    out = rng.choice([t for t in state.trains if t.origin == home] or list(state.trains))
    rail_class = rng.choice(("standard", "standard", "first"))
    people = rng.choice((1, 1, 2))
    state.buy_train(out.train_id, people, rail_class)
    back = [t for t in state.trains if t.origin == out.destination and t.depart > out.arrive]
    if back and rng.random() < 0.5:
        _made(lambda: state.buy_train(rng.choice(back).train_id, people, rail_class))


def _cancelled(state: Travel, rng: Random) -> None:
    state.cancel(_held_flight(state, rng).booking_id, without_refund=False)


def _lapsed(state: Travel, rng: Random) -> None:
    held = _held_flight(state, rng)
    pay_by = state.now - timedelta(hours=rng.randint(1, 20))
    state.bookings.update(held.booking_id, pay_by=pay_by.isoformat())


def make_past_trips(state: Travel, rng: Random, count: int) -> None:
    """`count` earlier trips, weeks apart from one another and from the last one."""
    for number in range(count):
        _past_trip(state, rng, 85 + 24 * number + rng.randint(0, 10))


def _past_trip(state: Travel, rng: Random, ago: int | None = None) -> None:
    """A flight there and back, `ago` days or some weeks ago."""
    home = state.person.home_city
    place = rng.choice([f.destination for f in state.flights if f.origin == home])
    first = state.now.date() - timedelta(ago or rng.randint(12, 70))
    last = first + timedelta(rng.randint(2, 5))
    _flown(state, rng, (home, place), first)
    _flown(state, rng, (place, home), last)


def _flown(state: Travel, rng: Random, route: tuple[str, str], day: date) -> None:
    flight = make_flight(state, rng, *route, day)
    flight = state.flights.update(
        flight.flight_id, seats=max(1, flight.seats), state="on_time", expected=None
    )
    pay_by = when(flight.depart) - timedelta(days=rng.randint(3, 40))
    held = state.put_flight(flight, state.person.name, "economy", 0, pay_by)
    card = state.card(None)
    state.bookings.update(held.booking_id, status="confirmed", pay_by=None, card=card)
