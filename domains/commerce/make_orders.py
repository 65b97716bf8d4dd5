"""The person's orders, old and new, their returns, and what is in the cart now."""

from datetime import datetime, timedelta
from random import Random

from callwright.domains.commerce.names import SORTS
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import Order, Variant
from callwright.domains.core import ToolError

_NEW, _RECENT, _OLD = (3, 4, 6), (8, 10, 12), (21, 27, 38, 50, 70, 95)
"""Days since a delivered order was placed; some old ones are past every return window."""


def make_orders(state: Commerce, rng: Random) -> None:
    """Two or three that wait, one or two on the way, three or four delivered, one cancelled."""
    old = sorted(rng.sample(_OLD, rng.choice((1, 2))), reverse=True)
    for age in (*old, rng.choice(_RECENT), rng.choice(_NEW)):
        _sent(state, rng, "delivered", age, min(-1, rng.randint(2, 5) - age))
    for _ in range(rng.choice((1, 2))):
        _sent(state, rng, "shipped", rng.randint(2, 4), rng.choice((0, 1)))
    state.cancel(_aged(state, _order(state, rng), 5).order_number)
    for age in (2, 1, 0)[-rng.choice((2, 2, 3)) :]:
        _aged(state, _order(state, rng), age)


def _aged(state: Commerce, order: Order, days: int) -> Order:
    """The order as placed `days` ago."""
    for bought in state.purchases.where(order_number=order.order_number):
        state.purchases.update(bought.purchase_id, bought=_ago(state, days))
    return state.orders.update(order.order_number, placed=_ago(state, days))


def _ago(state: Commerce, days: int) -> str:
    return (state.now - timedelta(days=days)).date().isoformat()


def _sent(state: Commerce, rng: Random, status: str, age: int, comes: int) -> None:
    """An order placed `age` days ago that comes (or came) `comes` days from now."""
    order = _aged(state, _order(state, rng), age)
    state.free_place(order.slot_id)
    day = (state.now + timedelta(days=comes)).date()
    hour = rng.choice((8, 10, 12, 14, 16, 18))
    start = datetime(day.year, day.month, day.day, hour, tzinfo=state.now.tzinfo)
    if status == "shipped" and start <= state.now:
        start += timedelta(days=1)
    state.orders.update(
        order.order_number,
        status=status,
        slot_id=None,
        deliver_from=start.isoformat(),
        deliver_to=(start + timedelta(hours=2)).isoformat(),
    )
    step = "delivered" if status == "delivered" else "on_the_way"
    for bought in state.purchases.where(order_number=order.order_number):
        state.purchases.update(bought.purchase_id, purchase_state=step)


def _order(state: Commerce, rng: Random) -> Order:
    """An order placed now, of one or two things."""
    _put(state, rng, rng.choice((1, 1, 1, 2)))
    free = [s for s in state.slots if s.places and not state.closed(s)]
    state.reserve(rng.choice(free).slot_id)
    address = rng.choice([a.label for a in state.addresses] + ["home"])
    return state.check_out(None, address)


def _put(state: Commerce, rng: Random, count: int) -> None:
    """Put `count` different things that are in stock into the cart."""
    seen = {b.product_id for b in state.purchases}
    able = [v for v in state.variants if v.stock > 2 and v.product_id not in seen]
    for variant in _different(rng, able, count):
        several = SORTS[state.products.need(variant.product_id).kind].several
        units = rng.choice((1, 2)) if several else 1
        state.put_in_cart(variant.product_id, variant.colour, variant.size, units)


def _different(rng: Random, able: list[Variant], count: int) -> list[Variant]:
    found: dict[str, Variant] = {}
    for variant in rng.sample(able, len(able)):
        if len(found) < count:
            found.setdefault(variant.product_id, variant)
    return list(found.values())


def make_returns(state: Commerce, rng: Random) -> None:
    """One or two of the delivered purchases are on their way back."""
    delivered = [p for p in state.purchases if p.purchase_state == "delivered"]
    wanted = rng.choice((1, 2))
    for bought in rng.sample(delivered, len(delivered)):
        if wanted and len(delivered) > 2:
            wanted -= _returned(state, rng, bought.purchase_id)


def _returned(state: Commerce, rng: Random, purchase_id: str) -> int:
    reason = rng.choice(("damage", "second_thoughts", "misleading_details", "defects"))
    try:
        back = state.send_back(purchase_id, reason, rng.choice(("original_card", "store_credit")))
    except ToolError:  # refused by a rule
        return 0
    first = len(state.returns) == 1
    status = "open" if first else rng.choice(("received", "refunded"))
    state.returns.update(back.return_number, return_status=status, requested=_ago(state, 1))
    return 1


def fill_cart(state: Commerce, rng: Random) -> None:
    """Two to four things; mostly with a slot reserved, seldom with a coupon."""
    if rng.random() < 0.05:
        return
    _put(state, rng, rng.choice((2, 3, 3, 4)))
    free = [s.slot_id for s in state.slots if s.places and not state.closed(s)]
    if free and rng.random() < 0.85:
        state.reserve(rng.choice(free))
