"""Cities. Known ones come from the gazetteer `data/cities.yaml`; others are kept as given."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from callwright.schemas.values.base import UNREAD, Json, Kind, Setting, Surface
from callwright.schemas.values.shared import (
    distinct,
    is_line,
    line_schema,
    squeeze,
    unique,
    unquote,
)
from callwright.schemas.values.tables import table


@dataclass(frozen=True, slots=True)
class City:
    """One entry of the gazetteer."""

    name: str
    country: str
    zone: str
    """IANA name of the city's time zone."""
    aliases: tuple[str, ...] = ()
    """Other names; people use them, and they mean this city."""


class Place(Kind):
    """A city, `Lisbon`; equal ignoring case, and through the aliases of the gazetteer."""

    name = "place"

    def __init__(self, role: str | None = None) -> None:
        self.role = role

    def schema(self) -> dict[str, Json]:
        return line_schema(80)

    def check(self, value: Json) -> bool:
        return is_line(value, 80)

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        return list(_say(value))

    def read(self, text: str, setting: Setting) -> Json:
        """A name of the gazetteer, or any text in quotes: other words may be no place at all."""
        found = city(text)
        if found:
            return found.name
        inner = unquote(text.strip())
        return inner if inner != text.strip() and self.check(inner) else UNREAD

    def equal(self, a: Json, b: Json) -> bool:
        if not (isinstance(a, str) and isinstance(b, str)):
            return False
        return a == b or _identity(a) == _identity(b)

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        """Cities that share the country, then the time zone, then the first letter."""
        known, found = cities(), city(value)
        pools = [[c for c in known if c.name[:1] == value[:1]], list(known[:3])]
        if found:
            same_zone = [c for c in known if c.zone == found.zone]
            pools = [[c for c in known if c.country == found.country], same_zone, *pools]
        return distinct(self, value, [c.name for pool in pools for c in pool][:12])[:5]

    def sample(self, rng: Random, setting: Setting) -> Json:
        return rng.choice(cities()).name


@lru_cache(maxsize=1)
def cities() -> tuple[City, ...]:
    """The gazetteer, in a fixed order."""
    return tuple(
        City(row["name"], row["country"], row["zone"], tuple(row.get("aliases", ())))
        for row in table("cities")
    )


def city(name: str) -> City | None:
    """The city that a name, an alias or `name, country` means, in any case."""
    return _index().get(squeeze(name))


@lru_cache(maxsize=1)
def _index() -> dict[str, City]:
    index: dict[str, City] = {}
    for entry in cities():
        for name in (entry.name, *entry.aliases, f"{entry.name}, {entry.country}"):
            index[squeeze(name)] = entry
    return index


@lru_cache(maxsize=2048)
def _say(value: str) -> tuple[Surface, ...]:
    found = city(value)
    if found is None:
        return (Surface(f"“{value}”"),)
    said = [Surface(value), Surface(found.name), *(Surface(alias) for alias in found.aliases)]
    return tuple(unique([*said, Surface(f"{found.name}, {found.country}")]))


@lru_cache(maxsize=4096)
def _identity(name: str) -> str:
    found = city(name)
    return found.name if found else squeeze(name)
