"""The right tool among look-alikes."""

from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import choose, one_call
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """A single-member family whose distractors are the tools most like the right one."""
    plan = Plan()
    goal = studio.walker().direct(plan, choose(studio, studio.graph.direct))
    return [one_call(studio, plan, goal, "select", near=True)]


skill = Skill(
    name="select",
    what="one call answers the request; the other visible tools are the most similar ones",
    proof="the call matches; a look-alike scores nothing for the name",
    family=family,
)
