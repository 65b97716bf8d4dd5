"""Proposers of the catalogue tools and of the lists."""

from callwright.domains.commerce.money import amount, round_near
from callwright.domains.commerce.proposals.common import Json, pick, some, state_of
from callwright.domains.commerce.rows import Product, Variant
from callwright.domains.core import Ask, NoProposal

MANY = 12
"""Who refers to one of more products of a kind mostly says its maker."""


def find_products(ask: Ask) -> dict[str, Json]:
    """One kind, with a few filters; a look-up for another tool names no price and no option."""
    state = state_of(ask)
    p = pick(ask, state.products, lambda p: True)
    filters: dict[str, Json] = {
        "brand": p.brand if ask.maybe(0.4) else None,
        "on_sale": True if p.on_sale else None,
    }
    if ask.target is None:
        filters |= _wishes(ask, p)
    found = {"kind": p.kind} | some(ask, filters)
    if ask.target is not None and len(state.products.where(kind=p.kind)) > MANY and ask.maybe(0.5):
        found["brand"] = p.brand
    return found


def _wishes(ask: Ask, p: Product) -> dict[str, Json]:
    """Price limit, rating, colour and size that let `p` through."""
    v = ask.choose(state_of(ask).variants.where(product_id=p.product_id))
    limit = round_near(p.price, ask.rng.uniform(1.1, 1.6))
    stocked = state_of(ask).in_stock(p.product_id) and not p.on_sale and ask.maybe(0.5)
    return {
        "in_stock": True if stocked else None,
        "max_price": limit if amount(limit) >= amount(p.price) else None,
        "min_rating": int(p.rating),
        "colour": v.colour,
        "size": v.size,
    }


def any_product(ask: Ask) -> dict[str, Json]:
    """Any product."""
    return {"product_id": pick(ask, state_of(ask).products, lambda p: True).product_id}


def check_stock(ask: Ask) -> dict[str, Json]:
    """A product, often in one colour and size."""
    state = state_of(ask)
    p = pick(ask, state.products, lambda p: True)
    v = ask.choose(state.variants.where(product_id=p.product_id))
    found: dict[str, Json] = {"product_id": p.product_id}
    if ask.maybe(0.5):
        found["colour"] = v.colour
    if v.size and ask.maybe(0.6):
        found["size"] = v.size
    return found


def set_price_alert(ask: Ask) -> dict[str, Json]:
    """A round price well below the present one, for a product not watched yet."""
    state = state_of(ask)
    watched = {a.product_id for a in state.alerts}
    p = pick(ask, state.products, lambda p: p.product_id not in watched)
    target = round_near(p.price, ask.rng.uniform(0.65, 0.88))
    if amount(target) >= amount(p.price):
        raise NoProposal
    return {"product_id": p.product_id, "target_price": target}


def add_to_wish_list(ask: Ask) -> dict[str, Json]:
    """A product that is not on the list."""
    state = state_of(ask)
    wished = {w.product_id for w in state.wishes}
    p = pick(ask, state.products, lambda p: p.product_id not in wished)
    return {"product_id": p.product_id}


def whole(ask: Ask) -> dict[str, Json]:
    """A list as it is."""
    return {}


def best_variant(ask: Ask, p: Product) -> Variant:
    """A variant of a product that can be had."""
    return ask.choose(
        v for v in state_of(ask).variants.where(product_id=p.product_id) if v.stock > 1
    )
