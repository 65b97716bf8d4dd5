"""Units and nouns in English: the words for a unit, and plurals."""

from functools import lru_cache
from typing import Final

_UNITS: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    # unit: (words for one, words for many, what stands between number and words)
    "celsius": (
        ("degree", "degrees", " "), ("°C", "°C", ""), ("degree celsius", "degrees celsius", " "),
        ("°", "°", ""),
    ),
    "fahrenheit": (
        ("degree", "degrees", " "), ("°F", "°F", ""),
        ("degree fahrenheit", "degrees fahrenheit", " "), ("°", "°", ""),
    ),
    "kg": (
        ("kilo", "kilos", " "), ("kg", "kg", " "), ("kg", "kg", ""),
        ("kilogram", "kilograms", " "),
    ),
    "g": (("gram", "grams", " "), ("g", "g", ""), ("g", "g", " ")),
    "km": (("kilometre", "kilometres", " "), ("km", "km", " "), ("km", "km", ""),
           ("kilometer", "kilometers", " ")),
    "m": (("metre", "metres", " "), ("m", "m", ""), ("m", "m", " "), ("meter", "meters", " ")),
    "cm": (("centimetre", "centimetres", " "), ("cm", "cm", " "), ("cm", "cm", "")),
    "miles": (("mile", "miles", " "), ("mi", "mi", " ")),
    "litres": (("litre", "litres", " "), ("l", "l", " "), ("liter", "liters", " ")),
    "kmh": (("kilometre an hour", "kilometres an hour", " "), ("km/h", "km/h", " ")),
    "mph": (("mile an hour", "miles an hour", " "), ("mph", "mph", " ")),
    "bar": (("bar", "bar", " "),),
    "kwh": (("kilowatt hour", "kilowatt hours", " "), ("kWh", "kWh", " ")),
    "mb": (("megabyte", "megabytes", " "), ("MB", "MB", " "), ("MB", "MB", "")),
    "gb": (("gigabyte", "gigabytes", " "), ("GB", "GB", " "), ("GB", "GB", "")),
    "minutes": (("minute", "minutes", " "), ("min", "min", " ")),
    "hours": (("hour", "hours", " "), ("h", "h", "")),
    "days": (("day", "days", " "),),
    "nights": (("night", "nights", " "),),
    "percent": (("percent", "percent", " "), ("%", "%", "")),
    "stars": (("star", "stars", " "),),
}  # fmt: skip
_IRREGULAR: Final = {"person": "people", "child": "children", "man": "men", "woman": "women"}


@lru_cache(maxsize=256)
def unit_words(unit: str, one: bool) -> tuple[tuple[str, str], ...]:
    """(words, joint) pairs for a unit; an unknown unit is its own word."""
    words = unit.replace("_", " ")
    known = _UNITS.get(unit, ((words.removesuffix("s"), plural(words.removesuffix("s")), " "),))
    return tuple((single if one else many, joint) for single, many, joint in known)


@lru_cache(maxsize=1024)
def plural(noun: str) -> str:
    """The plural of a regular noun or of a few others; the last word of several is changed."""
    head, space, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        return f"{head}{space}{_IRREGULAR[last]}"
    if last.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"
