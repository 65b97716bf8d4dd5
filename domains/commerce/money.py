"""Arithmetic on canonical money. The whole shop is in the person's currency."""

from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal

_WHOLE = {"JPY", "KRW"}
_POUND_BUYS = {
    "GBP": 1.0, "EUR": 1.15, "USD": 1.3, "AUD": 2.0, "CAD": 1.8, "NZD": 2.2, "INR": 110.0,
}  # fmt: skip
"""Rough price levels, so that a kettle costs what a kettle costs there."""

Money = dict[str, str]


def money(amount: Decimal | int, currency: str) -> Money:
    """Canonical money: two decimals, none for yen and won."""
    places = Decimal(1) if currency in _WHOLE else Decimal("0.01")
    return {"amount": str(Decimal(amount).quantize(places, ROUND_HALF_UP)), "currency": currency}


def amount(value: Mapping[str, str]) -> Decimal:
    """The number in canonical money."""
    return Decimal(value["amount"])


def times(price: Mapping[str, str], count: int) -> Money:
    """`count * price`."""
    return money(amount(price) * int(count), price["currency"])


def total(values: Iterable[Mapping[str, str]], currency: str) -> Money:
    """The sum; zero for nothing."""
    return money(sum((amount(v) for v in values), Decimal(0)), currency)


def minus(value: Mapping[str, str], less: Mapping[str, str]) -> Money:
    """`value - less`."""
    return money(amount(value) - amount(less), value["currency"])


def share(value: Mapping[str, str], percent: int) -> Money:
    """`percent` of a value, rounded to the smallest coin."""
    return money(amount(value) * int(percent) / 100, value["currency"])


def priced(pounds: float, currency: str) -> Money:
    """About `pounds` worth of `currency`, as a whole amount such as a price list shows."""
    units = pounds * _POUND_BUYS.get(currency, _POUND_BUYS["USD"])
    step = 50 if units >= 1000 else 1
    return money(max(step, round(units / step) * step), currency)


def round_near(value: Mapping[str, str], factor: float) -> Money:
    """A round amount, such as people name, near `value` times `factor` and never below 1."""
    target = float(amount(value)) * factor
    step = next(s for s in (1, 5, 10, 50, 100, 500, 1000, 5000, 10**9) if target <= s * 20)
    return money(max(1, round(target / step)) * step, value["currency"])
