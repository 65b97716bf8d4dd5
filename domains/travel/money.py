"""Arithmetic on canonical money. Everything in one world is in the person's currency."""

from collections.abc import Mapping
from decimal import Decimal

from callwright.domains.travel.names import POUND_BUYS

_WHOLE = {"JPY"}


def money(amount: Decimal | int, currency: str) -> dict[str, str]:
    """Canonical money: two decimals, none for yen."""
    places = Decimal(1) if currency in _WHOLE else Decimal("0.01")
    return {"amount": str(Decimal(amount).quantize(places)), "currency": currency}


def amount(value: Mapping[str, str]) -> Decimal:
    """The number in canonical money."""
    return Decimal(value["amount"])


def add(base: Mapping[str, str], extra: Mapping[str, str], times: int = 1) -> dict[str, str]:
    """`base + times * extra`."""
    return money(amount(base) + int(times) * amount(extra), base["currency"])


def times(price: Mapping[str, str], count: int) -> dict[str, str]:
    """`count * price`."""
    return money(amount(price) * int(count), price["currency"])


def surplus(new: Mapping[str, str], old: Mapping[str, str]) -> dict[str, str]:
    """What `new` costs more than `old`; never below zero."""
    return money(max(Decimal(0), amount(new) - amount(old)), new["currency"])


def priced(pounds: float, currency: str) -> dict[str, str]:
    """About `pounds` worth of `currency`, as a whole amount such as a price list shows."""
    units = pounds * POUND_BUYS.get(currency, POUND_BUYS["USD"])
    step = 50 if units >= 3000 else 1
    return money(max(step, round(units / step) * step), currency)


def round_above(value: Mapping[str, str], factor: float) -> dict[str, str]:
    """A round amount, such as people name as a limit, above `value` times `factor`."""
    target = float(amount(value)) * factor
    step = next(s for s in (10, 50, 100, 500, 1000, 5000, 10**9) if target <= s * 25)
    return money((int(target) // step + 1) * step, value["currency"])
