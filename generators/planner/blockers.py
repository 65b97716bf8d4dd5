"""Calls that open the way for another: found by trying, never listed by hand.

A pair is a way and a call which the world refuses without it. What merely undoes the way (lock
after unlock) is none: after both calls, all that the way changed must still be changed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from callwright.domains.core.graph import looked_up
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.failures import NONSENSE
from callwright.generators.planner.plan import Again, Binding, Pick, Plan
from callwright.generators.planner.walk import Walker
from callwright.generators.shelf import Shelf
from callwright.schemas.checks import Change

Json = Any
Args = dict[str, Json]
Pair = tuple[Tool, Tool]
WORLDS = 8
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

    def __init__(
        self, tools: Mapping[str, Tool], walker: Callable[[str, int], Walker], shelf: Shelf
    ) -> None:
        """`tools` by id; `walker(domain, number)` walks in a world to try calls in."""
        self._tools = tools
        self._walker = walker
        self._shelf = shelf
        self._pairs: dict[str, Mapping[Pair, int]] = {}

    def pairs(self, domain: str) -> Mapping[Pair, int]:
        """(way, call) of a domain -> in how many worlds it was found."""
        if domain not in self._pairs:
            self._pairs[domain] = self._known(domain)
        return self._pairs[domain]

    def _known(self, domain: str) -> Mapping[Pair, int]:
        name = f"blockers/{domain}"
        shelved = self._shelf.get(name)
        if shelved is not None:
            return {(self._tools[way], self._tools[call]): count for way, call, count in shelved}
        tried = self._tried(domain)
        self._shelf.put(name, [[way.id, call.id, count] for (way, call), count in tried.items()])
        return tried

    def _tried(self, domain: str) -> Mapping[Pair, int]:
        found: Counter[Pair] = Counter()
        for number in range(WORLDS):
            walker = self._walker(domain, number)
            tools = [t for t in walker.graph.tools if t.mutates]
            for way in tools:
                with _gone(walker, way) as opened:
                    works = [(call, _works(walker, call, opened)) for call in tools if opened]
                for call, args in works:
                    found[way, call] += args is not None and _refused(walker, call, args)
        return {pair: count for pair, count in found.items() if count}


@dataclass(frozen=True, slots=True)
class _Opened:
    """A way that was gone in a world."""

    args: Args
    mark: int
    """Where the world was before."""
    changes: tuple[Change, ...]


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
    with _gone(walker, way) as opened:
        args = _works(walker, call, opened) if opened else None
    if opened is None or args is None or not _refused(walker, call, args):
        return None
    return opened.args, args


@contextmanager
def _gone(walker: Walker, way: Tool) -> Iterator[_Opened | None]:
    """The world after a way was gone, or None where it cannot be; as it was afterwards."""
    mark = walker.world.mark()
    try:
        args = _proposed(walker, way)
        done = args is not None and walker.world.call(way.id, args).ok
        yield _Opened(args, mark, walker.world.diff(mark)) if args is not None and done else None
    finally:
        walker.world.rollback(mark)


def _works(walker: Walker, call: Tool, opened: _Opened) -> Args | None:
    """Arguments of a call that works now and leaves all that the way changed."""
    args, mark = _proposed(walker, call), walker.world.mark()
    if args is None:
        return None
    done = walker.world.call(call.id, args).ok
    builds = done and _builds_on(opened.changes, walker.world.diff(opened.mark))
    walker.world.rollback(mark)
    return args if builds else None


def _refused(walker: Walker, call: Tool, args: Args) -> bool:
    """Whether the world refuses a call for a reason that can be told."""
    code = walker.trial(call, args).code
    return code in walker.lexicon.packs[call.domain].errors and code not in NONSENSE


def _proposed(walker: Walker, tool: Tool) -> Args | None:
    try:
        return walker.propose(tool)
    except CannotPlan:
        return None


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
