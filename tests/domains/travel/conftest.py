"""Populated travel worlds, and a small one made by hand in which every rule can be broken."""

from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from callwright.domains.core import World
from callwright.domains.core.people import make_clock, make_person
from callwright.domains.core.person import Card, Person
from callwright.domains.travel import domain
from callwright.domains.travel.rows import Flight, Hotel, Train, Traveller


def populated(seed):
    rng = Random(f"travel/{seed}")
    person = make_person(rng)
    world = World(person, make_clock(rng, person), [domain])
    domain.populate(world.states["travel"], rng)
    world.journal.clear()
    return world


@pytest.fixture(scope="session")
def worlds():
    return [populated(seed) for seed in range(30)]


@pytest.fixture
def world():
    return populated(3)


PRIYA = Person(
    seed="0" * 24, name="Priya Nair", email="priya@example.com", phone="+447700900123",
    home_city="London", zone="Europe/London", locale="en_GB", currency="GBP", employer="Acme",
    contacts=(), devices=(), vehicle="", cards=(Card(name="Visa debit", last4="4242"),),
    interests=(),
)  # fmt: skip


def pounds(text):
    return {"amount": text, "currency": "GBP"}


def flight(key, depart, arrive, **changes):
    row = {
        "flight_id": key, "carrier": "Tejo Air", "origin": "London", "destination": "Lisbon",
        "depart": depart, "arrive": arrive, "direct": True, "price": pounds("94.00"), "seats": 4,
        "business_price": pounds("260.00"), "business_seats": 1, "bag_fee": pounds("28.00"),
        "max_bags": 2, "refundable": True, "changeable": True, "international": True,
        "open_seats": ["4A", "4C", "20D"],
    }  # fmt: skip
    return Flight(**row | changes)


@pytest.fixture
def small():
    """London on 10 March 2026: three flights, a train, a hotel, two travellers."""
    now = datetime(2026, 3, 10, 8, 12, tzinfo=ZoneInfo("Europe/London"))
    world = World(PRIYA, now, [domain])
    state = world.states["travel"]
    morning = ("2026-03-27T07:25:00+00:00", "2026-03-27T10:10:00+00:00")
    for row in (
        flight("FL-AAA1", *morning),
        flight("FL-AAA2", "2026-03-27T09:00:00+00:00", "2026-03-27T11:45:00+00:00",
               price=pounds("120.00"), refundable=False, changeable=False, business_price=None),
        flight("FL-AAA3", "2026-03-28T09:00:00+00:00", "2026-03-28T11:45:00+00:00", seats=1),
        flight("FL-SOON", "2026-03-11T07:00:00+00:00", "2026-03-11T09:45:00+00:00"),
        flight("FL-LEFT", "2026-03-10T08:40:00+00:00", "2026-03-10T11:25:00+00:00"),
        flight("FL-DEAD", "2026-03-26T08:40:00+00:00", "2026-03-26T11:25:00+00:00",
               state="cancelled"),
        flight("FL-RRR1", "2026-03-29T08:40:00+01:00", "2026-03-29T11:25:00+01:00",
               origin="Lisbon", destination="London"),
    ):  # fmt: skip
        state.flights.insert(row)
    state.trains.insert(
        Train(train_id="TR-AAA1", operator="Swiftrail", origin="London", destination="Leeds",
              depart="2026-03-20T10:00:00+00:00", arrive="2026-03-20T12:20:00+00:00", direct=True,
              price=pounds("40.00"), first_price=pounds("70.00"), seats=3, refundable=False)
    )  # fmt: skip
    state.hotels.insert(
        Hotel(hotel_id="HT-AAA1", name="Solera House", city="Lisbon", district="old_town", stars=4,
              price=pounds("110.00"), breakfast=True, free_cancellation=True, rooms=2,
              full=["2026-04-02"], check_in_from="15:00", check_out_by="11:00", parking=False,
              pets=True)
    )  # fmt: skip
    state.hotels.insert(
        Hotel(hotel_id="HT-AAA2", name="Copper Inn", city="Lisbon", stars=3,
              district="riverside_area",
              price=pounds("70.00"), breakfast=False, free_cancellation=False, rooms=2,
              check_in_from="14:00", check_out_by="10:00", parking=True, pets=False)
    )  # fmt: skip
    for key, name, expires in (
        ("TV-AAA1", "Priya Nair", "2031-05-01"),
        ("TV-AAA2", "Ana Lopes", "2026-03-20"),
    ):
        state.travellers.insert(Traveller(traveller_id=key, name=name, passport_expires=expires))
    world.journal.clear()
    return world
