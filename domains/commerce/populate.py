"""Filling a world: a catalogue, slots for the week, and a person with a history in the shop.

Orders are made by the shop's own rules, on earlier days, and then brought to where they are now.
"""

from datetime import datetime, timedelta
from random import Random

from callwright.domains.commerce.make_account import make_account, make_lists
from callwright.domains.commerce.make_catalogue import make_catalogue
from callwright.domains.commerce.make_orders import fill_cart, make_orders, make_returns
from callwright.domains.commerce.make_plenty import make_plenty
from callwright.domains.commerce.money import priced
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import Basket, DeliverySlot

_STARTS = (8, 10, 12, 14, 16, 18, 20)


def populate(state: Commerce, rng: Random) -> None:
    """Fill an empty shop from `rng`, consistent with its person and clock."""
    make_catalogue(state, rng)
    make_slots(state, rng)
    state.baskets.insert(Basket(basket_id=state.new_id(state.baskets, "CA")))
    make_account(state, rng)
    make_orders(state, rng)
    make_returns(state, rng)
    make_lists(state, rng)
    fill_cart(state, rng)
    make_plenty(state, rng)


def make_slots(state: Commerce, rng: Random) -> None:
    """Fifteen slots: three today, and three on each of four of the next six days."""
    for ahead in (0, *sorted(rng.sample(range(1, 7), 4))):
        for hour in sorted(rng.sample(_STARTS, 3)):
            day = (state.now + timedelta(days=ahead)).date()
            start = datetime(day.year, day.month, day.day, hour, tzinfo=state.now.tzinfo)
            end = start.replace(hour=hour + 2)
            fee = priced(rng.choice((2, 3, 4, 5, 6)), state.person.currency)
            state.slots.insert(
                DeliverySlot(
                    slot_id=state.new_id(state.slots, "SL", start.isoformat()),
                    start=start.isoformat(),
                    end=end.isoformat(),
                    fee=fee,
                    places=rng.choice((0, 1, 2, 2, 3, 4)),
                )
            )
