"""What follows from a fact that was shown: from a moment its day, its weekday and its time.

From ISO strings they follow on their own clock and on the user's.
"""

from collections.abc import Iterator
from datetime import date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from callwright.filters.grounding.readers import Fact
from callwright.schemas.record import Json

DAY_PARTS = {"year": 0, "month": 0, "day": 0}.keys()
"""Keys of a day that is shown in parts."""


@lru_cache(maxsize=8192)
def moment_facts(text: str, zone: str) -> frozenset[Fact] | None:
    """The facts of an ISO day or moment, on its own clock and on that of `zone`."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    clocks = [moment]
    if moment.tzinfo is not None and 1900 < moment.year < 2200:
        clocks.append(moment.astimezone(ZoneInfo(zone)))
    found: set[Fact] = set()
    for clock in clocks:
        found |= _day_facts(clock.date())
        if len(text) > 10:
            minutes = clock.hour * 60 + clock.minute
            found |= {("time", minutes), ("moment", clock.date(), minutes)}
    return frozenset(found)


@lru_cache(maxsize=4096)
def _day_facts(day: date) -> frozenset[Fact]:
    number, month, weekday = day.day, day.month, day.weekday()
    return frozenset(
        {
            ("date", day),
            ("day", month, number),
            ("wday", weekday, month, number),
            ("weekday", weekday),
            ("monthday", number),
            ("wmonthday", weekday, number),
        }
    )


@lru_cache(maxsize=8192)
def followed(fact: Fact, today: date) -> frozenset[Fact]:
    """A fact of the context and all that follows from it."""
    sort, *rest = fact
    if sort in ("date", "moment") and isinstance(rest[0], date):
        time: set[Fact] = {("time", rest[1])} if sort == "moment" else set()
        return _day_facts(rest[0]) | time | {fact}
    if sort in ("day", "wday"):
        day = _coming(int(str(rest[-2])), int(str(rest[-1])), today)
        return _day_facts(day) | {fact} if day is not None else frozenset({fact})
    if sort == "money":
        return frozenset({fact, ("number", rest[0])})
    return frozenset({fact})


def _coming(month: int, number: int, today: date) -> date | None:
    """The day of that name that is nearest ahead, or up to two months ago."""
    for year in (today.year - 1, today.year, today.year + 1):
        try:
            day = date(year, month, number)
        except ValueError:
            continue
        if (day - today).days >= -60:
            return day
    return None


def whole_facts(value: dict[str, Json]) -> Iterator[Fact]:
    """Facts of an object as a whole: an amount with its currency, a day in parts."""
    codes = [v for v in value.values() if isinstance(v, str) and len(v) == 3 and v.isupper()]
    for number in value.values() if codes else ():
        amount = _number(number)
        if amount is not None:
            yield "money", amount, codes[0]
            yield "number", amount
    if value.keys() == DAY_PARTS:
        text = "-".join(str(value[key]).zfill(2) for key in ("year", "month", "day"))
        yield from moment_facts(text, "UTC") or ()


def as_number(value: Json) -> float | None:
    """A JSON number; None for what is none, and for an integer beyond all that a text tells."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def _number(value: Json) -> float | None:
    if isinstance(value, str) and value.replace(".", "", 1).isdigit():
        return float(value)
    return as_number(value)
