"""How what was paid for a cart is spread over the things in it."""

from collections.abc import Sequence

from callwright.domains.commerce.money import Money, amount, minus, money
from callwright.domains.commerce.rows import CartLine

PAYS_FROM = ("product_id", "variant_id", "name", "kind", "colour", "size", "quantity")
"""Fields that a purchase takes over from its line in the cart."""


def paid_parts(lines: Sequence[CartLine], goods: Money) -> list[Money]:
    """What each line costs when the lines together cost `goods`; the last one takes the cents."""
    currency = goods["currency"]
    whole = sum(amount(line.line_total) for line in lines)
    parts: list[Money] = []
    rest = goods
    for line in lines[:-1]:
        parts.append(money(amount(line.line_total) * amount(goods) / whole, currency))
        rest = minus(rest, parts[-1])
    return [*parts, rest]
