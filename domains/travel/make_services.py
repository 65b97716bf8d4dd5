"""Timetables: flights and trains of one route on given days."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from callwright.domains.travel.cabin import LETTERS, ROWS, order
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.money import priced
from callwright.domains.travel.names import CARRIERS, OPERATORS
from callwright.domains.travel.network import distance_km, place_of
from callwright.domains.travel.rows import Flight, Train

_LONG_KM = 3_500
_SEATS = [f"{row}{letter}" for row in ROWS for letter in LETTERS]


def make_flights(
    state: Travel, rng: Random, origin: str, destination: str, days: Iterable[date]
) -> None:
    """Flights of one route; busy short routes have more a day than long ones."""
    km = distance_km(origin, destination)
    carriers = rng.sample(CARRIERS, 4)
    busy = (1, 2, 2, 3) if km > _LONG_KM else (2, 2, 3, 3, 4)
    for day in days:
        for minute in sorted(rng.sample(range(6 * 12, 22 * 12), rng.choice(busy))):
            depart = _moment(day, minute * 5, place_of(origin).zone)
            state.flights.insert(_flight(state, rng, depart, (origin, destination), carriers))


def make_rush(
    state: Travel, rng: Random, origin: str, destination: str, day: date, count: int
) -> None:
    """Many more flights of one route on one day, each at a time of its own, with all airlines."""
    zone = place_of(origin).zone
    for minute in _free_minutes(rng, [f.depart for f in state.flights], count):
        depart = _moment(day, minute, zone)
        flight = _flight(state, rng, depart, (origin, destination), CARRIERS, most_seats=24)
        state.flights.insert(flight)


def make_rush_trains(
    state: Travel, rng: Random, origin: str, destination: str, day: date, count: int
) -> None:
    """Many more trains of one line on one day, each at a time of its own."""
    zone = place_of(origin).zone
    for minute in _free_minutes(rng, [t.depart for t in state.trains], count):
        depart = _moment(day, minute, zone)
        train = _train(state, rng, depart, (origin, destination), rng.choice(OPERATORS))
        state.trains.insert(train)


def _free_minutes(rng: Random, taken: Iterable[str], count: int) -> list[int]:
    """Minutes of the day, in fives and in order, at which no departure of any day is."""
    used = {int(t[11:13]) * 60 + int(t[14:16]) for t in taken}
    free = [m * 5 for m in range(6 * 12, 22 * 12) if m * 5 not in used]
    return sorted(rng.sample(free, min(count, len(free))))


def make_flight(state: Travel, rng: Random, origin: str, destination: str, day: date) -> Flight:
    """One more flight of a route, on any day, also in the past."""
    minute = rng.randrange(6 * 12, 22 * 12) * 5
    depart = _moment(day, minute, place_of(origin).zone)
    flight = _flight(state, rng, depart, (origin, destination), CARRIERS)
    return state.flights.insert(flight)


def _flight(
    state: Travel,
    rng: Random,
    depart: datetime,
    route: tuple[str, str],
    carriers: Sequence[str],
    most_seats: int = 9,
) -> Flight:
    origin, destination = map(place_of, route)
    km, currency = distance_km(*route), state.person.currency
    direct = km < 8_500 and rng.random() < (0.75 if km < _LONG_KM else 0.5)
    minutes = 35 + km / 13 + (0 if direct else rng.randint(100, 230))
    pounds = (28 + km * 0.065) * rng.uniform(0.7, 1.8) * (1 if direct else 0.8)
    carrier = rng.choice(carriers)
    sold_out = rng.random() < 0.06
    seats = 0 if sold_out else rng.choice((1, 2, 3, 4, 5, 7, 9, 12, 18, 25, 40))
    business = rng.random() < (0.9 if km > _LONG_KM else 0.45)
    soon = depart - state.now < timedelta(days=3)
    late = soon and rng.random() < 0.25
    delayed = depart + timedelta(minutes=rng.randrange(20, 150, 5))
    return Flight(
        flight_id=state.new_id(state.flights, "FL", *route, depart.isoformat(), carrier),
        carrier=carrier,
        origin=route[0],
        destination=route[1],
        depart=depart.isoformat(),
        arrive=_after(depart, minutes, destination.zone),
        direct=direct,
        price=priced(pounds, currency),
        seats=seats,
        business_price=priced(pounds * rng.uniform(2.3, 3.4), currency) if business else None,
        business_seats=rng.randint(0, 8) if business else 0,
        bag_fee=priced(rng.choice((18, 22, 25, 28, 32, 40)), currency),
        max_bags=rng.choice((1, 2, 2, 3)),
        refundable=rng.random() < 0.4,
        changeable=rng.random() < 0.65,
        international=origin.country != destination.country,
        state="delayed" if late else "cancelled" if rng.random() < 0.02 else "on_time",
        expected=delayed.isoformat() if late else None,
        open_seats=sorted(rng.sample(_SEATS, min(seats, rng.randint(4, most_seats))), key=order),
    )


def make_trains(
    state: Travel, rng: Random, origin: str, destination: str, days: Iterable[date]
) -> None:
    """Trains of one line: several a day, half of them without a change."""
    operators = rng.sample(OPERATORS, 2)
    for day in days:
        for minute in sorted(rng.sample(range(6 * 12, 22 * 12), rng.choice((3, 4, 4, 5)))):
            depart = _moment(day, minute * 5, place_of(origin).zone)
            operator = rng.choice(operators)
            state.trains.insert(_train(state, rng, depart, (origin, destination), operator))


def _train(
    state: Travel, rng: Random, depart: datetime, route: tuple[str, str], operator: str
) -> Train:
    km, currency = distance_km(*route), state.person.currency
    direct = rng.random() < 0.6
    minutes = 15 + km * 1.25 / 2.3 + (0 if direct else rng.randint(20, 60))
    pounds = (8 + km * 0.13) * rng.uniform(0.6, 1.7)
    return Train(
        train_id=state.new_id(state.trains, "TR", *route, depart.isoformat(), operator),
        operator=operator,
        origin=route[0],
        destination=route[1],
        depart=depart.isoformat(),
        arrive=_after(depart, minutes, place_of(route[1]).zone),
        direct=direct,
        price=priced(pounds, currency),
        first_price=priced(pounds * rng.uniform(1.4, 2.0), currency),
        seats=0 if rng.random() < 0.05 else rng.choice((2, 3, 6, 11, 20, 35, 60)),
        refundable=rng.random() < 0.5,
    )


def _moment(day: date, minute: int, zone: str) -> datetime:
    return datetime.combine(day, time(minute // 60, minute % 60), ZoneInfo(zone))


def _after(depart: datetime, minutes: float, zone: str) -> str:
    """Arrival in another zone, to five minutes. Sums go through the offset, not the wall clock."""
    start = depart.astimezone(ZoneInfo("UTC"))
    end = start + timedelta(minutes=round(minutes / 5) * 5)
    return end.astimezone(ZoneInfo(zone)).isoformat()
