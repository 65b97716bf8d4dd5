"""Say what the user said and no more: unsaid options and defaults are left out."""

from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import choose, one_call
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """A call with some options said and others, a default among them, left out."""
    plan = Plan()
    able = [t for t in studio.graph.direct if sum(not p.required for p in t.params) > 1]
    goal = studio.walker().direct(plan, choose(studio, able))
    step = plan.steps[goal]
    options = [p for p in step.tool.params if not p.required]
    said = [p for p in options if p.name in step.args]
    if not said or len(said) == len(options):
        raise CannotPlan("plan.no_option_left_out")
    return [one_call(studio, plan, goal, "optional_args")]


skill = Skill(
    name="optional_args",
    what="some options are said and others are not; what was not said is left out",
    proof="the call matches; an explicit default equals an omitted one, and the row omits it",
    family=family,
)
