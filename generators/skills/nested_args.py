"""Arguments with structure: nested objects, lists, objects as values, exactly typed."""

from dataclasses import replace

from callwright.domains.core.tool import Tool
from callwright.domains.core.view import View
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import Plan, Step
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import choose, one_call
from callwright.generators.studio import Studio

TRIES = 24
"""Styles drawn before a candidate is given up."""


def family(studio: Studio) -> list[Script]:
    """A call whose visible arguments nest, through a style of the split that nests them."""
    plan = Plan()
    able = [t for t in studio.graph.direct if len(t.params) > 1]
    goal = studio.walker().direct(plan, choose(studio, able))
    tool = plan.steps[goal].tool
    nested = _style(studio, plan.steps[goal], tool)
    return [one_call(replace(studio, styles=nested), plan, goal, "nested_args")]


def _style(studio: Studio, step: Step, tool: Tool) -> dict[str, int]:
    for _ in range(TRIES):
        index = studio.pool.draw(studio.cell.split, studio.rng)
        if _nests(studio.pool.get(tool, index)[0], step):
            return {**studio.styles, tool.domain: index}
    raise CannotPlan("views.nothing_nests")


def _nests(view: View, step: Step) -> bool:
    deep = [len(view.params[name].path) for name in step.args]
    return max(deep, default=0) > 1 or any(isinstance(v, list) for v in step.args.values())


skill = Skill(
    name="nested_args",
    what="nested objects, lists, numbers and booleans, exactly typed",
    proof="typed equality at every depth",
    family=family,
)
