"""Populated shops, and a small one made by hand in which every rule can be broken."""

from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from callwright.domains.commerce import domain
from callwright.domains.commerce.rows import (
    Address,
    Basket,
    Coupon,
    DeliverySlot,
    Product,
    ShopCard,
    Variant,
)
from callwright.domains.core import World
from callwright.domains.core.people import make_clock, make_person
from callwright.domains.core.person import Person


def populated(seed):
    rng = Random(f"commerce/{seed}")
    person = make_person(rng)
    world = World(person, make_clock(rng, person), [domain])
    domain.populate(world.states["commerce"], rng)
    world.journal.clear()
    return world


@pytest.fixture(scope="session")
def worlds():
    return [populated(seed) for seed in range(30)]


PRIYA = Person(
    seed="0" * 24, name="Priya Nair", email="priya@example.com", phone="+447700900123",
    home_city="London", zone="Europe/London", locale="en_GB", currency="GBP", employer="Acme",
    contacts=(), devices=(), vehicle="", cards=(), interests=(),
)  # fmt: skip


def pounds(text):
    return {"amount": text, "currency": "GBP"}


def product(key, kind, price, **changes):
    row = {
        "product_id": key, "name": f"Havnby {kind.title()}", "brand": "Havnby", "kind": kind,
        "department": "home", "price": pounds(price), "full_price": pounds(price),
        "on_sale": False, "rating": 4.2, "reviews": 30, "praised": "finish",
        "criticised": "price", "returnable": True, "return_days": 30, "limit": 4, "warranty": 2,
    }  # fmt: skip
    return Product(**row | changes)


def variant(key, product_id, colour, stock, size=None):
    return Variant(variant_id=key, product_id=product_id, colour=colour, stock=stock, size=size)


def slot(key, start, places, fee="3.00"):
    return DeliverySlot(
        slot_id=key, start=start, end=start.replace(":00:00+", ":59:00+"), fee=pounds(fee),
        places=places,
    )  # fmt: skip


def coupon(code, percent, minimum="0.00", expires="2026-04-01", used=False):
    return Coupon(
        coupon_code=code, percent=percent, minimum=pounds(minimum), expires=expires, used=used
    )


@pytest.fixture
def small():
    """London on 10 March 2026: a kettle, a hoodie in sizes, a lamp that is sold out."""
    now = datetime(2026, 3, 10, 8, 12, tzinfo=ZoneInfo("Europe/London"))
    world = World(PRIYA, now, [domain])
    s = world.states["commerce"]
    for row in (
        product("PD-KET1", "kettle", "40.00"),
        product("PD-HOO1", "hoodie", "33.33", returnable=False),
        product("PD-LAM1", "desk_lamp", "20.00"),
    ):
        s.products.insert(row)
    for row in (
        variant("VA-KET1", "PD-KET1", "black", 9), variant("VA-HOO1", "PD-HOO1", "navy", 3, "M"),
        variant("VA-HOO2", "PD-HOO1", "navy", 3, "L"), variant("VA-HOO3", "PD-HOO1", "red", 3, "M"),
        variant("VA-LAM1", "PD-LAM1", "red", 0),
    ):  # fmt: skip
        s.variants.insert(row)
    for row in (
        slot("SL-SOON", "2026-03-10T10:00:00+00:00", 3),
        slot("SL-AAA1", "2026-03-11T10:00:00+00:00", 1),
        slot("SL-AAA2", "2026-03-11T14:00:00+00:00", 2, "5.00"),
        slot("SL-FULL", "2026-03-12T10:00:00+00:00", 0),
    ):
        s.slots.insert(row)
    for row in (
        coupon("MY-TEN10", 10),
        coupon("MY-BIG20", 20, "100.00"),
        coupon("MY-OLD25", 25, expires="2026-03-09"),
        coupon("MY-GONE5", 5, used=True),
    ):
        s.coupons.insert(row)
    s.baskets.insert(Basket(basket_id="CA-AAA1"))
    s.addresses.insert(
        Address(
            address_id="AD-AAA1", label="home", street="1 Mill Lane", city="London", default=True
        )
    )
    s.cards.insert(ShopCard(card_id="CD-AAA1", name="Visa debit", expires="2028-01-31"))
    s.cards.insert(ShopCard(card_id="CD-AAA2", name="Discover", expires="2026-02-28"))
    world.journal.clear()
    return world
