"""From a spec back to its kind, and one instance of every kind for tests and documentation."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import orjson

from callwright.schemas.errors import RecordError
from callwright.schemas.values.base import Json, Kind
from callwright.schemas.values.choice import Choice, Flag
from callwright.schemas.values.clocks import Time
from callwright.schemas.values.collection import ListOf
from callwright.schemas.values.dates import Date
from callwright.schemas.values.durations import Duration
from callwright.schemas.values.identity import Email, EntityId, PersonName
from callwright.schemas.values.moments import DateTime
from callwright.schemas.values.money import Money
from callwright.schemas.values.phones import Phone
from callwright.schemas.values.place import Place
from callwright.schemas.values.quantity import Count, Percentage, Quantity
from callwright.schemas.values.text import FreeText, Path, Title, Url

_CLASSES: Final[tuple[type[Kind], ...]] = (
    PersonName, Email, Phone, EntityId, Place, Date, Time, DateTime, Duration, Money, Quantity,
    Percentage, Count, Choice, Flag, Title, FreeText, Url, Path, ListOf,
)  # fmt: skip
_BY_NAME: Final = {kind.name: kind for kind in _CLASSES}

ALL_KINDS: Final[tuple[Kind, ...]] = (
    PersonName(),
    Email(),
    Phone(),
    EntityId("flight", prefix="FL"),
    EntityId("booking", sayable=True, prefix="BK"),
    Place(),
    Date(),
    Time(),
    DateTime(),
    Duration(),
    Money(),
    Quantity("celsius", 5, 30, 0.5),
    Quantity("km", 0, 2000, 10),
    Percentage(),
    Count(),
    Count(0, 8, "bag"),
    Choice("cabin", ("economy", "premium_economy", "business", "first")),
    Flag("direct"),
    Title(),
    FreeText(),
    Url(),
    Path(),
    ListOf(PersonName(), 1, 5),
    ListOf(Date(), 0, 3, ordered=True),
    ListOf(Count(0, 20), 0, 4, unique=False),
)
"""At least one instance of every kind."""


def kind_of(spec: Mapping[str, Json]) -> Kind:
    """The kind that `spec` describes; the same object for equal specs. Raises RecordError."""
    return _cached(orjson.dumps(spec, option=orjson.OPT_SORT_KEYS))


@lru_cache(maxsize=1024)
def _cached(canonical: bytes) -> Kind:
    params: dict[str, Any] = orjson.loads(canonical)
    name = params.pop("kind", None)
    if name not in _BY_NAME:
        raise RecordError(f"unknown value kind {name!r}; known are {', '.join(sorted(_BY_NAME))}")
    if "item" in params:
        params["item"] = kind_of(params["item"])
    try:
        return _BY_NAME[name](**params)
    except TypeError as error:
        raise RecordError(f"value kind {name!r} does not take {sorted(params)}: {error}") from error
