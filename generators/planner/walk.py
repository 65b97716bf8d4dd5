"""Walking the typed tool graph backwards from a goal: plans are found, never listed by hand.

A goal's entity ids come from a look-up (a finder and words that single out one row) or from the
tool that just made the entity. Every step is executed in the world as it is planned.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.domain import Ask, NoProposal
from callwright.domains.core.errors import ToolError
from callwright.domains.core.graph import ToolGraph, bridge, looked_up
from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.table import Row
from callwright.domains.core.tool import Param, Tool
from callwright.domains.core.world import Outcome, World
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import (
    Binding,
    Feed,
    FromProfile,
    Own,
    Path,
    Pick,
    Plan,
    Said,
    Step,
)
from callwright.generators.planner.references import choose
from callwright.schemas.values import Setting

Json = Any


@dataclass(frozen=True)
class Wanted:
    """A goal whose entity id is still to be looked up."""

    tool: Tool
    args: Mapping[str, Json]
    param: str
    """The parameter that takes the id."""
    entity: str
    target: Row


@dataclass(frozen=True)
class Walker:
    """Plans in one world with one random source. The caller rolls the world back."""

    world: World
    graph: ToolGraph
    lexicon: Lexicon
    setting: Setting
    rng: Random
    shown_profile: frozenset[str]
    """Profile facts that the system prompt shows."""

    # -- proposing -------------------------------------------------------------------------
    def propose(self, tool: Tool, target: Row | None = None) -> dict[str, Json]:
        """Sensible arguments for `tool`, about `target` if given."""
        ask = Ask(self.world.states[tool.domain], self.rng, self.setting, target)
        try:
            args = self.world.domains[tool.domain].proposers[tool.name](ask)
        except (NoProposal, ToolError) as error:  # a refusal met on the way proposes nothing
            raise CannotPlan("plan.no_proposal") from error
        return {
            p.name: args[p.name]
            for p in tool.params
            if p.name in args and not _is_default(p, args[p.name])
        }

    def execute(
        self,
        plan: Plan,
        tool: Tool,
        args: Mapping[str, Json],
        bindings: Mapping[str, Binding],
        after: tuple[int, ...] = (),
    ) -> int:
        """Run a call and add it to the plan, `after` steps that only the world demands.

        A call that fails is no ground truth.
        """
        outcome = self.world.call(tool.id, args)
        if not outcome.ok:
            raise CannotPlan(f"plan.call_fails.{outcome.code}")
        return self._add(plan, tool, args, bindings, outcome, after)

    def attempt(
        self, plan: Plan, tool: Tool, args: Mapping[str, Json], bindings: Mapping[str, Binding]
    ) -> int:
        """Run a call that the world refuses for a reason that the assistant can tell."""
        outcome = self.world.call(tool.id, args)
        if outcome.code not in self.lexicon.packs[tool.domain].errors:
            raise CannotPlan("plan.call_does_not_fail" if outcome.ok else "plan.untold_error")
        return self._add(plan, tool, args, bindings, outcome)

    def _add(
        self,
        plan: Plan,
        tool: Tool,
        args: Mapping[str, Json],
        bindings: Mapping[str, Binding],
        outcome: Outcome,
        after: tuple[int, ...] = (),
    ) -> int:
        fed = {
            b.pick.step if isinstance(b, Feed) else b.step
            for b in bindings.values()
            if isinstance(b, Pick | Feed | Own)
        }
        before = sorted(fed.union(after))
        ordered = {p.name: args[p.name] for p in tool.params if p.name in args}
        return plan.add(Step(tool, ordered, dict(bindings), outcome, tuple(before)))

    def bind(self, param: Param, value: Json) -> Binding:
        """How a value that is no internal id can be known: from the shown profile, or said."""
        key = param.profile
        if (
            key in self.shown_profile
            and self.world.person.profile(key) == value
            and self.rng.random() < 0.6
        ):
            return FromProfile(key)
        return self.say(param)

    def say(self, param: Param) -> Said:
        """The binding of a value that the user says; `CannotPlan` when no user could."""
        if not param.kind.sayable:
            raise CannotPlan("plan.unsayable")
        return Said()

    # -- plans -----------------------------------------------------------------------------
    def direct(self, plan: Plan, tool: Tool, target: Row | None = None) -> int:
        """One call whose every argument can be said."""
        args = self.propose(tool, target)
        return self.execute(
            plan, tool, args, {n: self.bind(tool.param(n), v) for n, v in args.items()}
        )

    def goal(
        self, plan: Plan, tool: Tool, picks: Mapping[str, Pick], target: Row | None = None
    ) -> int:
        """A call whose entity ids are the given picks and whose other arguments are said."""
        args = self.propose(tool, target)
        bindings: dict[str, Binding] = {}
        for name, value in args.items():
            if name in picks:
                if plan.value_at(picks[name].step, picks[name].path) != value:
                    raise CannotPlan("plan.other_target")
                bindings[name] = picks[name]
            else:
                bindings[name] = self.bind(tool.param(name), value)
        if set(picks) - set(bindings):
            raise CannotPlan("plan.pick_unused")
        return self.execute(plan, tool, args, bindings)

    def with_lookup(self, plan: Plan, tool: Tool) -> int:
        """A goal whose entity id is found by a look-up."""
        wanted = self.wanted(tool)
        pick = self.look_up(plan, wanted.entity, wanted.target)
        return self.about(plan, wanted, pick)

    def wanted(self, tool: Tool) -> Wanted:
        """What a person would ask of `tool` about something that has to be looked up."""
        args = self.propose(tool)
        found = looked_up(tool)
        if found is None:
            raise CannotPlan("plan.entity_count")
        param, entity = found
        return Wanted(tool, args, param.name, entity, self.row(tool, entity, args[param.name]))

    def about(self, plan: Plan, wanted: Wanted, pick: Pick) -> int:
        """The goal itself, its entity id taken from a pick."""
        bindings = {
            n: pick if n == wanted.param else self.bind(wanted.tool.param(n), v)
            for n, v in wanted.args.items()
        }
        return self.execute(plan, wanted.tool, wanted.args, bindings)

    def look_up(self, plan: Plan, entity: str, target: Row) -> Pick:
        """A look-up step that finds `target`, and the pick that singles it out."""
        finder, field = self.finder(entity)
        args = self.propose(finder, target)
        step = self.execute(
            plan, finder, args, {n: self.bind(finder.param(n), v) for n, v in args.items()}
        )
        return self.pick(plan, step, field, entity, target.key)

    def finder(self, entity: str) -> tuple[Tool, str]:
        """A finder of `entity` that needs no internal id itself, and its list field."""
        able = [
            (tool, field)
            for tool, field in self.graph.finders.get(entity, ())
            if all(p.kind.sayable for p in tool.params if p.required)
            and tool.name in self.lexicon.entities[entity].np
        ]
        if not able:
            raise CannotPlan("plan.no_finder")
        return self.rng.choice(able)

    def pick(self, plan: Plan, step: int, field: str, entity: str, key: str) -> Pick:
        """The pick of the item with id `key` in the list `field` of a step's result."""
        row = shapes.lists(plan.steps[step].tool.output)[field]
        items = plan.value_at(step, (field,))
        index = next((i for i, item in enumerate(items) if next(iter(item.values())) == key), None)
        if index is None:
            raise CannotPlan("plan.target_not_found")
        phrases = self.lexicon.entities[entity]
        return choose(step, (field,), row, items, index, entity, phrases, self.rng)

    def made(self, plan: Plan, step: int) -> Pick:
        """The pick of the entity that a creating step made."""
        output = plan.steps[step].tool.output
        entity = shapes.entity(output)
        if entity is None:
            raise CannotPlan("plan.makes_nothing")
        path: Path = (next(iter(shapes.fields(output))),)
        return Pick(step, path, entity, "made")

    def feed(self, plan: Plan, taker: Tool, pick: Pick) -> int:
        """A call of another domain's tool whose role parameters come from a picked entity."""
        giver = self.giver(plan, pick)
        links = bridge(giver, taker)
        item = plan.value_at(pick.step, pick.item)
        if not links or any(field not in item for field in links.values()):
            raise CannotPlan("plan.no_bridge")
        self.still_true(plan, pick, links.values())
        args = {n: v for n, v in self.propose(taker).items() if taker.param(n).required}
        titles = self.lexicon.entities[pick.entity].titles
        bindings: dict[str, Binding] = {}
        for name in args:
            param = taker.param(name)
            if name in links:
                args[name] = item[links[name]]
                bindings[name] = Feed(pick, links[name])
            elif param.kind.name == "title" and titles:
                args[name] = self.title(self.rng.choice(titles), item)
                bindings[name] = Said()
            else:
                bindings[name] = self.bind(param, args[name])
        return self.execute(plan, taker, args, bindings)

    def still_true(self, plan: Plan, pick: Pick, fields: Iterable[str]) -> None:
        """What was shown of an entity must still hold: a later step may have moved it."""
        shown = plan.value_at(pick.step, pick.item)
        now = self.row(plan.steps[pick.step].tool, pick.entity, plan.value_at(pick.step, pick.path))
        if any(getattr(now, field, shown[field]) != shown[field] for field in fields):
            raise CannotPlan("plan.stale_value")

    def giver(self, plan: Plan, pick: Pick) -> type[Any]:
        """The output type of the picked item."""
        output = plan.steps[pick.step].tool.output
        return shapes.lists(output)[str(pick.path[0])] if len(pick.path) > 1 else output

    def title(self, template: str, item: Mapping[str, Json]) -> str:
        """A title made of an item's text fields, e.g. `Flight to Lisbon`."""
        text = template
        for name, value in item.items():
            if isinstance(value, str):
                text = text.replace("{" + name + "}", value)
        if "{" in text:
            raise CannotPlan("plan.no_title")
        return text

    def row(self, tool: Tool, entity: str, key: str) -> Row:
        """The row of an id, wherever the domain keeps it."""
        for row in self.rows(tool, entity):
            if row.key == key:
                return row
        raise CannotPlan("plan.no_row")

    def rows(self, tool: Tool, entity: str) -> Iterator[Row]:
        """All rows of an entity in the domain of `tool`."""
        for table in self.world.states[tool.domain].tables.values():
            if shapes.entity(table.row) == entity:
                yield from table

    def trial(self, tool: Tool, args: Mapping[str, Json]) -> Outcome:
        """What a call would give, undone at once."""
        mark = self.world.mark()
        outcome = self.world.call(tool.id, args)
        self.world.rollback(mark)
        return outcome


def _is_default(param: Param, value: Json) -> bool:
    return param.shown_default and param.kind.equal(param.default, value)
