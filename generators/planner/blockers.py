"""Calls that open the way for another: found by trying, never listed by hand.

A pair is a way and a call which the world refuses without it. What merely undoes the way (lock
after unlock) is none: after both calls, all that the way changed must still be changed.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callwright.domains.core.graph import looked_up
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.failures import NONSENSE
from callwright.generators.planner.plan import Again, Binding, Pick, Plan
from callwright.generators.planner.walk import Walker
from callwright.schemas.checks import Change

Json = Any
Args = dict[str, Json]
Pair = tuple[Tool, Tool]
WORLDS = 10
"""Worlds in which every pair of a domain is tried once."""
MOST_TRIED = 12
"""Pairs tried in one world before it is taken to block nothing."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """The steps of a call that was refused until something else was done."""

    refused: int
    way: int
    done: int


class Blockers:
    """Which pairs of tools can block and open in a domain; tried once for every domain."""

    def __init__(self, walker: Callable[[str, int], Walker]) -> None:
        self._walker = walker
        self._pairs: dict[str, Mapping[Pair, int]] = {}

    def pairs(self, domain: str) -> Mapping[Pair, int]:
        """(way, call) of a domain -> in how many worlds it was found."""
        if domain not in self._pairs:
            self._pairs[domain] = self._tried(domain)
        return self._pairs[domain]

    def _tried(self, domain: str) -> Mapping[Pair, int]:
        found: Counter[Pair] = Counter()
        for number in range(WORLDS):
            walker = self._walker(domain, number)
            tools = [t for t in walker.graph.tools if t.mutates]
            for pair in ((way, call) for way in tools for call in tools):
                found[pair] += _arguments(walker, *pair) is not None
        return {pair: count for pair, count in found.items() if count}


def blocked(walker: Walker, plan: Plan, pairs: Mapping[Pair, int]) -> Blocked:
    """A call that this world refuses, the way, and the call again, all executed."""
    if not pairs:
        raise CannotPlan("plan.nothing_blocks")
    for way, call in walker.rng.choices(list(pairs), list(pairs.values()), k=MOST_TRIED):
        found = _arguments(walker, way, call)
        if found is not None:
            return _executed(walker, plan, way, call, *found)
    raise CannotPlan("plan.nothing_blocks")


def _arguments(walker: Walker, way: Tool, call: Tool) -> tuple[Args, Args] | None:
    """Arguments of a way and of a call that is refused without it; the world stays as it was."""
    world = walker.world
    mark = world.mark()
    try:
        way_args = walker.propose(way)
        if not world.call(way.id, way_args).ok:
            return None
        opened = world.diff(mark)
        args = walker.propose(call)
        if not world.call(call.id, args).ok or not _builds_on(opened, world.diff(mark)):
            return None
    except CannotPlan:
        return None
    finally:
        world.rollback(mark)
    code = walker.trial(call, args).code
    told = code in walker.lexicon.packs[call.domain].errors and code not in NONSENSE
    return (way_args, args) if told else None


def _builds_on(first: Sequence[Change], both: Sequence[Change]) -> bool:
    """Whether all changes of the way still hold after the call, which made some of its own."""
    after = {(c.table, c.key): c for c in both}
    kept = all(_holds(c, after.get((c.table, c.key))) for c in first)
    return bool(first) and kept and list(first) != list(both)


def _holds(change: Change, now: Change | None) -> bool:
    return now is not None and all(now.values.get(n) == v for n, v in change.values.items())


def _executed(
    walker: Walker, plan: Plan, way: Tool, call: Tool, way_args: Args, args: Args
) -> Blocked:
    bindings = _bound(walker, plan, call, args)
    refused = walker.attempt(plan, call, args, bindings)
    opened = walker.execute(plan, way, way_args, _bound(walker, plan, way, way_args), (refused,))
    again: dict[str, Binding] = {name: Again(refused) for name in args}
    done = walker.execute(plan, call, args, again, (refused, opened))
    return Blocked(refused, opened, done)


def _bound(walker: Walker, plan: Plan, tool: Tool, args: Args) -> dict[str, Binding]:
    """How the arguments can be known; an id that no user knows is looked up."""
    pick: Pick | None = None
    name = ""
    found = looked_up(tool)
    if found is not None and not found[0].kind.sayable:
        name, entity = found[0].name, found[1]
        known = (p for step in plan.steps for p in step.picks().values() if p.entity == entity)
        pick = next((p for p in known if plan.value_at(p.step, p.path) == args[name]), None)
        pick = pick or walker.look_up(plan, entity, walker.row(tool, entity, args[name]))
    return {
        n: pick if pick is not None and n == name else walker.bind(tool.param(n), v)
        for n, v in args.items()
    }
