"""Several values of one kind: `Ana, Ben and Chloé`."""

import json
import re
from random import Random
from typing import Final

from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.values.base import UNREAD, Json, Kind, Setting, Surface
from callwright.schemas.values.shared import distinct, is_number

_JOINT: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


class ListOf(Kind):
    """A list of `low` to `high` items of one kind; order counts only when `ordered`."""

    name = "list"

    def __init__(
        self, item: Kind, low: int = 0, high: int = 10, ordered: bool = False, unique: bool = True
    ) -> None:
        self.item = item
        self.low = low
        self.high = high
        self.ordered = ordered
        self.unique = unique
        self.sayable = item.sayable
        self.role = item.role

    def params(self) -> dict[str, Json]:
        bounds = {"low": self.low, "high": self.high}
        return {"item": self.item.spec(), **bounds, "ordered": self.ordered, "unique": self.unique}

    def schema(self) -> dict[str, Json]:
        bounds = {"minItems": self.low, "maxItems": self.high}
        schema: dict[str, Json] = {"type": "array", "items": self.item.schema(), **bounds}
        return schema | ({"uniqueItems": True} if self.unique else {})

    def check(self, value: Json) -> bool:
        if not is_array(value) or not self.low <= len(value) <= self.high:
            return False
        if not all(self.item.check(item) for item in value):
            return False
        return not self.unique or len({_identity(item) for item in value}) == len(value)

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        if not self.check(wire):
            return UNREAD
        plain = self.item.formats()[0].name
        return [self.item.decode(item, plain, setting) for item in wire]

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        """Said where every item can be told apart; as JSON where none of the ways can."""
        said = [self._clean(item, setting) for item in value]
        texts = [_join(said, " and "), ", ".join(said), _join(said, ", and ")] if said else ["none"]
        texts = texts if len(said) > 2 else texts[:2]  # two items take no comma before `and`
        styles = ("plain", "terse", "plain")
        surfaces = [
            Surface(text, style=style)
            for text, style in zip(dict.fromkeys(texts), styles, strict=False)
            if self.equal(self.read(text, setting), value)
        ]
        return surfaces or [Surface(json.dumps(value, ensure_ascii=False), style="terse")]

    def read(self, text: str, setting: Setting) -> Json:
        if text.startswith("["):
            value = _from_json(text)
        elif text.strip().lower() == "none":
            value = []
        else:
            value = [self.item.read(part, setting) for part in _JOINT.split(text.strip())]
        return value if self.check(value) else UNREAD

    def equal(self, a: Json, b: Json) -> bool:
        if not (is_array(a) and is_array(b)) or len(a) != len(b):
            return False
        if self.ordered:
            return all(self.item.equal(x, y) for x, y in zip(a, b, strict=True))
        left = list(b)
        for x in a:
            match = next((i for i, y in enumerate(left) if self.item.equal(x, y)), None)
            if match is None:
                return False
            left.pop(match)
        return True

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        near: list[Json] = [value[:-1], value[1:]] if value else []
        if value:
            swaps = self.item.near_misses(value[-1], setting)[:2]
            near += [[*value[:-1], swap] for swap in swaps]
            near += [[*value, swap] for swap in swaps[:1]]
        return distinct(self, value, [*near, value[::-1]] if self.ordered else near)

    def sample(self, rng: Random, setting: Setting) -> Json:
        wanted = rng.randint(self.low, min(self.high, max(self.low, 3)))
        items: list[Json] = []
        for _ in range(20 * wanted):
            item = self.item.sample(rng, setting)
            if not any(self.item.equal(item, other) for other in items):
                items.append(item)
            if len(items) == wanted:
                break
        return items

    def _clean(self, item: Json, setting: Setting) -> str:
        said = self.item.surfaces(item, setting)
        return next((s.text for s in said if not _JOINT.search(s.text)), said[0].text)


def _join(texts: list[str], last: str) -> str:
    return last.join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]


def _from_json(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return UNREAD


def _identity(value: Json) -> tuple[Json, ...]:
    """What makes two JSON values the same to `uniqueItems`: 1 is 1.0, and True is not 1."""
    if is_array(value):
        return ("list", *map(_identity, value))
    if is_object(value):
        return ("dict", *sorted((key, _identity(item)) for key, item in value.items()))
    return ("number" if is_number(value) else type(value).__name__, value)
