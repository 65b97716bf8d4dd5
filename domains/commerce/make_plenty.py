"""What a shop has plenty of, so that some look-ups give long lists: a popular kind, old orders.

Added after everything else. Most kinds of products keep the two or three that they have.
"""

from datetime import date, datetime, timedelta
from random import Random

from callwright.domains.commerce.make_catalogue import make_more
from callwright.domains.commerce.money import priced, times, total
from callwright.domains.commerce.names import COLOURS, SIZES, SORTS
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import Order, Product, Purchase, ShopperProfile

_MORE = (9, 10, 11, 12, 14, 37)
"""Products that a popular kind has on top of the usual ones."""


def make_plenty(state: Commerce, rng: Random) -> None:
    """Three popular kinds; some people have ordered for years, some wish for a lot."""
    for kind in rng.sample(sorted(SORTS), 3):
        make_more(state, rng, kind, rng.choice(_MORE))
    _habits(state, rng)
    if rng.random() < 0.65:
        _old_orders(state, rng, rng.randint(6, 16))
    if rng.random() < 0.4:
        _wishes(state, rng, rng.randint(7, 18))


def _old_orders(state: Commerce, rng: Random, count: int) -> None:
    """Delivered long ago, one thing each, on days of their own."""
    days = sorted(rng.sample(range(100, 500), count), reverse=True)
    bought = {p.product_id for p in state.purchases}
    fresh = [p for p in state.products if p.product_id not in bought]
    for ago, product in zip(days, rng.sample(fresh, min(count, len(fresh))), strict=False):
        _delivered(state, rng, product, state.now.date() - timedelta(ago))


def _delivered(state: Commerce, rng: Random, product: Product, day: date) -> None:
    """An order of `day` that came two days later."""
    number = state.new_id(state.orders, "ORD", product.product_id, day.isoformat())
    units = rng.choice((1, 2)) if SORTS[product.kind].several else 1
    paid, fee = times(product.full_price, units), priced(3, state.person.currency)
    came = day + timedelta(days=2)
    start = datetime(came.year, came.month, came.day, 10, tzinfo=state.now.tzinfo)
    state.orders.insert(
        Order(
            order_number=number,
            item=product.name,
            kind=product.kind,
            items=units,
            status="delivered",
            placed=day.isoformat(),
            deliver_from=start.isoformat(),
            deliver_to=(start + timedelta(hours=2)).isoformat(),
            address="home",
            card=next(iter(state.cards)).name,
            subtotal=paid,
            discount=priced(0, state.person.currency) | {"amount": "0.00"},
            delivery_fee=fee,
            total=total((paid, fee), state.person.currency),
        )
    )
    variant = rng.choice(state.variants.where(product_id=product.product_id))
    state.purchases.insert(
        Purchase(
            purchase_id=state.new_id(state.purchases, "PU", number, variant.variant_id),
            order_number=number,
            product_id=product.product_id,
            variant_id=variant.variant_id,
            name=product.name,
            kind=product.kind,
            colour=variant.colour,
            size=variant.size,
            quantity=units,
            paid=paid,
            bought=day.isoformat(),
            purchase_state="delivered",
        )
    )


def _wishes(state: Commerce, rng: Random, count: int) -> None:
    """More wishes, saved on days of their own."""
    known = {w.product_id for w in state.wishes}
    able = [p for p in state.products if p.product_id not in known]
    days = rng.sample(range(91, 300), count)
    for product, ago in zip(rng.sample(able, count), days, strict=True):
        wish = state.wish(product.product_id)
        added = (state.now.date() - timedelta(ago)).isoformat()
        state.wishes.update(wish.wish_id, added=added)


def _habits(state: Commerce, rng: Random) -> None:
    """What the shopper usually takes; the card is one that can pay."""
    state.profiles.insert(
        ShopperProfile(
            profile_id=state.new_id(state.profiles, "SP"),
            size=rng.choice(SIZES),
            colour=rng.choice(COLOURS),
            address=rng.choice([a.label for a in state.addresses]),
            card=next(iter(state.cards)).name,
        )
    )
