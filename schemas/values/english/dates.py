"""Calendar days in English, said and read relative to the user's today.

`Friday` is the next Friday strictly after today; `Friday next week` lies in the Monday-to-Sunday
week after the current one. `next Friday` is never said nor read: people disagree about it.
A day without a year is the next such day from today, and only within `HORIZON` days.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from callwright.schemas.values.base import Surface
from callwright.schemas.values.english.numbers import DAYS, cardinal, ordinal, read_cardinal, suffix
from callwright.schemas.values.shared import unique

MONTHS: Final = (
    "January February March April May June July August September October November December"
).split()
WEEKDAYS: Final = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
HORIZON: Final = 330
FIRST, LAST = date(1900, 1, 1), date(2099, 12, 31)

_MONTH: Final = {m[:3].lower(): i for i, m in enumerate(MONTHS, 1)}
_WEEKDAY: Final = {w[:3].lower(): i for i, w in enumerate(WEEKDAYS)}
_NAMED: Final = {
    0: "today",
    1: "tomorrow",
    2: "the day after tomorrow",
    -1: "yesterday",
    -2: "the day before yesterday",
    7: "a week today",
    8: "a week tomorrow",
}
_OFFSET: Final = {text: days for days, text in _NAMED.items()} | {
    "day after tomorrow": 2,
    "day before yesterday": -2,
    "a week from tomorrow": 8,
}
_WD = (
    r"mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?"
    r"|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
)
_MO = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?|(?:(?:twenty|thirty) )?[a-z]*(?:th|first|second|third)"
_ABSOLUTE: Final = re.compile(
    rf"(?:({_WD}) )?(?:(?:the )?({_DAY})(?: of)? ({_MO})|({_MO}) (?:the )?({_DAY}))"
    r"(?: ((?:19|20)\d\d))?",
    re.ASCII,
)
_WEEKLY: Final = re.compile(
    rf"(this coming |next week (?:on )?|a week on |a week from )?({_WD})"
    r"( this week| next week| (?:the )?week after next| week)?",
    re.ASCII,
)
_COUNTED: Final = re.compile(r"(in )?(.{1,40}?) (day|week)s?( from (?:today|now)| ago)?")
_NUMBERED: Final = re.compile(rf"(?:({_WD}) )?the ({_DAY})", re.ASCII)
_NUMERIC: Final = re.compile(r"(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)", re.ASCII)
_ISO: Final = re.compile(r"(?:19|20)\d\d-\d\d-\d\d", re.ASCII)


@lru_cache(maxsize=8192)
def say_date(day: date, today: date, month_first: bool = False) -> tuple[Surface, ...]:
    """How people say `day` when it is `today`; `month_first` for American numeric dates."""
    texts = [
        *_relative(day, today),
        *_absolute(day, today),
        Surface(day.isoformat(), style="terse"),
    ]
    if day.day > 12:
        order = (day.month, day.day) if month_first else (day.day, day.month)
        texts.append(Surface(f"{order[0]:02}/{order[1]:02}/{day.year}", style="terse"))
    return tuple(unique(texts))  # May has no abbreviation


def _relative(day: date, today: date) -> Iterator[Surface]:
    delta, week = (day - today).days, _weeks_between(today, day)
    name = WEEKDAYS[day.weekday()]
    if delta in _NAMED:
        yield Surface(_NAMED[delta], bare=True)
    if 1 <= delta <= 6:  # a Sunday a week away is not called Sunday on a Sunday
        yield Surface(name)
        yield Surface(f"this coming {name}", bare=True)
        yield Surface(name[:3], style="terse")
    if 8 <= delta <= 14:
        yield Surface(f"a week on {name}", bare=True)
    if week == 0 and delta > 0:
        yield Surface(f"{name} this week", bare=True)
    if today.weekday() == 6:
        week = 0  # on a Sunday people disagree about which week is next
    if week == 1:
        yield Surface(f"{name} next week", bare=True)
        yield Surface(f"next week on {name}", bare=True)
        yield Surface(f"{name[:3]} next week", bare=True, style="terse")
    if week == 2:
        yield Surface(f"{name} the week after next", bare=True)
        yield Surface(f"{name[:3]} week after next", bare=True, style="terse")
    yield from _counted(delta)


def _counted(delta: int) -> Iterator[Surface]:
    if 2 <= delta <= 14:
        yield Surface(f"in {delta} days", bare=True)
        yield Surface(f"in {cardinal(delta)} days", bare=True, style="spoken")
        yield Surface(f"{delta} days from today", bare=True)
    if delta in (7, 14, 21, 28):
        weeks = "a week" if delta == 7 else f"{cardinal(delta // 7)} weeks"
        yield Surface(f"{weeks} from today", bare=True)
    if -14 <= delta <= -2:
        yield Surface(f"{-delta} days ago", bare=True)
        yield Surface(f"{cardinal(-delta)} days ago", bare=True, style="spoken")


def _absolute(day: date, today: date) -> Iterator[Surface]:
    month, short, name = MONTHS[day.month - 1], MONTHS[day.month - 1][:3], WEEKDAYS[day.weekday()]
    n, nth, year = day.day, f"{day.day}{suffix(day.day)}", day.year
    if _next_such(day.month, n, today) == day:
        if day > today and (day.year, day.month) == (today.year, today.month):
            yield Surface(f"the {nth}")
            yield Surface(f"{name} the {nth}")
        yield Surface(f"{name} {n} {month}")
        yield Surface(f"{n} {month}")
        yield Surface(f"{month} {nth}")
        yield Surface(f"{nth} of {month}")
        yield Surface(f"the {nth} of {month}")
        yield Surface(f"{month} {n}")
        yield Surface(f"{name}, {month} {n}")
        yield Surface(f"{name} the {nth} of {month}")
        yield Surface(f"{n} {short}", style="terse")
        yield Surface(f"{short} {n}", style="terse")
        yield Surface(f"{name[:3]} {n} {short}", style="terse")
        yield Surface(f"the {ordinal(n)} of {month}", style="spoken")
        yield Surface(f"{month} {ordinal(n)}", style="spoken")
    yield Surface(f"{n} {month} {year}")
    yield Surface(f"{month} {n}, {year}")
    yield Surface(f"{name} {n} {month} {year}")
    yield Surface(f"{name}, {month} {n}, {year}")
    yield Surface(f"{nth} of {month} {year}")
    yield Surface(f"{n} {short} {year}", style="terse")


@lru_cache(maxsize=8192)
def read_date(text: str, today: date) -> date | None:
    """The day that the whole of `text` names when it is `today`, else None."""
    plain = " ".join(text.lower().replace(",", " ").split()).removeprefix("on ")
    if plain in _OFFSET:
        return today + timedelta(_OFFSET[plain])
    if _ISO.fullmatch(plain):
        return _make(int(plain[:4]), int(plain[5:7]), int(plain[8:]))
    if match := _NUMERIC.fullmatch(plain):
        return _read_numeric(*map(int, match.groups()))
    plain = plain.replace("-", " ")
    for pattern, reader in _READERS:
        if match := pattern.fullmatch(plain):
            return reader(match, today)
    return None


def _read_numeric(first: int, second: int, year: int) -> date | None:
    """Only where one order alone makes a date: 03/04/2026 is two days, so it is none."""
    days = {_make(year, second, first), _make(year, first, second)} - {None}
    return days.pop() if len(days) == 1 else None


def _read_absolute(match: re.Match[str], today: date) -> date | None:
    weekday, day1, month1, month2, day2, year = match.groups()
    number, month = DAYS.get(day1 or day2), _MONTH[(month1 or month2)[:3]]
    if number is None:
        return None
    day = _make(int(year), month, number) if year else _next_such(month, number, today)
    return day if day is None or _falls_on(day, weekday) else None


def _read_weekly(match: re.Match[str], today: date) -> date | None:
    lead, weekday, tail = (group and group.strip() for group in match.groups())
    if lead and tail:
        return None
    index, monday = _WEEKDAY[(weekday or "")[:3]], today - timedelta(today.weekday())
    coming = today + timedelta((index - today.weekday() - 1) % 7 + 1)
    how = (tail or lead or "").removeprefix("the ").removesuffix(" on")
    weeks = {"this week": 0, "next week": 1, "week after next": 2}.get(how)
    if weeks is not None:
        return monday + timedelta(7 * weeks + index)
    return coming + timedelta(7 if how in ("a week", "a week from", "week") else 0)


def _read_counted(match: re.Match[str], today: date) -> date | None:
    lead, words, unit, tail = match.groups()
    # `in two weeks` is often vague, `two weeks from today` is not.
    if bool(lead) == bool(tail) or (lead and unit == "week"):
        return None
    number = 1 if words == "a" else read_cardinal(words)
    if number is None or number > HORIZON:
        return None
    days = number * (7 if unit == "week" else 1)
    return today + timedelta(-days if tail == " ago" else days)


def _read_numbered(match: re.Match[str], today: date) -> date | None:
    number = DAYS.get(match[2])
    day = number and _make(today.year, today.month, number)
    return day if day and day > today and _falls_on(day, match[1]) else None


_READERS: Final = (
    (_ABSOLUTE, _read_absolute),
    (_WEEKLY, _read_weekly),
    (_NUMBERED, _read_numbered),
    (_COUNTED, _read_counted),
)


def _next_such(month: int, number: int, today: date) -> date | None:
    for year in (today.year, today.year + 1):
        day = _make(year, month, number)
        if day and day >= today:
            return day if (day - today).days <= HORIZON else None
    return None


def _falls_on(day: date, weekday: str | None) -> bool:
    return not weekday or day.weekday() == _WEEKDAY[weekday[:3]]


def _weeks_between(today: date, day: date) -> int:
    return ((day - timedelta(day.weekday())) - (today - timedelta(today.weekday()))).days // 7


def _make(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None
