"""Results as JSON documents: which fields they hold, in which format, and the schema of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.table import Output
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import Step
from callwright.schemas.checks import Fact, FactValue
from callwright.schemas.values import Kind, Setting

Json = Any
MOST_FIELDS = 5
MOST_ITEMS = 6
FORMATS = {
    "date": ("iso", "dmy"),
    "time": ("clock",),
    "date_time": ("iso",),
    "duration": ("minutes", "iso"),
    "money": ("text", "number"),
    "percentage": ("percent",),
    "choice": ("words",),
}
"""Formats that a result gives in any view of it: a moment has its offset, a share is in percent."""
HINTS = {
    "iso date": "YYYY-MM-DD",
    "number money": 'an object with "value" (a number) and "currency" (a code)',
    "canonical boolean": "true or false",
    "canonical count": "a whole number",
    "canonical phone": "with country code",
}
UNITS = {
    "celsius": "degrees Celsius",
    "km": "kilometres",
    "kw": "kilowatts",
    "kwh": "kilowatt hours",
}
_SHOWN = ("type", "format", "enum", "properties", "required", "additionalProperties", "items")
_FORMATTED = frozenset(FORMATS) - {"choice"} | {"quantity", "phone"}
"""Kinds whose JSON type alone does not tell how they are written."""
_UNASKED = frozenset({"free_text", "list"})
"""Kinds that a document holds only where the answer must tell them."""
_LOCAL = frozenset({"local", "local_dmy"})
_CASES = ("snake", "camel", "kebab")
_WORD = re.compile(r"_(\w)")


@dataclass(frozen=True)
class Field:
    """One key of a document."""

    key: str
    name: str
    """Field of the result."""
    kind: Kind
    format: str
    local: bool = False
    """Whether the tool shows moments on the user's clock, so that the document does too."""

    def hint(self) -> str:
        """What a reader must know of the value besides its key; may be empty."""
        if self.kind.name == "choice":
            options = self.kind.params().get("values", ())
            return f"one of {', '.join(options)}"
        if self.kind.name == "quantity":
            unit = str(self.kind.params().get("unit", ""))
            return f"a number, in {UNITS.get(unit, unit)}"
        if self.kind.name == "list":
            return "a list"
        known = HINTS.get(f"{self.format} {self.kind.name}")
        return known or next(f.hint for f in self.kind.formats() if f.name == self.format)

    def shape(self) -> dict[str, Json]:
        """The JSON Schema of the value as it is shown: without patterns and bounds."""
        form = next(f for f in self.kind.formats() if f.name == self.format)
        found = _plain(form.schema)
        told = self.kind.name in _FORMATTED and found["type"] != "object"
        return found | ({"description": self.hint()} if told else {})

    def wire(self, value: Json, setting: Setting) -> Json:
        """The value as the document holds it."""
        if self.local:
            return datetime.fromisoformat(value).astimezone(setting.now.tzinfo).isoformat()
        return self.kind.encode(value, self.format, setting)


@dataclass(frozen=True)
class Document:
    """A document about the result of one step."""

    fields: tuple[Field, ...]
    data: Json
    facts: tuple[Fact, ...]
    """What stands where."""
    list_key: str = ""
    """Key of the list that holds the items; empty for a document about one thing."""
    count: int = 0
    """Items in the list."""

    def schema(self, counted: bool = False) -> dict[str, Json]:
        """The schema as it is shown; `counted`: with the number of items, for the check."""
        item = _object({f.key: f.shape() for f in self.fields})
        if not self.list_key:
            return item
        array: dict[str, Json] = {"type": "array", "items": item}
        if self.count > 1:
            array["description"] = "in the order of the result"
        if counted:
            array |= {"minItems": self.count, "maxItems": self.count}
        return _object({self.list_key: array})

    def keys(self) -> str:
        """The keys in words, with what must be known of their values."""
        told = [f'"{f.key}" ({f.hint()})' if f.hint() else f'"{f.key}"' for f in self.fields]
        listed = f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else told[0]
        if not self.list_key:
            return listed
        return f'"{self.list_key}", which holds a list of objects with {listed}'


