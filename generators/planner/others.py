"""Other plans that are as right: another look-up that shows the same, found by trying it.

A look-up may stand for another where, in this world, its result holds all that the plan takes from
the first, and shows what tells it from the rest. It is asked with values of the first look-up
alone; or it is the same one, asked for no more than the items that the user's words single out.
The same tool with any other arguments is no other plan: that its result is the same is chance.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.graph import ToolGraph
from callwright.domains.core.table import Output
from callwright.domains.core.tool import Param, Tool
from callwright.domains.core.world import World
from callwright.generators.planner.plan import Feed, Own, Pick, Plan, Said, Step
from callwright.schemas.values import Kind, ListOf, Title

Json = Any
Item = Mapping[str, Json]
MOST_TRIED = 64
"""Sets of arguments with which one tool is tried."""
PARTS = frozenset({"date", "time"})
"""Kinds of what is said of a moment."""


@dataclass(frozen=True, slots=True)
class _Listing:
    """The things of one entity that a result shows."""

    entity: str
    row: type[Output]
    items: Sequence[Item]
    rest: Item
    """What the result says besides."""

    @property
    def keys(self) -> list[Json]:
        """The ids, in the order shown."""
        return [next(iter(item.values())) for item in self.items]


def others(
    world: World,
    graph: ToolGraph,
    plan: Plan,
    order: Sequence[int],
    told: Mapping[int, frozenset[str]],
    tools: Sequence[Tool],
) -> dict[int, list[Step]]:
    """Plan step -> the steps that could stand for it.

    Args:
        world: where the plan starts; it is left as it is.
        graph: says which tools are rivals.
        plan: the plan.
        order: its steps as the conversation makes them.
        told: steps whose results are told -> fields of the result or its items that must be shown.
        tools: those that can be called.
    """
    mark, found = world.mark(), dict[int, list[Step]]()
    try:
        for index in order:
            step = plan.steps[index]
            for tool in tools if step.outcome.ok and not step.tool.mutates else ():
                if tool.id in graph.rivals[step.tool.id] and not tool.mutates:
                    found.setdefault(index, []).extend(
                        _instead(world, plan, index, tool, told.get(index))
                    )
            if step.outcome.ok and not step.tool.mutates and index not in told:
                found.setdefault(index, []).extend(_narrowed(world, plan, index))
            world.call(step.tool.id, step.args)
    finally:
        world.rollback(mark)
    return {index: steps for index, steps in found.items() if steps}


def _instead(
    world: World, plan: Plan, index: int, tool: Tool, told: frozenset[str] | None
) -> Iterator[Step]:
    step = plan.steps[index]
    taken = _taken(plan, index)
    mine = _listing(step.tool.output, step.outcome.value or {})
    if mine is None or taken is None or not (taken or told is not None):
        return
    for args in islice(_arguments(step, tool), MOST_TRIED):
        outcome = world.call(tool.id, args)
        theirs = _listing(tool.output, outcome.value or {}) if outcome.ok else None
        if theirs is None or theirs.entity != mine.entity:
            continue
        left = [item for item in theirs.items if _fits(step, args, theirs.row, item)]
        whole = told is None or not _hides(step, mine, theirs, told)
        if whole and _same(mine, left, taken | (told or frozenset())):
            yield Step(tool, args, {}, outcome, step.after)


def _narrowed(world: World, plan: Plan, index: int) -> Iterator[Step]:
    """The look-up with filters that say what the user said, where it still shows all chosen items.

    Whoever wants `the table at Il Cortile` for two may ask for tables there, or for two, or look
    for it among all.
    """
    step, picks = plan.steps[index], _picks(plan, index)
    keys = {plan.value_at(pick.step, pick.path) for pick in picks}
    said = _said(plan, index, picks)
    every = [some for count in range(1, len(said) + 1) for some in combinations(said, count)]
    for some in every[:MOST_TRIED]:
        given = {**step.args, **dict(some)}
        if len(given) < len(step.args) + len(some):
            continue  # one filter with two values
        args = {p.name: given[p.name] for p in step.tool.params if p.name in given}
        outcome = world.call(step.tool.id, args)
        shown = _listing(step.tool.output, outcome.value or {}) if outcome.ok else None
        if shown is not None and keys <= set(shown.keys):
            yield Step(step.tool, args, {}, outcome, step.after)


def _said(plan: Plan, index: int, picks: Sequence[Pick]) -> list[tuple[str, Json]]:
    """Free filters of a look-up with the values that the user's words give them, each once."""
    step = plan.steps[index]
    free = [p for p in step.tool.params if not p.required and p.name not in step.args]
    found = [(p.name, pick.value) for pick in picks for p in free if _filters(step, pick, p)]
    for goal in plan.steps:
        if any(pick.step == index for pick in goal.picks().values()):
            for p in free:
                name = step.tool.serves.get(p.name, p.name)
                if isinstance(goal.bindings.get(name), Said) and p.kind.check(goal.args[name]):
                    found.append((p.name, goal.args[name]))
    return [one for number, one in enumerate(found) if one not in found[:number]]


