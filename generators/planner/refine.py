"""Searches that are refined: the same look-up again with one value changed or added.

They are planned backwards from the last one, which finds what the user is after; every one is
executed. What was said before is not said again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import Again, Binding, Plan
from callwright.generators.planner.walk import Walker

Json = Any
Args = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Search:
    """One executed search of a series."""

    step: int
    param: str = ""
    """The argument in which it differs from the one before; empty for the first."""
    added: bool = False
    """Whether that argument is new, and not another value of one that was there."""


def refined(walker: Walker, plan: Plan, finder: Tool, last: Args, rounds: int) -> list[Search]:
    """Up to `rounds` earlier searches and then the one with arguments `last`, all executed."""
    versions: list[tuple[Args, str, bool]] = []
    args = last
    for _ in range(rounds):
        before = _before(walker, finder, args)
        if before is None:
            break
        changed, name = before
        versions.insert(0, (args, name, name not in changed))
        args = changed
    bindings: dict[str, Binding] = {n: walker.bind(finder.param(n), v) for n, v in args.items()}
    found = [Search(walker.execute(plan, finder, args, bindings))]
    for args, name, added in versions:
        again: dict[str, Binding] = {n: Again(found[-1].step) for n in args}
        again[name] = walker.say(finder.param(name))
        found.append(Search(walker.execute(plan, finder, args, again), name, added))
    return found


def _before(walker: Walker, finder: Tool, args: Args) -> tuple[Args, str] | None:
    """Arguments of a search that lacks one of `args` or has another value there, and its name."""
    clauses = walker.lexicon.tool(finder).clauses
    names = [n for n in args if n in clauses and finder.param(n).kind.sayable]
    walker.rng.shuffle(names)
    for name in names:
        options = [_other(walker, finder, name, args)]
        if not finder.param(name).required:
            options.append({n: v for n, v in args.items() if n != name})
        walker.rng.shuffle(options)
        for option in options:
            if option is not None and walker.trial(finder, option).ok:
                return option, name
    return None


def _other(walker: Walker, finder: Tool, name: str, args: Mapping[str, Json]) -> Args | None:
    """`args` with another value of `name`, of those that people ask for in this world."""
    try:
        value = walker.propose(finder).get(name)
    except CannotPlan:
        return None
    if value is None or finder.param(name).kind.equal(value, args[name]):
        return None
    return {**args, name: value}
