"""One call answers the request."""

from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import choose, one_call
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """A single-member family."""
    plan = Plan()
    goal = studio.walker().direct(plan, choose(studio, studio.graph.direct))
    return [one_call(studio, plan, goal, "single")]


skill = Skill(
    name="single",
    what="one call answers the request; few or many tools are visible",
    proof="the call matches; the state is as in the plan",
    family=family,
)
