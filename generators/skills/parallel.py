"""Independent calls in one assistant turn."""

from callwright.domains.core.tool import Tool
from callwright.generators.planner.order import commute, distinct
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import ask, asked_turn, choose
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """Two to eight calls, of one tool or several, whose order does not matter."""
    plan = Plan()
    walker = studio.walker()
    goals = [walker.direct(plan, tool) for tool in _tools(studio)]
    distinct(plan.steps)
    commute(studio.world, 0, plan.steps)
    speaker = studio.speaker(plan)
    turn = asked_turn(studio, plan, ask(speaker, plan, goals, "independent"), [goals])
    tools = list(dict.fromkeys(s.tool for s in plan.steps))
    return [studio.script("parallel", plan, [turn], studio.visible(tools), speaker.frames)]


def _tools(studio: Studio) -> list[Tool]:
    count = studio.rng.choices((2, 3, 4, 5, 6, 7, 8), (52, 25, 11, 5, 3, 2, 2))[0]
    able = studio.graph.direct
    if len(studio.cell.domains) > 1:
        first = [choose(studio, [t for t in able if t.domain == d]) for d in studio.cell.domains]
        return first + [choose(studio, able) for _ in range(count - len(first))]
    if studio.rng.random() < 0.5:
        return [choose(studio, [t for t in able if t.params])] * count
    return [choose(studio, able) for _ in range(count)]


skill = Skill(
    name="parallel",
    what="independent calls in one assistant turn, 2 to 8, of the same tool or several",
    proof="unordered optimal matching, each call used once; every order gives the same state",
    family=family,
    crosses=True,
)
