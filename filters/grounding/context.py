"""What the visible context supports: its facts, and the words that stand in it.

It grows message by message, so that an answer is held only to what stood above it. From ISO
strings in results follow the day, its weekday and the time, on their own clock and on the user's.
"""

from collections.abc import Iterator
from datetime import date, datetime
from functools import lru_cache
from typing import cast
from zoneinfo import ZoneInfo

from callwright.filters.grounding.claims import Claim, facts
from callwright.filters.grounding.readers import Fact
from callwright.filters.grounding.vocabulary import ENTITY_ID
from callwright.filters.rollout import as_list, as_object
from callwright.schemas.canonical import load
from callwright.schemas.errors import RecordError
from callwright.schemas.record import Json
from callwright.schemas.values import Setting

DAY_PARTS = {"year": 0, "month": 0, "day": 0}.keys()
MOST_COUNTED = 31
"""Items of a list that can be pointed at by number."""


class Context:
    """Facts and text that have been shown so far."""

    def __init__(self, setting: Setting) -> None:
        self._today = setting.now.date()
        self._zone = str(setting.now.tzinfo)
        self._facts: set[Fact] = set()
        self._phones: list[str] = []
        self._text = ""

    def add_text(self, text: str) -> None:
        """Show plain text."""
        self._show(text)
        self._add_facts(text)

    def add_result(self, content: str) -> None:
        """Show the content of a tool message: JSON in any envelope, or plain text."""
        data = parsed(content)
        self._show(content.replace("\\n", " ").replace("\\", ""))
        if isinstance(data, str):
            self._add_facts(data)
        else:
            self.add_data(data)

    def add_data(self, data: Json) -> None:
        """Show JSON data, such as the arguments of a call; the words must be shown besides."""
        waiting: list[Json] = [data]
        while waiting:
            value = waiting.pop()
            if isinstance(value, str):
                self._add_string(value)
            elif isinstance(value, dict):
                inner = cast("dict[str, Json]", value)
                self._facts.update(_whole(inner))
                waiting += inner.values() if inner.keys() != DAY_PARTS else ()
            elif isinstance(value, list):
                items = cast("list[Json]", value)
                self.add_count(len(items))
                self._facts.update(("ordinal", n) for n in range(min(len(items), MOST_COUNTED) + 1))
                waiting += items
            elif isinstance(value, int | float) and not isinstance(value, bool):
                self._facts.add(("number", float(value)))

    def add_arguments(self, arguments: dict[str, Json]) -> None:
        """Show the arguments of a call."""
        self.add_data(arguments)
        self._show(" ".join(strings(arguments)))

    def add_fact(self, *fact: str | float) -> None:
        """Know one normalised fact, e.g. `"duration", 5400`."""
        self._facts.add(fact)

    def add_count(self, count: int) -> None:
        """Show so many things."""
        self._facts.add(("count", float(count)))

    def supports(self, claim: Claim) -> bool:
        """Whether one reading of a claim is known, or its very words stand in the context."""
        if any(reading in self._facts for reading in claim.readings):
            return True
        if claim.code == "phone":
            return self._knows_phone(str(claim.readings[0][1]))
        # `the day after tomorrow` does not support `tomorrow`: days are only known as days.
        return claim.code != "date" and self.has_words(claim.text)

    def has_words(self, words: str) -> bool:
        """Whether words stand in the context, not as a part of a longer word or number."""
        wanted = words.lower()
        start = self._text.find(wanted)
        while start >= 0:
            end = start + len(wanted)
            if _is_edge(self._text[max(0, start - 2) : start][::-1]) and _is_edge(
                self._text[end : end + 2]
            ):
                return True
            start = self._text.find(wanted, start + 1)
        return False

    def _show(self, text: str) -> None:
        lowered = text.lower()
        self._text += f"\n{lowered}"
        if "_" in lowered:  # a code is told as words
            self._text += "\n" + lowered.replace("_", " ")

    def _add_facts(self, text: str) -> None:
        for claim in facts(text, self._today):
            for fact in claim.readings:
                self._facts |= followed(fact, self._today)
                if fact[0] == "phone":
                    self._phones.append(str(fact[1]))

    def _add_string(self, text: str) -> None:
        moment = _moment_facts(text, self._zone) if text[4:5] == "-" else None
        if moment is not None:
            self._facts |= moment
        elif any(map(str.isdigit, text)) and not ENTITY_ID.fullmatch(text):
            self._add_facts(text)

    def _knows_phone(self, digits: str) -> bool:
        return any(known.endswith(digits.lstrip("0")) for known in self._phones)


def parsed(content: str) -> Json:
    """The data in a tool message, also inside a list of text parts; text when it is no JSON."""
    try:
        data = load(content)
    except RecordError:
        return content
    parts = as_list(as_object(data).get("content"))
    texts = [as_object(part).get("text") for part in parts]
    inner = [parsed(text) for text in texts if isinstance(text, str)]
    if not parts or len(inner) < len(parts):
        return data
    return inner[0] if len(inner) == 1 else inner


def strings(value: Json) -> Iterator[str]:
    """The leaves of JSON data as text, keys aside."""
    if isinstance(value, dict):
        for inner in cast("dict[str, Json]", value).values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in cast("list[Json]", value):
            yield from strings(inner)
    else:
        yield str(value)


@lru_cache(maxsize=8192)
def _moment_facts(text: str, zone: str) -> frozenset[Fact] | None:
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


def _whole(value: dict[str, Json]) -> Iterator[Fact]:
    """Facts of an object as a whole: an amount with its currency, a day in parts."""
    codes = [v for v in value.values() if isinstance(v, str) and len(v) == 3 and v.isupper()]
    for number in value.values() if codes else ():
        amount = _number(number)
        if amount is not None:
            yield "money", amount, codes[0]
            yield "number", amount
    if value.keys() == DAY_PARTS:
        text = "-".join(str(value[key]).zfill(2) for key in ("year", "month", "day"))
        yield from _moment_facts(text, "UTC") or ()


def _number(value: Json) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str) and value.replace(".", "", 1).isdigit():
        return float(value)
    return None


def _is_edge(outside: str) -> bool:
    """Whether a word or number is over where `outside` begins (read away from it)."""
    if not outside:
        return True
    return not outside[0].isalnum() and not (outside[0] in ".,:/-" and outside[1:].isdigit())
