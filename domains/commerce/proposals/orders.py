"""Proposers of orders, deliveries and returns."""

from datetime import date, timedelta

from callwright.domains.commerce.kinds import Day
from callwright.domains.commerce.names import SORTS
from callwright.domains.commerce.proposals.common import Json, pick, some, state_of
from callwright.domains.commerce.rows import DeliverySlot, Order, Purchase
from callwright.domains.core import Ask
from callwright.domains.core.proposing import allowed


def find_orders(ask: Ask) -> dict[str, Json]:
    """All orders, or those of a status, with something in them, or since a day."""
    o = pick(ask, state_of(ask).orders, lambda o: True)
    if ask.target is None and ask.maybe(0.25):
        return {}
    status = o.status if ask.target is None or ask.maybe(0.3) else None
    return some(ask, {"status": status, "kind": o.kind, "since": _since(ask, o.placed)})


def track_order(ask: Ask) -> dict[str, Json]:
    """An order that is still to come."""
    o = pick(ask, state_of(ask).orders, lambda o: o.status in ("pending", "shipped"))
    return {"order_number": o.order_number}


def move_delivery(ask: Ask) -> dict[str, Json]:
    """A waiting order to another slot that has a place."""
    state = state_of(ask)
    target = ask.target if isinstance(ask.target, DeliverySlot) else None
    own = ask.target if isinstance(ask.target, Order) else None
    orders = [o for o in state.orders if o.status == "pending" and own in (None, o)]
    order = ask.choose(orders)
    slots = [
        s
        for s in state.slots
        if s.slot_id != order.slot_id
        and (target is None or s.slot_id == target.slot_id)
        and allowed(lambda s=s: state.open_slot(s.slot_id))
    ]
    return {"order_number": order.order_number, "slot_id": ask.choose(slots).slot_id}


def cancel_order(ask: Ask) -> dict[str, Json]:
    """An order that has not been sent."""
    o = pick(ask, state_of(ask).orders, lambda o: o.status == "pending")
    return {"order_number": o.order_number}


def reorder(ask: Ask) -> dict[str, Json]:
    """A delivered order whose things people buy again and that can be had."""
    o = pick(ask, state_of(ask).orders, lambda o: _can_reorder(ask, o))
    return {"order_number": o.order_number}


def _can_reorder(ask: Ask, o: Order) -> bool:
    state = state_of(ask)
    if o.status not in ("delivered", "cancelled"):
        return False
    for bought in state.purchases.where(order_number=o.order_number):
        variant = state.variants.need(bought.variant_id)
        in_cart = sum(x.quantity for x in state.lines.where(variant_id=bought.variant_id))
        units = in_cart + bought.quantity
        if not allowed(lambda v=variant, n=units: state.check_units(v, n)):
            return False
    return True


def find_purchases(ask: Ask) -> dict[str, Json]:
    """Everything bought, one kind of thing, or since a day."""
    p = pick(ask, state_of(ask).purchases, lambda p: True)
    if ask.maybe(0.25):
        return {}
    if ask.target is not None:
        return {"kind": p.kind}
    return some(ask, {"kind": p.kind, "since": _since(ask, p.bought)})


def start_return(ask: Ask) -> dict[str, Json]:
    """A delivered purchase for a reason that fits it."""
    state = state_of(ask)
    p = pick(ask, state.purchases, lambda p: bool(_reasons(ask, p)))
    found = {"purchase_id": p.purchase_id, "reason": ask.choose(_reasons(ask, p))}
    if ask.maybe(0.35):
        found["refund_to"] = "store_credit"
    return found


def _reasons(ask: Ask, p: Purchase) -> list[str]:
    reasons = ["damage", "defects", "misleading_details", "second_thoughts"]
    if SORTS[p.kind].sized:
        reasons[1] = "fit_problems"
    return [r for r in reasons if allowed(lambda r=r: state_of(ask).check_return(p, r))]


def list_returns(ask: Ask) -> dict[str, Json]:
    """All returns, or those that are so far."""
    back = pick(ask, state_of(ask).returns, lambda r: True)
    return {"return_status": back.return_status} if ask.maybe(0.4) else {}


def return_label(ask: Ask) -> dict[str, Json]:
    """A return that has not been sent."""
    back = pick(ask, state_of(ask).returns, lambda r: r.return_status == "open")
    return {"return_number": back.return_number}


def _since(ask: Ask, day: Day) -> Day | None:
    """A day that people would name, on or before `day`: today's weekday some weeks ago, a first."""
    today, first = state_of(ask).now.date(), date.fromisoformat(day)
    options = [today - timedelta(days=n) for n in (3, 7, 14, 21)]
    options += [today.replace(day=1), (today.replace(day=1) - timedelta(days=1)).replace(day=1)]
    fitting = [d for d in options if d <= first]
    return ask.choose(fitting).isoformat() if fitting else None
