"""Which days an answer names, so that no clock is taken for one of another day."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from callwright.domains.core.template import Slot

Json = Any
_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:T|$)")


@dataclass(frozen=True)
class Days:
    """The days that a telling names, so that a clock of another day is told with its own."""

    named: frozenset[str]
    """Slots whose day is told."""
    told: frozenset[str]
    """The days, as ISO dates."""
    apart: str = ""
    """The slot of the clock by whose day items that are told together differ."""

    @classmethod
    def of(
        cls, flat: Sequence[str | Slot], value: Callable[[str], Json], apart: str = ""
    ) -> "Days":
        """Those of a flat template, given the value of each slot."""
        slots = [node for node in flat if isinstance(node, Slot) and node.mark != "clock"]
        found = {slot.name: value(slot.name) for slot in slots if slot.name != "number"}
        days = {name: said[:10] for name, said in found.items() if _is_day(said)}
        return cls(frozenset(days), frozenset(days.values()), apart)

    def lacks(self, slot: Slot, value: Json, beside: Mapping[str, Json] | None) -> bool:
        """Whether a clock would be taken for one of another day, and needs its own.

        `beside`: the object that holds the value. Where no day is told at all, its earlier moments
        say which one is meant: an end on another day than its start is told with its day.
        """
        if slot.mark != "clock" or slot.name in self.named:
            return False
        if slot.name == self.apart:
            return True
        others = (beside or {}).values()
        earlier = (o[:10] for o in others if _is_day(o) and o != value and o[:10] <= value[:10])
        days = self.told or set(earlier)
        return bool(days) and value[:10] not in days


def apart(flat: Sequence[str | Slot], items: Sequence[Mapping[str, Json]]) -> str:
    """The clock after which each of several items is told its day; empty where none is needed.

    `items`: all of a list, also those that are left untold, which may lack a field. A day is needed
    when their days differ and the template does not tell them. The last clock of an item
    takes it, `from 1pm to 2pm on Friday`, unless an item ends on another day than it starts.
    """
    slots = [node for node in flat if isinstance(node, Slot)]
    clocks = [slot.name for slot in slots if slot.mark == "clock"]
    others = [slot.name for slot in slots if slot.mark != "clock"]
    if not clocks or any(_is_day(item.get(name)) for name in others for item in items):
        return ""
    days = [[item[name][:10] for name in clocks if _is_day(item.get(name))] for item in items]
    if len({found[0] for found in days if found}) < 2:
        return ""
    return clocks[-1] if all(len(set(found)) < 2 for found in days) else clocks[0]


def _is_day(value: Json) -> TypeGuard[str]:
    return isinstance(value, str) and _DAY.match(value) is not None
