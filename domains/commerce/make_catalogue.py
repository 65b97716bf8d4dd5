"""Drawing the catalogue: products with their variants, prices, ratings and stock."""

from collections.abc import Iterator
from random import Random

from callwright.domains.commerce.money import Money, amount, money, priced
from callwright.domains.commerce.names import (
    BRANDS,
    COLOURS,
    FAULTED,
    MODELS,
    PRAISED,
    SIZES,
    SORTS,
)
from callwright.domains.commerce.orders import Commerce
from callwright.domains.commerce.rows import Product, Variant

_STOCK = (0, 1, 2, 3, 4, 5, 6, 8, 9, 12, 15)


def make_catalogue(state: Commerce, rng: Random) -> None:
    """Two or three products of every kind."""
    models = iter(rng.sample(MODELS, len(MODELS)))
    for kind in SORTS:
        brands = BRANDS[SORTS[kind].department]
        for brand in rng.sample(brands, rng.choice((2, 2, 3))):
            product = state.products.insert(_product(state, rng, kind, brand, next(models)))
            for variant in _variants(state, rng, product):
                state.variants.insert(variant)


def make_more(state: Commerce, rng: Random, kind: str, count: int) -> None:
    """`count` more products of a kind, each with a name of its own."""
    used = {p.name for p in state.products}
    brands = BRANDS[SORTS[kind].department]
    free = [(b, m) for b in brands for m in MODELS if f"{b} {m}" not in used]
    for brand, model in rng.sample(free, count):
        product = state.products.insert(_product(state, rng, kind, brand, model))
        for variant in _variants(state, rng, product, few=True):
            state.variants.insert(variant)


def _product(state: Commerce, rng: Random, kind: str, brand: str, model: str) -> Product:
    sort, currency = SORTS[kind], state.person.currency
    full = priced(round(rng.uniform(sort.low, sort.high)), currency)
    on_sale = rng.random() < 0.3
    praised = rng.choice(PRAISED[sort.department])
    return Product(
        product_id=state.new_id(state.products, "PD", brand, model),
        name=f"{brand} {model}",
        brand=brand,
        kind=kind,
        department=sort.department,
        price=_reduced(full, rng.choice((10, 15, 20, 25))) if on_sale else full,
        full_price=full,
        on_sale=on_sale,
        rating=round(rng.triangular(3.1, 4.9, 4.4), 1),
        reviews=rng.randint(4, 900),
        praised=praised,
        criticised=rng.choice(FAULTED),
        returnable=rng.random() < 0.85,
        return_days=rng.choice((14, 30, 30, 60)),
        limit=rng.choice((4, 5, 6)),
        warranty=rng.choice((1, 2, 2, 3, 5)),
    )


def _reduced(full: Money, percent: int) -> Money:
    step = 50 if amount(full) >= 1000 else 1
    whole = int(amount(full) * (100 - percent) / 100) // step * step
    return money(max(step, whole), full["currency"])


def _variants(
    state: Commerce, rng: Random, product: Product, *, few: bool = False
) -> Iterator[Variant]:
    sized = SORTS[product.kind].sized
    colours = rng.sample(COLOURS, 1 if few else rng.choice((1, 2)) if sized else 2)
    for colour in colours:
        for size in SIZES if SORTS[product.kind].sized else (None,):
            yield Variant(
                variant_id=state.new_id(state.variants, "VA", product.name, colour, size),
                product_id=product.product_id,
                colour=colour,
                size=size,
                stock=rng.choice(_STOCK),
            )
