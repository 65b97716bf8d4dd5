"""Calls that the world refuses: found by trying plausible mistakes, never listed by hand."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from callwright.domains.core.graph import looked_up
from callwright.domains.core.tool import Param, Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import Plan, Said
from callwright.generators.planner.walk import Walker

Json = Any
NONSENSE = frozenset({"not_found", "wrong_kind"})
"""Codes that only an absurd request meets when its entity was looked up."""
MOST_TRIED = 12
"""Rows tried before a failing target is given up."""


WRONG = frozenset({"entity_id", "date", "date_time", "person_name"})
"""Kinds of which a user can easily say a value that does not hold in the world."""


def can_be_wrong(tool: Tool) -> bool:
    """Whether a tool takes a value that a user can easily have wrong."""
    return any(p.kind.name in WRONG and p.kind.sayable for p in tool.params)


def wrong_value(walker: Walker, plan: Plan, tool: Tool) -> tuple[int, str]:
    """A failing call with one said value that is wrong in this world: step and parameter."""
    args = walker.propose(tool)
    names = [n for n in args if tool.param(n).kind.sayable]
    walker.rng.shuffle(names)
    for name in names:
        for value in _mistakes(walker, tool.param(name), args[name]):
            changed = {**args, name: value}
            outcome = walker.trial(tool, changed)
            if outcome.code in walker.lexicon.packs[tool.domain].errors:
                bindings = {n: walker.bind(tool.param(n), v) for n, v in changed.items()}
                if isinstance(bindings[name], Said):
                    return walker.attempt(plan, tool, changed, bindings), name
    raise CannotPlan("plan.nothing_wrong")


def _mistakes(walker: Walker, param: Param, value: Json) -> Iterator[Json]:
    kind = param.kind
    if kind.name == "entity_id":
        yield from kind.near_misses(value, walker.setting)[:3]
    elif kind.name == "date":
        yield (walker.world.now.date() - _days(walker)).isoformat()
    elif kind.name == "date_time":
        then = datetime.combine(
            walker.world.now.date() - _days(walker), datetime.fromisoformat(value).time()
        )
        yield then.replace(tzinfo=walker.world.now.tzinfo).isoformat()
    elif kind.name == "count":
        yield from (v for v in (value + 3, value + 8) if kind.check(v))
    elif kind.name == "person_name":
        yield kind.sample(walker.rng, walker.setting)


def _days(walker: Walker) -> timedelta:
    return timedelta(days=walker.rng.randint(2, 20))


def failing_target(walker: Walker, plan: Plan, tool: Tool) -> int:
    """A look-up, and a call about the row it found that the world refuses."""
    found = looked_up(tool)
    if found is None:
        raise CannotPlan("plan.entity_count")
    param, entity = found
    args = walker.propose(tool)
    rows = list(walker.rows(tool, entity))
    walker.rng.shuffle(rows)
    for row in rows[:MOST_TRIED]:
        changed = {**args, param.name: row.key}
        outcome = walker.trial(tool, changed)
        if (
            outcome.code in walker.lexicon.packs[tool.domain].errors
            and outcome.code not in NONSENSE
        ):
            pick = walker.look_up(plan, entity, row)
            bindings = {
                n: pick if n == param.name else walker.bind(tool.param(n), v)
                for n, v in changed.items()
            }
            return walker.attempt(plan, tool, changed, bindings)
    raise CannotPlan("plan.nothing_fails")


def alternative(walker: Walker, plan: Plan, failed: int) -> int:
    """The call that failed, about another item of the same look-up, which the world grants."""
    step = plan.steps[failed]
    name, pick = next(iter(step.picks().items()))
    listed = str(pick.path[0])
    others = [
        i for i in plan.value_at(pick.step, (listed,)) if next(iter(i.values())) != step.args[name]
    ]
    walker.rng.shuffle(others)
    for item in others[:MOST_TRIED]:
        args = {**step.args, name: next(iter(item.values()))}
        if walker.trial(step.tool, args).ok:
            other = walker.pick(plan, pick.step, listed, pick.entity, args[name])
            return walker.execute(plan, step.tool, args, {**step.bindings, name: other})
    raise CannotPlan("plan.no_alternative")
