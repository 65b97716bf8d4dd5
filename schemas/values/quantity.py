"""Numbers with a meaning: quantities with a unit, percentages and counts (money: `money.py`)."""

import json
import math
import re
from functools import lru_cache
from random import Random
from typing import Final

from callwright.schemas.values.base import UNREAD, Format, Json, Kind, Setting, Surface
from callwright.schemas.values.english.numbers import read_number, say_number, tidy
from callwright.schemas.values.english.units import plural, unit_words
from callwright.schemas.values.money import Money
from callwright.schemas.values.shared import distinct, is_integer, is_number, squeeze, unique

__all__ = ["Count", "Money", "Percentage", "Quantity"]

_PERCENT: Final = re.compile(r"(.+?) ?(?:%|percent|per cent)")
_JSON_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", re.ASCII)


class _Number(Kind):
    """What numeric kinds share: a range, and equality as numbers."""

    low: float
    high: float

    def check(self, value: Json) -> bool:
        return is_number(value) and self.low <= value <= self.high

    def equal(self, a: Json, b: Json) -> bool:
        return is_number(a) and is_number(b) and a == b

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        """2 also for 2.0, which JSON Schema takes for an integer and a tool does not."""
        value = super().decode(wire, form, setting)
        return tidy(value) if isinstance(value, float) else value

    def _within(self, number: float | None) -> Json:
        return number if number is not None and self.check(number) else UNREAD

    def _or_json(self, said: list[Surface], value: Json) -> list[Surface]:
        """`said`, or the JSON number where no words fit (1e-07)."""
        return unique(said) or [Surface(json.dumps(value), style="terse")]


class Quantity(_Number):
    """A number of some unit, e.g. 21.5 celsius. The unit is the kind's, the value a number."""

    name = "quantity"

    def __init__(self, unit: str, low: float, high: float, step: float = 1) -> None:
        self.unit = unit
        self.low = low
        self.high = high
        self.step = step

    def params(self) -> dict[str, Json]:
        return {"unit": self.unit, "low": self.low, "high": self.high, "step": self.step}

    def schema(self) -> dict[str, Json]:
        return {"type": "number", "minimum": self.low, "maximum": self.high}

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        said: list[Surface] = []
        for text, style in say_number(value):
            for words, joint in unit_words(self.unit, value in (1, -1)):
                if joint or style == "plain":
                    said.append(Surface(f"{text}{joint}{words}", style=style if joint else "terse"))
            said += [Surface(text, style="terse")] if style == "plain" else []
        return self._or_json(said, value)

    def read(self, text: str, setting: Setting) -> Json:
        plain = squeeze(text)
        for one in (False, True):
            for words, _ in unit_words(self.unit, one):
                if plain.endswith(words.lower()):
                    number = _read(plain[: -len(words)].strip())
                    if number is not None:
                        return self._within(number)
        return self._within(_read(plain))

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        steps = [
            value + self.step,
            value - self.step,
            value + 5 * self.step,
            value * 10,
            value / 10,
        ]
        return distinct(self, value, [tidy(round(number, 6)) for number in steps])

    def sample(self, rng: Random, setting: Setting) -> Json:
        steps = int((self.high - self.low) / self.step)
        return tidy(min(self.high, round(self.low + self.step * rng.randint(0, steps), 6)))


class Percentage(_Number):
    """A share in percent, 0 to 100; equal within a billionth, as fractions are inexact."""

    name = "percentage"
    low = 0
    high = 100

    def schema(self) -> dict[str, Json]:
        return {"type": "number", "minimum": 0, "maximum": 100}

    def equal(self, a: Json, b: Json) -> bool:
        return is_number(a) and is_number(b) and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        said: list[Surface] = []
        for text, style in say_number(value):
            said += [Surface(f"{text}%")] if style == "plain" else []
            said.append(Surface(f"{text} percent", style=style))
            said.append(Surface(f"{text} per cent", style=style))
        return self._or_json(said, value)

    def read(self, text: str, setting: Setting) -> Json:
        plain = squeeze(text)
        match = _PERCENT.fullmatch(plain)
        return self._within(_read(match[1] if match else plain))

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        numbers = [value + 5, value - 5, value + 10, 100 - value, value / 10, value * 10]
        return distinct(self, value, [tidy(round(number, 6)) for number in numbers])

    def sample(self, rng: Random, setting: Setting) -> Json:
        return rng.choice((rng.randrange(0, 101, 5), rng.randint(1, 99)))

    def formats(self) -> tuple[Format, ...]:
        fraction = {"type": "number", "minimum": 0, "maximum": 1}
        return (
            Format("percent", self.schema(), "percent, 0 to 100"),
            Format("fraction", fraction, "fraction, 0 to 1"),
        )

    def encode(self, value: Json, form: str, setting: Setting) -> Json:
        return tidy(round(value / 100, 12)) if form == "fraction" else value

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        if form != "fraction":
            return super().decode(wire, form, setting)
        return tidy(round(wire * 100, 10)) if is_number(wire) and 0 <= wire <= 1 else UNREAD


class Count(_Number):
    """How many, a whole number. With a `noun` (`bag`) people say it: `two bags`, `a bag`."""

    name = "count"

    def __init__(self, low: int = 0, high: int = 100, noun: str = "") -> None:
        self.low = low
        self.high = high
        self.noun = noun

    def params(self) -> dict[str, Json]:
        return {"low": self.low, "high": self.high, "noun": self.noun}

    def schema(self) -> dict[str, Json]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def check(self, value: Json) -> bool:
        return is_integer(value) and self.low <= value <= self.high

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        noun = f" {self.noun if value == 1 else plural(self.noun)}" if self.noun else ""
        said = [Surface(f"{text}{noun}", style=style) for text, style in say_number(value)]
        if self.noun and value in (0, 1):
            article = "an" if self.noun[0] in "aeiou" else "a"
            said.append(Surface(f"{article}{noun}" if value == 1 else f"no{noun}"))
        return self._or_json(said, value)

    def read(self, text: str, setting: Setting) -> Json:
        plain = squeeze(text)
        for noun in (plural(self.noun), self.noun) if self.noun else ():
            if plain.endswith(f" {noun.lower()}"):
                plain = plain[: -len(noun) - 1]
                plain = {"a": "1", "an": "1", "no": "0"}.get(plain, plain)
                break
        return self._within(_read(plain))

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        return distinct(
            self, value, [int(value) + 1, int(value) - 1, int(value) + 2, int(value) * 10]
        )

    def sample(self, rng: Random, setting: Setting) -> Json:
        low = int(self.low)
        return rng.randint(low, min(int(self.high), low + rng.choice((2, 4, 9))))


@lru_cache(maxsize=4096)
def _read(text: str) -> int | float | None:
    number = read_number(text) if text else None
    if number is None and _JSON_NUMBER.fullmatch(text):
        return json.loads(text)
    return number
