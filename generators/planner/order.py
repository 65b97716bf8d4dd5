"""Calls that do not depend on each other: no order among them may matter."""

from collections.abc import Sequence
from itertools import combinations

from callwright.domains.core.world import World
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import Step


def distinct(steps: Sequence[Step]) -> None:
    """No call says all that another says, and none could serve another's request: `CannotPlan`."""
    for one, other in combinations(steps, 2):
        if one.tool is other.tool and _within(one, other):
            raise CannotPlan("plan.same_call_twice")
        if other.tool.name in one.tool.alike or one.tool.name in other.tool.alike:
            raise CannotPlan("plan.alike_calls")


def _within(one: Step, other: Step) -> bool:
    """Whether one call says all that the other says, so that its result holds the other's."""
    small, large = sorted((dict(one.args), dict(other.args)), key=len)
    return all(large.get(name) == value for name, value in small.items())


def commute(world: World, mark: int, steps: Sequence[Step]) -> None:
    """The other order gives the same results and the same state, or it is a `CannotPlan`.

    `mark` is where the world was before the first of `steps`; they are all that happened since.
    """
    if not any(s.tool.mutates for s in steps):
        return
    changed = world.diff(mark)
    world.rollback(mark)
    for step in reversed(steps):
        if world.call(step.tool.id, step.args).data != step.outcome.data:
            raise CannotPlan("plan.order_matters")
    if world.diff(mark) != changed:
        raise CannotPlan("plan.order_matters")
