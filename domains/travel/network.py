"""Where cities lie and which of them a person could reach by plane and by train.

Names, countries and zones come from the gazetteer; only coordinates (degrees, rounded) stand here.
"""

from dataclasses import dataclass
from functools import cache
from math import asin, cos, radians, sin, sqrt
from pathlib import Path

from callwright.schemas.values import cities

_NO_TRAINS = {"Belfast", "Honolulu", "Reykjavik", "Valletta", "Nicosia"}
_ACROSS_BORDERS = (
    ("London", "Paris"),
    ("London", "Brussels"),
    ("London", "Amsterdam"),
    ("Dublin", "Belfast"),
    ("New York", "Montreal"),
    ("Seattle", "Vancouver"),
)
_CLOSE_KM, _FAR_KM = 45, 760
"""Cities of one country closer or farther than this have no train between them."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A city of the network."""

    name: str
    country: str
    zone: str
    north: float
    east: float


@cache
def spots() -> dict[str, Spot]:
    """Every city that the gazetteer and the coordinates both know, by name."""
    text = (Path(__file__).parent / "coordinates.txt").read_text(encoding="utf-8")
    known = {line[0]: (float(line[1]), float(line[2])) for line in map(_columns, text.splitlines())}
    return {
        c.name: Spot(c.name, c.country, c.zone, *known[c.name]) for c in cities() if c.name in known
    }


def _columns(line: str) -> tuple[str, str, str]:
    name, north, east = line.rsplit(maxsplit=2)
    return name, north, east


def place_of(city: str) -> Spot:
    """The spot named `city`; it must be one of the network."""
    return spots()[city]


@cache
def distance_km(a: str, b: str) -> float:
    """Great-circle distance between two cities."""
    one, two = place_of(a), place_of(b)
    up, down = radians(one.north), radians(two.north)
    half = sin((down - up) / 2) ** 2
    half += cos(up) * cos(down) * sin(radians(two.east - one.east) / 2) ** 2
    return 12_742 * asin(sqrt(half))


@cache
def flown_from(city: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Destinations by plane: those within three hours or so, and the long-haul ones."""
    others = sorted((distance_km(city, other), other) for other in spots() if other != city)
    near = tuple(name for km, name in others if 280 < km < 2_300)
    far = tuple(name for km, name in others if 2_300 <= km < 9_500)
    return near, far


@cache
def rail_from(city: str) -> tuple[str, ...]:
    """Cities with a train from `city`."""
    pairs = [{*pair} for pair in _ACROSS_BORDERS]
    found = [other for other in spots() if other != city and {city, other} in pairs]
    if city not in _NO_TRAINS:
        found += [other for other in spots() if _same_line(city, other)]
    return tuple(dict.fromkeys(found))


def _same_line(city: str, other: str) -> bool:
    if other == city or other in _NO_TRAINS or place_of(city).country != place_of(other).country:
        return False
    return _CLOSE_KM < distance_km(city, other) < _FAR_KM
