"""The user leaves a task for another one and comes back to it."""

from callwright.domains.core.graph import handled
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.language.request import request
from callwright.generators.language.speaker import Intent
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, ask, asked_turn, choose, usable
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """Three turns: a search; something else; then one of the things found at first."""
    plan = Plan()
    walker = studio.walker()
    tool, param, entity = usable(studio)
    args = walker.propose(tool)
    pick = walker.look_up(plan, entity, walker.row(tool, entity, args[param]))
    if pick.op == "only":
        raise CannotPlan("plan.nothing_to_return_to")  # `it` would mean the other topic
    other = walker.direct(plan, choose(studio, _unrelated(studio, entity)))
    goal = walker.goal(plan, tool, {param: pick}, walker.row(tool, entity, args[param]))

    speaker = studio.speaker(plan)
    asked = ask(speaker, plan, [pick.step], "independent")
    first = asked_turn(studio, plan, asked, [[pick.step]])
    aside_words = request(speaker, [Intent(other)], ["independent"], later="new_topic")
    aside = acting_turn(studio, plan, aside_words, [[other]], [other])
    back = Intent(goal, look_ups_said=frozenset({pick.step}), named=True)
    back_words = request(speaker, [back], ["dependent"], later="back_to")
    last = acting_turn(studio, plan, back_words, [[goal]], [goal])
    gold = list(dict.fromkeys(s.tool for s in plan.steps))
    tools = studio.visible(gold)
    return [studio.script("topic_switch", plan, [first, aside, last], tools, speaker.frames)]


def _unrelated(studio: Studio, entity: str) -> list[Tool]:
    """Tools that show nothing of the kind that the first turn found."""
    return [t for t in studio.graph.direct if entity not in handled(t)]


skill = Skill(
    name="topic_switch",
    what="the user leaves a task for another and comes back to it",
    proof="per-turn calls and state; the last turn's reference reaches over the other topic",
    family=family,
)
