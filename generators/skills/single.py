"""One call answers the request."""

from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, ask, choose, direct_tools
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """A single-member family."""
    plan = Plan()
    tool = choose(studio, direct_tools(studio))
    goal = studio.walker().direct(plan, tool)
    speaker = studio.speaker(plan)
    turn = acting_turn(studio, plan, ask(speaker, plan, [goal], "independent"), [[goal]], [goal])
    return [studio.script("single", plan, [turn], studio.visible([tool]), speaker.frames)]


skill = Skill(
    name="single",
    what="one call answers the request; few or many tools are visible",
    proof="the call matches; the state is as in the plan",
    family=family,
)
