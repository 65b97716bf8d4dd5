"""Lengths of time in English, as whole seconds, said and read."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from callwright.schemas.values.base import Surface
from callwright.schemas.values.english.numbers import cardinal, read_cardinal, read_number
from callwright.schemas.values.shared import unique

Number = Callable[[int], str]
"""Writes a count, in digits (`str`) or in words."""

_UNITS: Final = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}
_ALIASES: Final = {
    "days": 86400, "day": 86400, "d": 86400, "weeks": 604800, "week": 604800,
    "hours": 3600, "hour": 3600, "hrs": 3600, "hr": 3600, "h": 3600,
    "minutes": 60, "minute": 60, "mins": 60, "min": 60, "m": 60,
    "seconds": 1, "second": 1, "secs": 1, "sec": 1, "s": 1,
}  # fmt: skip
_NAMED: Final = {
    "half an hour": 1800,
    "a half hour": 1800,
    "a quarter of an hour": 900,
    "three quarters of an hour": 2700,
    "half a day": 43200,
}
_UNIT = "|".join(sorted(_ALIASES, key=len, reverse=True))
_LONG = "|".join(sorted((a for a in _ALIASES if len(a) > 2), key=len, reverse=True))
# A unit of one letter stands only after digits: the d of `hundred` is no day.
_PART: Final = re.compile(
    rf"(?:and )?(?:([\d.]+) ?({_UNIT})|([a-z -]+?) ({_LONG}))( and a half| and a quarter)?(?: |$)"
)
_COMPACT: Final = re.compile(r"(\d{1,4})h ?([0-5]\d)m?", re.ASCII)
_HYPHEN: Final = re.compile(rf"(\d+)-({_UNIT})$")


@lru_cache(maxsize=2048)
def say_duration(seconds: int) -> tuple[Surface, ...]:
    """How people say a length of time."""
    return tuple(unique(_say(seconds)))


def _say(seconds: int) -> Iterator[Surface]:
    yield from (Surface(text) for text, length in _NAMED.items() if length == seconds)
    hours, rest = divmod(seconds, 3600)
    if rest == 1800 and 1 <= hours < 100:
        yield Surface("an hour and a half" if hours == 1 else f"{_words(hours)} and a half hours")
        yield Surface(f"{_words(hours)} and a half hours", style="spoken")
        yield Surface(f"{hours}.5 hours")
    yield Surface(_joined(seconds, str))
    if seconds % 60 == 0 and 0 < seconds <= 6 * 3600:
        yield Surface(_counted(seconds // 60, "minute", str))
        if seconds <= 5400:
            yield Surface(_counted(seconds // 60, "minute", _words), style="spoken")
        yield Surface(f"{seconds // 60} min", style="terse")
    yield Surface(_joined(seconds, _words), style="spoken")
    if hours == 1 and not rest:
        yield Surface("an hour")
    if seconds % 604800 == 0 and seconds:
        yield Surface("a week" if seconds == 604800 else f"{seconds // 604800} weeks")
    if seconds == 86400:
        yield Surface("a day")
    if 1 <= hours < 100:
        if rest % 60 == 0:
            yield Surface(f"{hours}h{rest // 60:02}" if rest else f"{hours}h", style="terse")
        if rest:
            yield Surface(f"{_counted(hours, 'hour', str)} and {_joined(rest, str)}")


def _joined(seconds: int, number: Number) -> str:
    parts: list[str] = []
    left = seconds
    for unit, size in _UNITS.items():
        count, left = divmod(left, size)
        if count:
            parts.append(_counted(count, unit, number))
    return " ".join(parts) or f"{number(0)} minutes"


def _counted(count: int, unit: str, number: Number) -> str:
    return f"{number(count)} {unit}{'' if count == 1 else 's'}"


def _words(number: int) -> str:
    return cardinal(number) if number < 1000 else str(number)


@lru_cache(maxsize=8192)
def read_duration(text: str) -> int | None:
    """Whole seconds that the whole of `text` names, else None."""
    plain = " ".join(text.lower().replace(",", " ").split()).removeprefix("for ")
    if plain in _NAMED:
        return _NAMED[plain]
    if match := _COMPACT.fullmatch(plain):
        return int(match[1]) * 3600 + int(match[2]) * 60
    plain = _HYPHEN.sub(r"\1 \2", plain)
    if plain.endswith((" and a half hours", " and a half days")):
        amount, unit = plain.removesuffix("s").rsplit(" ", 1)
        number = read_number(amount)
        return None if number is None else int(number * _UNITS[unit])
    return _read_parts(plain)


def _read_parts(plain: str) -> int | None:
    total, position, last = 0.0, 0, 10**9
    while position < len(plain):
        match = _PART.match(plain, position)
        if match is None:
            return None
        number, size = _number(match[1] or match[3]), _ALIASES[match[2] or match[4]]
        if number is None or size >= last:
            return None
        number += {None: 0, " and a half": 0.5, " and a quarter": 0.25}[match[5]]
        total, position, last = total + number * size, match.end(), size
    whole = round(total)
    return whole if position and abs(whole - total) < 1e-6 else None


def _number(words: str) -> float | None:
    if words in ("a", "an"):
        return 1
    number = read_number(words) if words[0].isdigit() else read_cardinal(words)
    return None if number is None else number
