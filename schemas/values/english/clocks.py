"""Times of day in English, as minutes since midnight, said and read.

A time that could be morning or evening (`9:30`, `half three`) is never said nor read.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from callwright.schemas.values.base import Surface
from callwright.schemas.values.english.numbers import ONES, cardinal, read_cardinal
from callwright.schemas.values.shared import unique

_NAMED: Final = {
    "noon": 720,
    "midday": 720,
    "12 noon": 720,
    "midnight": 0,
    "half past midnight": 30,
    "quarter to midnight": 1425,
}
_PARTS: Final = {
    "in the morning": {h: h for h in range(1, 12)},
    "in the afternoon": {12: 12} | {h: h + 12 for h in range(1, 7)},
    "in the evening": {h: h + 12 for h in range(5, 12)},
    "at night": {h: h + 12 for h in range(7, 12)} | {12: 0, 1: 1, 2: 2, 3: 3},
    "am": {12: 0} | {h: h for h in range(1, 12)},
    "pm": {12: 12} | {h: h + 12 for h in range(1, 12)},
}
_STEPS: Final = {"half": 30, "quarter": 15, "a quarter": 15, "five": 5, "ten": 10, "twenty": 20}
_HOURS: Final = {w: n for n, w in enumerate(ONES[:13]) if n} | {str(n): n for n in range(1, 13)}
_PART = "|".join(_PARTS)
_CLOCK: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_SHORT: Final = re.compile(rf"(\d{{1,2}})(?:[:.]([0-5]\d))? ?({_PART})", re.ASCII)
_SPOKEN: Final = re.compile(
    rf"(?:({'|'.join(_STEPS)}|twenty[- ]five) (past|to) )?([a-z]+|\d{{1,2}})"
    rf"( o'?clock)?(?: ((?:oh )?[a-z]+(?:[- ][a-z]+)?))? ({_PART})",
    re.ASCII,
)


def part_of_day(hour: int) -> str:
    """The words after a spoken hour: `in the afternoon`."""
    if hour in range(1, 12):
        return "in the morning"
    if hour in range(12, 17):
        return "in the afternoon"
    return "in the evening" if hour in range(17, 21) else "at night"


@lru_cache(maxsize=2048)
def say_time(minutes: int) -> tuple[Surface, ...]:
    """How people say a time of day, given in minutes since midnight."""
    return tuple(unique(_say(minutes)))


def _say(minutes: int) -> Iterator[Surface]:
    hour, minute = divmod(minutes, 60)
    twelve, half = (hour - 1) % 12 + 1, "am" if hour < 12 else "pm"
    yield from (Surface(text) for text, at in _NAMED.items() if at == minutes)
    digits = f"{twelve}:{minute:02}"
    if not minute:
        yield Surface(f"{twelve}{half}")
        yield Surface(f"{twelve} {half}")
    yield Surface(f"{digits}{half}")
    yield Surface(f"{digits} {half}")
    yield Surface(f"{hour:02}:{minute:02}", style="terse")
    part = part_of_day(hour)
    yield Surface(f"{digits if minute else twelve} {part}")
    if twelve != 12 or minute:
        yield from _spoken(twelve, minute, part)
    yield Surface(f"{digits.replace(':', '.')}{half}", style="terse")


def _spoken(twelve: int, minute: int, part: str) -> Iterator[Surface]:
    hour, following = ONES[twelve], ONES[twelve % 12 + 1]
    steps = {at: step for step, at in _STEPS.items() if step != "a quarter"} | {25: "twenty-five"}
    if not minute:
        yield Surface(f"{hour} {part}", style="spoken")
        yield Surface(f"{twelve} o'clock {part}", style="spoken")
        yield Surface(f"{hour} o'clock {part}", style="spoken")
    elif minute in steps:
        yield Surface(f"{steps[minute]} past {hour} {part}", style="spoken")
    elif 60 - minute in steps:
        yield Surface(f"{steps[60 - minute]} to {following} {part}", style="spoken")
    if minute:
        words = f"oh {cardinal(minute)}" if minute < 10 else cardinal(minute)
        yield Surface(f"{hour} {words} {part}", style="spoken")


@lru_cache(maxsize=8192)
def read_time(text: str) -> int | None:
    """Minutes since midnight that the whole of `text` names, else None."""
    plain = " ".join(text.lower().split()).removeprefix("at ").replace("’", "'")
    plain = plain.replace("a.m.", "am").replace("p.m.", "pm")
    if plain in _NAMED:
        return _NAMED[plain]
    if match := _CLOCK.fullmatch(plain):
        return int(match[1]) * 60 + int(match[2])
    if match := _SHORT.fullmatch(plain):
        return _resolve(int(match[1]), int(match[2] or 0), match[3])
    if match := _SPOKEN.fullmatch(plain):
        return _read_spoken(*match.groups())
    return None


def _read_spoken(
    step: str | None, way: str | None, hour: str, oclock: str | None, tail: str | None, part: str
) -> int | None:
    twelve = _HOURS.get(hour)
    minute = _minute(tail) if tail else 0
    if twelve is None or minute is None or sum(map(bool, (step, oclock, tail))) > 1:
        return None
    if step:
        minute = _STEPS.get(step, 25)
    if way == "to":
        twelve, minute = (twelve - 2) % 12 + 1, 60 - minute
    return None if way == "to" and step == "half" else _resolve(twelve, minute, part)


def _minute(words: str) -> int | None:
    number = read_cardinal(words.removeprefix("oh "))
    low, high = (1, 9) if words.startswith("oh ") else (10, 59)
    return number if number is not None and low <= number <= high else None


def _resolve(twelve: int, minute: int, part: str) -> int | None:
    hour = _PARTS[part].get(twelve)
    return None if hour is None else hour * 60 + minute
