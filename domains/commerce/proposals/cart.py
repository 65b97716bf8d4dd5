"""Proposers of the cart, coupons, delivery slots and checkout."""

from callwright.domains.commerce.names import SORTS
from callwright.domains.commerce.proposals.catalogue import best_variant
from callwright.domains.commerce.proposals.common import Json, pick, some, state_of
from callwright.domains.commerce.rows import CartLine, DeliverySlot, Product, Variant
from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import allowed


def view_cart(ask: Ask) -> dict[str, Json]:
    """The cart, when something is in it."""
    if not len(state_of(ask).lines):
        raise NoProposal
    return {}


def add_to_cart(ask: Ask) -> dict[str, Json]:
    """A variant that is in stock and not in the cart; now and then two or three of it."""
    state = state_of(ask)
    p = pick(ask, state.products, lambda p: _not_in_cart(ask, p))
    v = best_variant(ask, p)
    found = {"product_id": p.product_id} | _needed(ask, p, v)
    most = min(v.stock, p.limit, 3)
    if SORTS[p.kind].several and most > 1 and ask.maybe(0.5):
        found["quantity"] = ask.rng.randint(2, most)
    return found


def _needed(ask: Ask, p: Product, v: Variant) -> dict[str, Json]:
    """Colour and size as far as they tell the variant from others."""
    every = state_of(ask).variants.where(product_id=p.product_id)
    found: dict[str, Json] = {}
    if len({x.colour for x in every}) > 1:
        found["colour"] = v.colour
    if v.size:
        found["size"] = v.size
    return found


def change_quantity(ask: Ask) -> dict[str, Json]:
    """Another number of something people buy more than one of, or one instead of several."""
    state = state_of(ask)
    line = pick(ask, state.lines, lambda x: bool(_numbers(ask, x)))
    return {"line_id": line.line_id, "quantity": ask.choose(_numbers(ask, line))}


def _numbers(ask: Ask, line: CartLine) -> list[int]:
    state = state_of(ask)
    variant = state.variants.need(line.variant_id)
    wanted = 4 if SORTS[line.kind].several else 2
    most = min(variant.stock, state.products.need(line.product_id).limit, wanted)
    return [n for n in range(1, most + 1) if n != line.quantity]


def remove_from_cart(ask: Ask) -> dict[str, Json]:
    """Anything in the cart."""
    return {"line_id": pick(ask, state_of(ask).lines, lambda x: True).line_id}


def my_coupons(ask: Ask) -> dict[str, Json]:
    """All coupons, or those that can be used."""
    state = state_of(ask)
    target = ask.target and pick(ask, state.coupons, lambda c: True)
    usable = target is None or (not target.used and not state.over(target.expires))
    return {"usable": True} if usable and ask.maybe(0.5) else {}


def apply_coupon(ask: Ask) -> dict[str, Json]:
    """A coupon that the cart may have."""
    state = state_of(ask)
    good = pick(
        ask, state.coupons, lambda c: allowed(state.check_cart, lambda: state.check_coupon(c))
    )
    return {"coupon_code": good.coupon_code}


def delivery_slots(ask: Ask) -> dict[str, Json]:
    """The slots of a day, perhaps after or before some hour."""
    state = state_of(ask)
    s = pick(ask, state.slots, lambda s: allowed(lambda: state.open_slot(s.slot_id)))
    after, before = s.start[11:16], s.end[11:16]
    window = {"after": after} if ask.maybe(0.5) else {"before": before}
    return {"date": s.start[:10]} | some(ask, window)


def reserve_slot(ask: Ask) -> dict[str, Json]:
    """A slot with a place, other than the one the cart has."""
    state = state_of(ask)
    return {"slot_id": pick(ask, state.slots, lambda s: _can_reserve(ask, s)).slot_id}


def _can_reserve(ask: Ask, s: DeliverySlot) -> bool:
    state = state_of(ask)
    other = state.basket.slot_id != s.slot_id
    return other and allowed(state.check_cart, lambda: state.open_slot(s.slot_id))


def checkout(ask: Ask) -> dict[str, Json]:
    """The cart with its slot, on a card that pays, to a saved address."""
    state = state_of(ask)
    if not len(state.lines) or state.basket.slot_id is None:
        raise NoProposal
    cards = [c.name for c in state.cards if allowed(lambda n=c.name: state.card(n))]
    labels = [a.label for a in state.addresses]
    return some(ask, {"card": ask.choose(cards), "address": ask.choose(labels)})


def _not_in_cart(ask: Ask, p: Product) -> bool:
    state = state_of(ask)
    return not state.lines.where(product_id=p.product_id) and any(
        v.stock > 1 for v in state.variants.where(product_id=p.product_id)
    )
