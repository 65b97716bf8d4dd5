"""Money in English, said and read. `$` and `dollars` mean the currency the caller names, if any.

`kr` and `krona` alone are never used: several currencies share them.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final

from callwright.schemas.values.base import Surface
from callwright.schemas.values.english.numbers import cardinal, read_cardinal
from callwright.schemas.values.shared import unique

_SYMBOL: Final = {"GBP": "£", "EUR": "€", "JPY": "¥", "INR": "₹", "AUD": "A$", "CAD": "C$",
                  "NZD": "NZ$", "USD": "US$", "KRW": "₩"}  # fmt: skip
_WORDS: Final = {
    "GBP": ("pound", "pounds"), "USD": ("US dollar", "US dollars"), "EUR": ("euro", "euros"),
    "JPY": ("yen", "yen"), "INR": ("rupee", "rupees"), "CHF": ("Swiss franc", "Swiss francs"),
    "SEK": ("Swedish krona", "Swedish kronor"), "NOK": ("Norwegian krone", "Norwegian kroner"),
    "DKK": ("Danish krone", "Danish kroner"), "PLN": ("zloty", "zlotys"), "KRW": ("won", "won"),
    "AUD": ("Australian dollar", "Australian dollars"),
    "CAD": ("Canadian dollar", "Canadian dollars"),
    "NZD": ("New Zealand dollar", "New Zealand dollars"),
}  # fmt: skip
_EXTRA: Final = {"pounds sterling": "GBP", "british pounds": "GBP", "quid": "GBP", "euro": "EUR"}
_MINOR: Final = {"GBP": "pence", "USD": "cents", "EUR": "cents"}
_CODES: Final = {
    word.lower(): code for code, words in _WORDS.items() for word in (code, *words)
} | _EXTRA
_SYMBOLS: Final = {symbol.lower(): code for code, symbol in _SYMBOL.items()} | {"jp¥": "JPY"}
_AMOUNT = r"(\d{1,3}(?:,\d{3})+|\d+)(\.\d{1,2})?"
_BEFORE: Final = re.compile(rf"([^\d\s]+?) ?{_AMOUNT}", re.ASCII)
_AFTER: Final = re.compile(rf"{_AMOUNT} ?([^\d]+)", re.ASCII)
_SPOKEN: Final = re.compile(
    rf"([a-z -]+?) ({'|'.join(sorted((*_CODES, 'dollars', 'dollar'), key=len, reverse=True))})"
    r"(?: (?:and )?([a-z-]+)(?: (?:pence|cents))?)?"
)


@lru_cache(maxsize=4096)
def say_money(amount: str, currency: str, dollar: str) -> tuple[Surface, ...]:
    """How people say an amount (a decimal string) of a currency."""
    return tuple(unique(_say(amount, currency, dollar)))


def _say(amount: str, currency: str, dollar: str) -> Iterator[Surface]:
    whole, _, cents = amount.partition(".")
    short = whole if not cents.strip("0") else amount
    grouped = f"{int(whole):,}" + short[len(whole) :]
    words = _WORDS[currency][int(whole) != 1 or short != whole]
    symbols = ["$"] if currency == dollar else []
    symbols += [_SYMBOL[currency]] if currency in _SYMBOL else []
    nouns = [words.removeprefix("US ")] if currency == dollar else []
    for number in dict.fromkeys((short, grouped, amount)):
        yield from (Surface(f"{symbol}{number}") for symbol in symbols)
    for number in dict.fromkeys((short, grouped)):
        yield from (Surface(f"{number} {noun}") for noun in (*nouns, words))
        yield Surface(f"{number} {currency}", style="terse")
    yield Surface(f"{currency} {amount}", style="terse")
    yield Surface(f"{amount} {currency}", style="terse")
    if int(whole) < 1000:
        noun = (*nouns, words)[0]
        if short == whole:
            yield Surface(f"{cardinal(int(whole))} {noun}", style="spoken")
        elif currency in _MINOR and int(cents) > 9:
            noun = _WORDS[currency][int(whole) != 1]
            noun = noun.removeprefix("US ") if currency == dollar else noun
            yield Surface(f"{cardinal(int(whole))} {noun} {cardinal(int(cents))}", style="spoken")


@lru_cache(maxsize=8192)
def read_money(text: str, dollar: str) -> tuple[Decimal, str] | None:
    """The amount and currency that the whole of `text` names, else None."""
    plain = " ".join(text.lower().split())
    if match := _BEFORE.fullmatch(plain):
        return _pair(match[2], match[3], _code(match[1], dollar))
    if match := _AFTER.fullmatch(plain):
        return _pair(match[1], match[2], _code(match[3].strip(), dollar))
    match = _SPOKEN.fullmatch(plain)
    if match is None:
        return None
    whole, code = read_cardinal("one" if match[1] == "a" else match[1]), _code(match[2], dollar)
    cents = read_cardinal(match[3]) if match[3] else 0
    if whole is None or code is None or cents is None or not (cents == 0 or 9 < cents < 100):
        return None
    return (Decimal(whole) + Decimal(cents) / 100, code)


def _pair(whole: str, cents: str | None, code: str | None) -> tuple[Decimal, str] | None:
    if code is None or len(whole) > 12:
        return None
    return Decimal(whole.replace(",", "") + (cents or "")), code


def _code(word: str, dollar: str) -> str | None:
    if word in ("$", "dollar", "dollars"):
        return dollar or None
    return _SYMBOLS.get(word) or _CODES.get(word)
