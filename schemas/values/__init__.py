"""Value kinds: each says everything about one sort of value (see `base`).

Kinds do no I/O beyond reading the small tables under `data/` on first use.
"""

from callwright.schemas.values.base import UNREAD, Format, Json, Kind, Setting, Surface
from callwright.schemas.values.choice import Choice, Flag
from callwright.schemas.values.collection import ListOf
from callwright.schemas.values.identity import Email, EntityId, PersonName, Phone
from callwright.schemas.values.mention import STATES, affirmed, mentions, sayings, stands
from callwright.schemas.values.place import City, Place, cities, city
from callwright.schemas.values.plain import plain
from callwright.schemas.values.quantity import Count, Money, Percentage, Quantity
from callwright.schemas.values.registry import ALL_KINDS, kind_of
from callwright.schemas.values.text import FreeText, Path, Title, Url
from callwright.schemas.values.time import Date, DateTime, Duration, Time, read_stamp, stamp

__all__ = [
    "ALL_KINDS",
    "STATES",
    "UNREAD",
    "Choice",
    "City",
    "Count",
    "Date",
    "DateTime",
    "Duration",
    "Email",
    "EntityId",
    "Flag",
    "Format",
    "FreeText",
    "Json",
    "Kind",
    "ListOf",
    "Money",
    "Path",
    "Percentage",
    "PersonName",
    "Phone",
    "Place",
    "Quantity",
    "Setting",
    "Surface",
    "Time",
    "Title",
    "Url",
    "affirmed",
    "cities",
    "city",
    "kind_of",
    "mentions",
    "plain",
    "read_stamp",
    "sayings",
    "stamp",
    "stands",
]
