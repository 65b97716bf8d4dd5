"""Amounts of money, exact to the currency's smallest unit."""

import re
from decimal import Decimal
from functools import cache, lru_cache
from random import Random
from typing import Final, TypeGuard

from callwright.schemas.narrow import is_object
from callwright.schemas.values.base import UNREAD, Format, Json, Kind, Setting, Surface
from callwright.schemas.values.english.money import read_money, say_money
from callwright.schemas.values.shared import distinct, is_number

DIGITS: Final = dict.fromkeys(
    ("GBP", "USD", "EUR", "CHF", "SEK", "NOK", "DKK", "PLN", "INR", "AUD", "CAD", "NZD"), 2
) | {"JPY": 0, "KRW": 0}
"""The currencies that are known, with the digits after the point."""

_WHOLE: Final = "(0|[1-9][0-9]{0,8})"
_CENTS: Final = f"{_WHOLE}[.][0-9]{{2}}"
_WITH: Final = [code for code, digits in DIGITS.items() if digits]
_WITHOUT: Final = [code for code, digits in DIGITS.items() if not digits]
_AMOUNT: Final = {0: re.compile(_WHOLE), 2: re.compile(_CENTS)}
_TEXT_PATTERN: Final = f"^({_CENTS} ({'|'.join(_WITH)})|{_WHOLE} ({'|'.join(_WITHOUT)}))$"
# A dollar is American unless the user's clock stands where another one is used.
_OTHER_DOLLARS: Final = (
    "Australia/",
    "Pacific/",
    "Asia/Singapore",
    "Asia/Hong_Kong",
    "Asia/Taipei",
)
_CANADA: Final = ("America/Toronto", "America/Vancouver", "America/Edmonton", "America/Halifax",
                  "America/Winnipeg", "America/Montreal")  # fmt: skip


class Money(Kind):
    """An amount, `{"amount": "94.00", "currency": "GBP"}`; the amount is a decimal string."""

    name = "money"

    def schema(self) -> dict[str, Json]:
        return {
            "type": "object",
            "properties": {"amount": {"type": "string"}, "currency": {"type": "string"}},
            "required": ["amount", "currency"],
            "additionalProperties": False,
            "anyOf": [_amounts(_CENTS, 12, _WITH), _amounts(_WHOLE, 9, _WITHOUT)],
        }

    def check(self, value: Json) -> bool:
        if not is_object(value) or set(value) != {"amount", "currency"}:
            return False
        amount, currency = value["amount"], value["currency"]
        if not isinstance(amount, str) or not isinstance(currency, str):
            return False
        digits = DIGITS.get(currency)
        return digits is not None and bool(_AMOUNT[digits].fullmatch(amount))

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        return list(say_money(value["amount"], value["currency"], _dollar(setting)))

    def read(self, text: str, setting: Setting) -> Json:
        found = read_money(text, _dollar(setting))
        return money(*found) if found else UNREAD

    def equal(self, a: Json, b: Json) -> bool:
        if not (self.check(a) and self.check(b)):
            return type(a) is type(b) and a == b
        same = a["currency"] == b["currency"]
        return same and Decimal(a["amount"]) == Decimal(b["amount"])

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        amount, currency = Decimal(value["amount"]), value["currency"]
        others = [amount + 1, amount - 1, amount * 10, amount + 10, amount + Decimal("0.01")]
        near = [money(other, currency) for other in others if other > 0]
        swapped = money(amount, "EUR" if currency != "EUR" else "USD")
        return distinct(self, value, [*near, swapped])

    def sample(self, rng: Random, setting: Setting) -> Json:
        currency = rng.choice(("GBP", "USD", "EUR", "EUR", "JPY"))
        whole = rng.choice((rng.randint(3, 60), rng.randint(10, 400), rng.randrange(50, 1500, 5)))
        cents = rng.choice((0, 0, 0, 50, 99, 25)) if DIGITS[currency] else 0
        scale = 1 if DIGITS[currency] else 100
        return money(Decimal(whole * scale) + Decimal(cents) / 100, currency)

    def formats(self) -> tuple[Format, ...]:
        return _formats()

    def encode(self, value: Json, form: str, setting: Setting) -> Json:
        if form == "text":
            return f"{value['amount']} {value['currency']}"
        if form == "number":
            return {"value": float(value["amount"]), "currency": value["currency"]}
        return value

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        if form == "text" and isinstance(wire, str):
            amount, _, currency = wire.partition(" ")
            return super().decode({"amount": amount, "currency": currency}, form, setting)
        if form == "number":
            known = _is_number_form(wire) and wire["currency"] in DIGITS
            return money(Decimal(repr(wire["value"])), wire["currency"]) if known else UNREAD
        return super().decode(wire, form, setting)


@cache
def _formats() -> tuple[Format, ...]:
    """Made once: every view of every tool with a price asks for them."""
    number = {
        "type": "object",
        "properties": {
            "value": {"type": "number", "minimum": 0},
            "currency": {"type": "string", "enum": list(DIGITS)},
        },
        "required": ["value", "currency"],
        "additionalProperties": False,
    }
    text = {"type": "string", "pattern": _TEXT_PATTERN, "maxLength": 16}
    return (
        Format("object", Money().schema()),
        Format("text", text, 'amount and currency code, e.g. "12.50 EUR"'),
        Format("number", number),
    )


def money(amount: Decimal, currency: str) -> Json:
    """The canonical money of an exact amount, or `UNREAD` when the currency has no such amount."""
    digits = DIGITS.get(currency)
    if digits is None or not 0 <= amount < 10**9:
        return UNREAD
    exact = amount.quantize(Decimal(1).scaleb(-digits))
    return {"amount": f"{exact:f}", "currency": currency} if exact == amount else UNREAD


def _is_number_form(wire: Json) -> TypeGuard[dict[str, Json]]:
    return (
        is_object(wire)
        and set(wire) == {"value", "currency"}
        and is_number(wire["value"])
        and 0 <= wire["value"] < 10**9
        and isinstance(wire["currency"], str)
    )


def _amounts(pattern: str, longest: int, codes: list[str]) -> dict[str, Json]:
    amount = {"pattern": f"^{pattern}$", "maxLength": longest}
    return {"properties": {"amount": amount, "currency": {"enum": codes}}}


def _dollar(setting: Setting) -> str:
    return _dollar_of(str(setting.now.tzinfo))


@lru_cache(maxsize=1024)
def _dollar_of(zone: str) -> str:
    return "" if zone.startswith((*_OTHER_DOLLARS, *_CANADA)) else "USD"
