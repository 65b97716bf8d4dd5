"""Readers of the extractor: the facts that a matched piece of lower-case text may mean."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from callwright.filters.grounding import vocabulary as words
from callwright.schemas.values.durations import to_seconds
from callwright.schemas.values.english.clocks import read_time
from callwright.schemas.values.english.dates import read_date
from callwright.schemas.values.english.durations import read_duration
from callwright.schemas.values.english.numbers import DAYS, read_number

Fact = tuple[str | int | float | date, ...]
"""A normalised fact, e.g. `("money", 94.0, "GBP")`; the first item is its sort."""

_RELATIVE: Final = {
    "today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1, "day after tomorrow": 2,
    "day before yesterday": -2,
}  # fmt: skip
_CLOCK: Final = re.compile(r"(\d{1,2})(?:[:.](\d\d))?(?::\d\d)?\s?(.*)")
_TWELVE: Final = re.compile(r"(?:12|twelve) (noon|midday|midnight)$")
_NUMBER: Final = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_PART: Final = re.compile(r"(?:[ap]\.?m\.?|morning|afternoon|evening|night)$")


def _moment(text: str, today: date) -> Iterator[Fact]:
    if _is_date(text[:10]):
        day = date.fromisoformat(text[:10])
        if len(text) > 10:
            yield "moment", day, int(text[11:13]) * 60 + int(text[14:16])
        else:
            yield "date", day


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _slashed(text: str, today: date) -> Iterator[Fact]:
    first, second, year = re.split("[/.]", text)
    for day, month in ((first, second), (second, first)):
        if _is_date(f"{year}-{int(month):02}-{int(day):02}"):
            yield "date", date(int(year), int(month), int(day))


def _clock(text: str, today: date) -> Iterator[Fact]:
    if _TWELVE.search(text):
        yield from _spoken(text, today)
        return
    match = _CLOCK.fullmatch(text)
    if match is None:
        return
    hour, minute, tail = int(match[1]), int(match[2] or 0), match[3]
    part = _PART.search(tail)
    if part is not None:
        late = part[0].startswith(("p", "afternoon", "evening"))
        late = late or (part[0] == "night" and 3 < hour < 12)
        yield "time", (hour % 12 + (12 if late else 0)) * 60 + minute
        return
    yield "time", hour * 60 + minute
    if hour <= 12 and (tail or len(match[1]) == 1):
        yield "time", (hour % 12 + (12 if hour < 12 else 0)) * 60 + minute
    yield "duration", hour * 3600 + minute * 60


def _spoken(text: str, today: date) -> Iterator[Fact]:
    text = _TWELVE.sub(r"\1", text)
    for tail in ("", " am", " pm"):
        minutes = read_time(text + tail)
        if minutes is not None:
            yield "time", minutes


def _day(text: str, today: date) -> Iterator[Fact]:
    parts = text.replace(",", " ").replace(" of ", " ").replace(" the ", " ").split()
    weekday = _index(parts[0], words.WEEKDAYS)
    month = next(m for m in (_index(p, words.MONTHS) for p in parts) if m is not None) + 1
    day = next((DAYS[p.replace("-", " ")] for p in parts if p.replace("-", " ") in DAYS), 0)
    year = int(parts[-1]) if len(parts[-1]) == 4 and parts[-1].isdigit() else None
    if year is None:
        yield ("day", month, day) if weekday is None else ("wday", weekday, month, day)
    elif _is_date(f"{year}-{month:02}-{day:02}"):
        full = date(year, month, day)
        if weekday is None or weekday == full.weekday():
            yield "date", full


def _index(word: str, names: Sequence[str]) -> int | None:
    return names.index(word[:3]) if word[:3] in names and word.isalpha() else None


def _week(text: str, today: date) -> Iterator[Fact]:
    day = read_date(text, today)
    if day is not None:
        yield "date", day


def _numbered(text: str, today: date) -> Iterator[Fact]:
    weekday, _, day = text.split()
    yield "wmonthday", words.WEEKDAYS.index(weekday[:3]), int(day[:-2])


def _weekday(text: str, today: date) -> Iterator[Fact]:
    yield "weekday", words.WEEKDAYS.index(text[:3])


def _relative(text: str, today: date) -> Iterator[Fact]:
    yield "date", today + timedelta(_RELATIVE[text])


def _away(text: str, today: date) -> Iterator[Fact]:
    parts = text.removeprefix("in ").split()
    count = 1 if parts[0] == "a" else int(read_number(parts[0]) or 0)
    days = count * (7 if parts[1].startswith("week") else 1)
    if days < 1000:
        yield "date", today + timedelta(-days if parts[-1] == "ago" else days)
    yield "number", float(count)
    yield "duration", days * 86400


def _span(text: str, today: date) -> Iterator[Fact]:
    """A length of time, also where the context has its number alone: `90` of a field in minutes."""
    seconds = read_duration(text)
    if seconds is not None:
        yield "duration", seconds
        yield "number", seconds / 60
        yield "number", seconds / 3600
    counts = _NUMBER.findall(text)
    if len(counts) == 1:
        yield "number", float(counts[0].replace(",", ""))
    elif not counts:
        yield from list(_word(text.rpartition(" ")[0], today))[:1]


def _word(text: str, today: date) -> Iterator[Fact]:
    number = read_number(text)
    if number is not None:
        yield "number", float(number)
        yield "count", float(number)


def _tail(text: str, today: date) -> Iterator[Fact]:
    """A number in words with what follows it: a time, an amount, a share or a length of time."""
    if re.search(r"o['’]clock|[ap]m$|[ap]\.m\.$|morning$|afternoon$|evening$|night$", text):
        yield from _spoken(text, today)
    elif text.endswith("cent"):
        yield from _percent(re.sub(r" per ?cent$", "", text), today)
    elif re.search(r"(?:hour|hr|minute|min|second|sec|day|week)s?$", text):
        yield from _span(text, today)
    else:
        yield from _amount(text, today)


def _ordinal(text: str, today: date) -> Iterator[Fact]:
    number = DAYS.get(text.replace("-", " "), 0)
    yield "monthday", number
    yield "ordinal", number


def _number(text: str, today: date) -> Iterator[Fact]:
    yield from _word(text.replace("−", "-").replace("- ", "-"), today)


def _measure(text: str, today: date) -> Iterator[Fact]:
    yield from list(_word(re.sub(r"[a-z/]+$", "", text), today))[:1]


def _percent(text: str, today: date) -> Iterator[Fact]:
    number = read_number(re.sub(r"\s?(?:%|per\s?cent)$", "", text))
    if number is not None:
        yield "number", float(number)
        yield "number", round(number / 100, 6)


def _amount(text: str, today: date) -> Iterator[Fact]:
    """An amount of money: digits or words, before or after a symbol, code or word."""
    digits = _NUMBER.search(text)
    if digits is not None:
        value = float(digits.group().replace(",", ""))
        unit = (text[: digits.start()] + text[digits.end() :]).strip()
    else:
        said = re.match(r"(.*?) ?((?:new zealand |[a-z]+ )?[a-z]+)$", text)
        number, unit = _split_amount(text) if said else (None, "")
        if number is None:
            return
        value = number
    for code in _currencies(unit):
        yield "money", value, code


def _split_amount(text: str) -> tuple[float | None, str]:
    """`ninety-four pounds twenty` -> 94.2 and `pounds`."""
    parts = text.split()
    at = next((i for i, p in enumerate(parts) if _currencies(p)), len(parts))
    unit = parts[at : at + 1]
    while at and not isinstance(read_number(" ".join(parts[:at])), int | float):
        at -= 1
        unit = [parts[at], *unit]
    whole = read_number(" ".join(parts[:at]))
    cents = read_number(" ".join(p for p in parts[at + len(unit) :] if p != "and"))
    return (None if whole is None else whole + (cents or 0) / 100), " ".join(unit)


def _currencies(unit: str) -> tuple[str, ...]:
    """The currency codes that a symbol, code or noun (with its nation) may mean."""
    if unit.upper() in words.CODES:
        return (unit.upper(),)
    nation = next((n for n in words.NATIONS if unit.startswith(f"{n} ")), None)
    if nation is not None:
        return (words.NATIONS[nation],)
    return words.CURRENCY_WORDS.get(unit) or words.CURRENCY_WORDS.get(unit.removesuffix("s"), ())


def _period(text: str, today: date) -> Iterator[Fact]:
    seconds = to_seconds(text.upper())
    if seconds is not None:
        yield "duration", seconds


def _phone(text: str, today: date) -> Iterator[Fact]:
    yield "phone", re.sub(r"\D", "", text)


READERS: Final[dict[str, tuple[str, Callable[[str, date], Iterator[Fact]]]]] = {
    "moment": ("date", _moment), "slashed": ("date", _slashed), "clock": ("time", _clock),
    "digit_date": ("date", _day), "date": ("date", _day), "phone": ("phone", _phone),
    "dialled": ("phone", _phone), "amount": ("money", _amount), "money": ("money", _amount),
    "code": ("money", _amount), "percent": ("number", _percent), "hm": ("duration", _span),
    "span": ("duration", _span), "half": ("duration", _span), "away": ("date", _away),
    "later": ("date", _away), "week": ("date", _week), "numbered": ("date", _numbered),
    "relative": ("date", _relative), "weekday": ("weekday", _weekday),
    "spoken": ("time", _spoken), "word": ("number", _word), "tail": ("number", _tail),
    "measure": ("number", _measure),
    "number": ("number", _number), "sign": ("number", _number), "minus": ("number", _number),
    "ordinal": ("number", _ordinal), "nth": ("number", _ordinal), "period": ("duration", _period),
}  # fmt: skip
