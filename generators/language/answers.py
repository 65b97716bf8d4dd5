"""How the assistant tells results: every value is taken from a result, the call, or the clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.graph import ToolGraph
from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.pack import ToolPhrases
from callwright.domains.core.table import Output
from callwright.domains.core.template import Slot, sure_slots
from callwright.generators.errors import CannotPlan
from callwright.generators.language.answer_style import AnswerStyle
from callwright.generators.language.builder import Builder
from callwright.generators.language.days import Days, apart
from callwright.generators.language.parts import (
    PARTS,
    kind_at,
    kind_of_detail,
    part,
    say,
    split_path,
    value_at,
)
from callwright.generators.language.realise import Flat, emit, flatten, readable
from callwright.generators.planner.plan import Step
from callwright.schemas.checks import Fact, FactValue
from callwright.schemas.values import Count, Kind, Setting

Json = Any
MOST_TOLD = 4
"""A list of up to this many items is told whole, of a longer one the first three."""
_COUNT = Count()


@dataclass(frozen=True)
class Teller:
    """Tells results in one family member."""

    rng: Random
    setting: Setting
    lexicon: Lexicon
    style: AnswerStyle
    graph: ToolGraph
    """All tools, for the kinds of what errors name."""

    def tell(self, step: Step, beside: Sequence[Step] = ()) -> str:
        """The answer's words for one executed step.

        Told `beside` others of its tool, words that tell it apart from them are preferred.
        """
        phrases = self.lexicon.tool(step.tool)
        templates = _section(phrases, step)
        data = step.outcome.value or {}
        have = self._present(step, data)
        able = [t for t in templates if readable(t, have)]
        if not able:
            raise CannotPlan("language.no_telling")
        own = self._own(step, beside)
        named = frozenset(s for s in own if s.startswith("arg."))
        able = (
            [t for t in able if sure_slots(t) & named]
            or [t for t in able if sure_slots(t) & own]
            or able
        )
        builder = Builder(capital=True)
        flat = flatten(self.rng.choice(able), have, self.rng)
        days = Days.of(flat, lambda name: _slot_value(step, name))
        emit(flat, builder, lambda slot, b: self._fill(slot, step, data, days, b))
        return builder.finish().text

    def refusal(self, step: Step) -> str:
        """The words that tell why a call failed, out of the error that the result shows."""
        error = (step.outcome.error or {})["error"]
        details = {k: v for k, v in error.items() if k not in {"code", "message"}}
        templates = self.lexicon.packs[step.tool.domain].errors[error["code"]]
        able = [t for t in templates if readable(t, frozenset(details))]
        # Where something can be named, an honest answer names it: checks rely on it.
        able = [t for t in able if sure_slots(t) or not details]
        if not able:
            raise CannotPlan("language.no_telling")
        builder = Builder(capital=True)
        flat = flatten(self.rng.choice(able), frozenset(details), self.rng)
        days = Days.of(flat, details.get)

        def fill(slot: Slot, out: Builder) -> None:
            value = details[slot.name]
            kind = kind_of_detail(value, self.named(step, slot.name))
            midnight = kind.name == "date_time" and value[11:16] == "00:00"
            mark = slot.mark or ("day" if midnight else "")
            self._say(kind, value, mark, out, dated=days.lacks(slot, value, details))

        emit(flat, builder, fill)
        return builder.finish().text

    def named(self, step: Step, name: str) -> tuple[Kind, ...]:
        """Kinds of the parameters and fields in a step's domain that a detail's name means."""
        words = [name, *reversed(name.split("_"))]
        keys = [(step.tool.domain, word) for word in words]
        return next((self.graph.named[key] for key in keys if key in self.graph.named), ())

    def tell_field(
        self, entity: str, row: type[Output], item: Mapping[str, Json], field: str
    ) -> str:
        """An answer that states one field of one item."""
        templates = self.lexicon.entities[entity].tell_field[field]
        builder = Builder(capital=True)
        kind = kind_at(row, (field,))
        flat = flatten(self.rng.choice(templates), frozenset({"value"}), self.rng)
        emit(flat, builder, lambda slot, b: self._say(kind, item[field], slot.mark, b))
        return builder.finish().text

    def tell_item(self, entity: str, row: type[Output], item: Mapping[str, Json]) -> str:
        """One item of a list, as answers tell it."""
        able = [t for t in self.lexicon.entities[entity].item if readable(t, frozenset(item))]
        if not able:
            raise CannotPlan("language.no_item_telling")
        flat = flatten(self.rng.choice(able), frozenset(item), self.rng)
        return self.tell_items(row, [item], flat)[0]

    def tell_items(
        self, row: type[Output], items: Sequence[Mapping[str, Json]], flat: Flat
    ) -> list[str]:
        """Each of all items of a list in a flat template, with its day where their days differ."""
        found, differing = list[str](), apart(flat, items)
        for item in items:
            builder, days = Builder(), Days.of(flat, item.get, differing)
            emit(flat, builder, lambda slot, b, i=item, d=days: self._item(row, i, slot, d, b))
            found.append(builder.finish().text)
        return found

    def _own(self, step: Step, beside: Sequence[Step]) -> frozenset[str]:
        """Slots that tell a step from others of the same tool: their values are all different."""
        same = [s for s in beside if s.tool is step.tool]
        if len(same) < 2:
            return frozenset()
        slots = self._present(step, step.outcome.value or {})
        return frozenset(
            s for s in slots if len({repr(_slot_value(other, s)) for other in same}) == len(same)
        )

    def _present(self, step: Step, data: Mapping[str, Json]) -> frozenset[str]:
        """Every slot that can be filled: dotted result paths, and `arg.` paths."""
        found = {f"arg.{name}" for name in step.args}
        _paths(data, "", found)
        return frozenset(found)

    def _fill(
        self, slot: Slot, step: Step, data: Mapping[str, Json], days: Days, builder: Builder
    ) -> None:
        if slot.name == "number":
            builder.add(say(_COUNT, len(data[slot.mark]), self.setting, self.rng, "plain").text)
        elif slot.name == "each":
            self._each(slot.mark, step, data, builder)
        elif slot.name.startswith("arg."):
            name = slot.name[4:]
            dated = days.lacks(slot, step.args[name], step.args)
            kind = step.tool.param(name).kind
            self._say(kind, step.args[name], slot.mark, builder, dated=dated)
        else:
            path = split_path(slot.name)
            value = value_at(data, path)
            dated = days.lacks(slot, value, value_at(data, path[:-1]))
            kind = kind_at(step.tool.output, path)
            self._say(kind, value, slot.mark, builder, dated=dated)

    def _each(self, field: str, step: Step, data: Mapping[str, Json], builder: Builder) -> None:
        items: Sequence[Mapping[str, Json]] = data[field]
        told = items if len(items) <= MOST_TOLD else items[:3]
        row = shapes.lists(step.tool.output)[field]
        templates = self.lexicon.entities[shapes.entity(row) or row.__name__.lower()].item
        template = self.rng.choice(
            [t for t in templates if all(readable(t, frozenset(i)) for i in told)] or [""]
        )
        if not template:
            raise CannotPlan("language.no_item_telling")
        flat = flatten(template, frozenset.intersection(*(frozenset(i) for i in told)), self.rng)
        rest, differing = len(items) - len(told), apart(flat, items)
        for number, item in enumerate(told):
            if number:
                builder.add(_joint(template, last=number == len(told) - 1 and not rest))
            days = Days.of(flat, item.get, differing)
            emit(flat, builder, lambda slot, b, i=item, d=days: self._item(row, i, slot, d, b))
        if rest:
            builder.add(" and one more" if rest == 1 else " and more")

    def _item(
        self, row: type[Output], item: Mapping[str, Json], slot: Slot, days: Days, b: Builder
    ) -> None:
        value = item[slot.name]
        dated = days.lacks(slot, value, item)
        self._say(kind_at(row, (slot.name,)), value, slot.mark, b, dated=dated)

    def _say(
        self, kind: Kind, value: Json, mark: str, builder: Builder, *, dated: bool = False
    ) -> None:
        said_kind, said = part(kind, value, mark if mark in PARTS else "")
        builder.mark(None, self.style.write(said_kind, said, self.setting, self.rng))
        if dated:
            builder.add(" on ")
            self._say(kind, value, "day", builder)


def _joint(template: str, last: bool) -> str:
    """What stands between told items: semicolons where an item has commas of its own."""
    if "," in template:
        return "; "
    return " and " if last else ", "


def _slot_value(step: Step, slot: str) -> Json:
    if slot.startswith("arg."):
        return step.args.get(slot[4:])
    return value_at(step.outcome.value, split_path(slot))


def _paths(data: Json, at: str, found: set[str]) -> None:
    if isinstance(data, dict):
        for key, value in data.items():
            found.add(f"{at}{key}")
            _paths(value, f"{at}{key}.", found)
    elif isinstance(data, list):
        found |= {"number", "each"}
        for index, value in enumerate(data):
            _paths(value, f"{at}{index}.", found)


def is_empty(step: Step, phrases: ToolPhrases) -> bool:
    """Whether a step looked for something and found nothing."""
    return bool(phrases.tell.none) and _section(phrases, step) is phrases.tell.none


def _section(phrases: ToolPhrases, step: Step) -> tuple[str, ...]:
    lists = shapes.lists(step.tool.output)
    if not lists or phrases.tell.done:
        return phrases.tell.done
    count = len((step.outcome.value or {}).get(next(iter(lists)), ()))
    return (
        phrases.tell.none if count == 0 else phrases.tell.one if count == 1 else phrases.tell.some
    )


def facts(step: Step, phrases: ToolPhrases) -> tuple[Fact, ...]:
    """What every answer about a step must say, as checks."""
    found: list[Fact] = []
    for text in phrases.facts:
        path, _, mark = text.partition(":")
        values = tuple(_fact_values(step, path, mark))
        if values:
            found.append(Fact(any_of=values))
    return tuple(found)


def _fact_values(step: Step, path: str, mark: str) -> list[FactValue]:
    data = step.outcome.value or {}
    head, star, tail = path.partition(".*.")
    places = (
        [
            (*split_path(head), i, *split_path(tail))
            for i in range(len(value_at(data, split_path(head)) or ()))
        ]
        if star
        else [split_path(path)]
    )
    found = [(kind_at(step.tool.output, p), value_at(data, p)) for p in places]
    parts = [part(kind, value, mark) for kind, value in found if value is not None]
    return [FactValue(kind=kind.spec(), value=value) for kind, value in parts]


def field_fact(
    row: type[Output], item: Mapping[str, Json], field: str, templates: tuple[str, ...]
) -> Fact:
    """The fact that an answer about one field must say, in the parts its tellings use."""
    kind = kind_at(row, (field,))
    marks = {n.mark for t in templates for n in _slots(t) if n.mark in PARTS}
    mark = "clock" if "clock" in marks else "day" if "day" in marks else ""
    said_kind, value = part(kind, item[field], mark)
    return Fact(any_of=(FactValue(kind=said_kind.spec(), value=value),))


def _slots(template: str) -> list[Slot]:
    return [
        n for n in flatten(template, frozenset({"value", "ref"}), Random(0)) if isinstance(n, Slot)
    ]
