"""Something has to be set first: the call is refused, the way is opened, the call goes through."""

from callwright.generators.language.request import with_condition
from callwright.generators.language.speaker import Intent
from callwright.generators.planner.blockers import blocked
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, one_each
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """A request with a condition: tried, refused, the obstacle removed as told, tried again."""
    plan = Plan()
    found = blocked(studio.walker(), plan, studio.blockers.pairs(studio.cell.domain))
    speaker = studio.speaker(plan)
    user = with_condition(speaker, Intent(found.refused), Intent(found.way))
    groups = one_each(range(len(plan.steps)))
    turn = acting_turn(studio, plan, user, groups, [found.way, found.done])
    if studio.thinking:
        turn.thoughts[found.refused + 1] = studio.thinker(plan).plain("blocked", found.way)
    gold = list(dict.fromkeys(s.tool for s in plan.steps))
    script = studio.script("state_dependency", plan, [turn], studio.visible(gold), speaker.frames)
    return [script]


skill = Skill(
    name="state_dependency",
    what="a call is refused until something else is set, which the user allowed for",
    proof="the refused call, the one that opens the way, the call again; end state",
    family=family,
)
