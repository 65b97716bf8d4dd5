"""Independent calls in one assistant turn."""

from itertools import combinations

from callwright.domains.core.tool import Tool
from callwright.domains.core.world import World
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import Plan, Step
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, ask, choose, direct_tools
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """Two to six calls, of one tool or several, whose order does not matter."""
    plan = Plan()
    walker = studio.walker()
    goals = [walker.direct(plan, tool) for tool in _tools(studio)]
    _distinct(plan)
    _commute(studio.world, plan)
    speaker = studio.speaker(plan)
    user = ask(speaker, plan, goals, "independent")
    turn = acting_turn(studio, plan, user, [goals], goals)
    tools = list(dict.fromkeys(s.tool for s in plan.steps))
    return [studio.script("parallel", plan, [turn], studio.visible(tools), speaker.frames)]


def _tools(studio: Studio) -> list[Tool]:
    count = studio.rng.choices((2, 3, 4, 5, 6), (60, 25, 9, 4, 2))[0]
    able = direct_tools(studio)
    if len(studio.cell.domains) > 1:
        first = [choose(studio, [t for t in able if t.domain == d]) for d in studio.cell.domains]
        return first + [choose(studio, able) for _ in range(count - len(first))]
    if studio.rng.random() < 0.5:
        return [choose(studio, [t for t in able if t.params])] * count
    return [choose(studio, able) for _ in range(count)]


def _distinct(plan: Plan) -> None:
    for one, other in combinations(plan.steps, 2):
        if one.tool is other.tool and _within(one, other):
            raise CannotPlan("plan.same_call_twice")
    for i, step in enumerate(plan.steps):
        for other in plan.steps[:i]:
            if other.tool.name in step.tool.alike or step.tool.name in other.tool.alike:
                raise CannotPlan("plan.alike_calls")


def _within(one: Step, other: Step) -> bool:
    """Whether one call says all that the other says, so that its result holds the other's."""
    small, large = sorted((dict(one.args), dict(other.args)), key=len)
    return all(large.get(name) == value for name, value in small.items())


def _commute(world: World, plan: Plan) -> None:
    """Calls are parallel only if the other order gives the same results and the same state."""
    if not any(s.tool.mutates for s in plan.steps):
        return
    changed = world.diff()
    world.rollback()
    for step in reversed(plan.steps):
        if world.call(step.tool.id, step.args).data != step.outcome.data:
            raise CannotPlan("plan.order_matters")
    if world.diff() != changed:
        raise CannotPlan("plan.order_matters")


skill = Skill(
    name="parallel",
    what="independent calls in one assistant turn, 2 to 6, of the same tool or several",
    proof="unordered optimal matching, each call used once; every order gives the same state",
    family=family,
    crosses=True,
)