def document(
    step: Step,
    facts: Sequence[str],
    shown: Mapping[str, str],
    setting: Setting,
    rng: Random,
) -> Document:
    """A document of the fields that an answer must tell, and some more; `CannotPlan` for none.

    `shown` are the formats in which the step's view shows its result.
    """
    lists = shapes.lists(step.tool.output)
    case = rng.choice(_CASES[:2] if rng.random() < 0.9 else _CASES)
    data = step.outcome.value or {}
    if not lists:
        wanted = [f.partition(":")[0] for f in facts]
        drawn = _fields(step.tool.output, [data], wanted, case, rng)
        fields = _as_shown(drawn, shown, "")
        return Document(fields, *_filled(fields, data, "", setting))
    name, row = next(iter(lists.items()))
    items: Sequence[Mapping[str, Json]] = data.get(name, ())
    if not 0 < len(items) <= MOST_ITEMS:
        raise CannotPlan("forms.no_items")
    wanted = [f.split(".", 2)[2].partition(":")[0] for f in facts if f.startswith(f"{name}.")]
    fields = _as_shown(_fields(row, items, wanted, case, rng), shown, f"{name}.*.")
    key = cased(name, case)
    filled = [_filled(fields, item, f"/{key}/{n}", setting) for n, item in enumerate(items)]
    every = tuple(fact for _, found in filled for fact in found)
    return Document(fields, {key: [held for held, _ in filled]}, every, key, len(items))


def _fields(
    output: type[Output],
    items: Sequence[Mapping[str, Json]],
    wanted: Sequence[str],
    case: str,
    rng: Random,
) -> tuple[Field, ...]:
    """Fields that every item has: those that are wanted, and some others."""
    kinds = {n: k for n, k in shapes.fields(output).items() if isinstance(k, Kind)}
    able = [n for n in kinds if all(item.get(n) is not None for item in items)]
    first = [n for n in dict.fromkeys(wanted) if n in able]
    rest = [n for n in able if n not in first and kinds[n].name not in _UNASKED]
    room = rng.randint(max(2, len(first)), max(MOST_FIELDS, len(first)))
    names = first + rng.sample(rest, min(len(rest), room - len(first)))
    if len(names) < 2:
        raise CannotPlan("forms.few_fields")
    rng.shuffle(names)
    return tuple(_field(name, kinds[name], case, rng) for name in names)


def _as_shown(fields: Sequence[Field], shown: Mapping[str, str], at: str) -> tuple[Field, ...]:
    return tuple(replace(f, local=shown.get(f"{at}{f.name}") in _LOCAL) for f in fields)


def _field(name: str, kind: Kind, case: str, rng: Random) -> Field:
    form = rng.choice(FORMATS.get(kind.name, (kind.formats()[0].name,)))
    return Field(cased(name, case), name, kind, form)


def _filled(
    fields: Sequence[Field], item: Mapping[str, Json], at: str, setting: Setting
) -> tuple[dict[str, Json], tuple[Fact, ...]]:
    held = {f.key: f.wire(item[f.name], setting) for f in fields}
    facts = tuple(
        Fact(
            any_of=(FactValue(kind=f.kind.spec(), value=item[f.name], format=f.format),),
            path=f"{at}/{f.key}",
        )
        for f in fields
    )
    return held, facts


def cased(name: str, case: str) -> str:
    """A snake-case name in another case."""
    if case == "camel":
        return _WORD.sub(lambda m: m[1].upper(), name)
    return name.replace("_", "-") if case == "kebab" else name


def _object(properties: dict[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _plain(schema: Mapping[str, Json]) -> dict[str, Json]:
    found = {k: v for k, v in schema.items() if k in _SHOWN}
    if "properties" in found:
        found["properties"] = {k: _plain(v) for k, v in found["properties"].items()}
    if isinstance(found.get("items"), Mapping):
        found["items"] = _plain(found["items"])
    return found