def _filters(step: Step, pick: Pick, param: Param) -> bool:
    """Whether a parameter may stand for the words by which an item is chosen."""
    if pick.op != "equals" or not param.kind.check(pick.value):
        return False
    row = shapes.lists(step.tool.output).get(str(pick.path[0]))
    kind = shapes.fields(row).get(pick.field) if row else None
    return isinstance(kind, Kind) and (
        _akin(kind, param.kind) or (kind.name == "date_time" and param.kind.name in PARTS)
    )


def _picks(plan: Plan, index: int) -> list[Pick]:
    """The items of a step's result that later steps take something of."""
    bindings = [b for step in plan.steps for b in step.bindings.values()]
    picks = [b.pick if isinstance(b, Feed) else b for b in bindings if isinstance(b, Pick | Feed)]
    return [pick for pick in picks if pick.step == index]


def _taken(plan: Plan, index: int) -> set[str] | None:
    """The fields of a step's items that later steps take or are chosen by; None: cannot be told."""
    bindings = [b for step in plan.steps for b in step.bindings.values()]
    if any(isinstance(b, Own) and b.step == index for b in bindings):
        return None
    picks = _picks(plan, index)
    fields = {pick.field for pick in picks if pick.field}
    fields |= {b.field for b in bindings if isinstance(b, Feed) and b.pick.step == index}
    return fields | {str(pick.path[-1]) for pick in picks}


def _listing(output: type[Output], value: Item) -> _Listing | None:
    """The only list of an entity in a result, or the one thing that it is about."""
    lists = [(n, row, e) for n, row in shapes.lists(output).items() if (e := shapes.entity(row))]
    own = shapes.entity(output)
    if own and not lists:
        return _Listing(own, output, [value], {})
    if len(lists) != 1:
        return None
    name, row, entity = lists[0]
    rest = {n: v for n, v in value.items() if n != name}
    return _Listing(entity, row, value.get(name, ()), rest)


def _arguments(step: Step, tool: Tool) -> Iterator[dict[str, Json]]:
    """Every way to ask a tool with values of a step's arguments."""
    options: list[list[tuple[Json, ...]]] = []
    for param in tool.params:
        values = [
            (value,)
            for name, value in step.args.items()
            if _akin(step.tool.param(name).kind, param.kind)
        ]
        options.append([value for value in values if param.kind.check(value[0])])
        if not param.required:
            options[-1].insert(0, ())
    for chosen in product(*options):
        given = zip(tool.params, chosen, strict=True)
        args = {p.name: value[0] for p, value in given if value}
        if not any(p.shown_default and args.get(p.name) == p.default for p in tool.params):
            yield args


def _akin(one: Kind, other: Kind) -> bool:
    """Whether a value of one kind says the same as that value of another: 4 stars, not 4 seats."""
    if one.name in {"choice", "entity_id", "boolean"}:
        return one.spec() == other.spec()
    mine, theirs = one.params(), other.params()
    return one.name == other.name and all(mine.get(n) == theirs.get(n) for n in ("noun", "unit"))


def _fits(step: Step, args: Mapping[str, Json], row: type[Output], item: Item) -> bool:
    """Whether an item is seen to be what the arguments that were left out ask for."""
    used = list(args.values())
    fields = [(k, item[n]) for n, k in shapes.fields(row).items() if n in item]
    return all(
        value in used
        or any(_says(kind, held, step.tool.param(name).kind, value) for kind, held in fields)
        for name, value in step.args.items()
    )


def _says(kind: Any, held: Json, wanted: Kind, value: Json) -> bool:
    """Whether a field of an item holds what an argument asks for."""
    if isinstance(kind, ListOf):
        return any(_says(kind.item, one, wanted, value) for one in held or ())
    if not isinstance(kind, Kind) or held is None:
        return False
    if kind.name == "date_time" and wanted.name == "date":
        return held[:10] == value
    if isinstance(kind, Title) and isinstance(wanted, Title):
        return set(wanted.wording(value).split()) <= set(kind.wording(held).split())
    return kind.name == wanted.name and kind.equal(held, value)


def _same(mine: _Listing, left: Sequence[Item], wanted: set[str]) -> bool:
    """Whether those that are left are the same things, in the same order, and show the same."""
    if mine.keys != [next(iter(item.values())) for item in left]:
        return False
    pairs = zip(mine.items, left, strict=True)
    return all(name in b and a.get(name) == b[name] for a, b in pairs for name in wanted & a.keys())


def _hides(step: Step, mine: _Listing, theirs: _Listing, told: frozenset[str]) -> bool:
    """Whether a result that is told lists more than it should, or lacks something."""
    alone = shapes.entity(step.tool.output) == mine.entity
    more = len(theirs.items) > len(mine.items) and not alone
    return more or any(theirs.rest.get(n) != v for n, v in mine.rest.items() if n in told)
