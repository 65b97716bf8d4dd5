"""A call fails for a reason the world gives: tell it, do not try the same again, and ask on."""

from callwright.generators.planner.failures import failing_target
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import (
    acting_turn,
    ask,
    choose,
    failing_turn,
    pick_tools,
)
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """A look-up and a call that the world refuses; the twin is about something it grants."""
    tool = choose(studio, pick_tools(studio))
    plan = Plan()
    goal = failing_target(studio.walker(), plan, tool)
    speaker = studio.speaker(plan)
    user = ask(speaker, plan, [goal], "dependent")
    groups = [[i] for i in range(len(plan.steps))]
    offer = studio.rng.choice(studio.core.offers)
    turn = failing_turn(studio, plan, user, groups, goal, offer)
    gold = list(dict.fromkeys(s.tool for s in plan.steps))
    fails = studio.script("error_recovery", plan, [turn], studio.visible(gold), speaker.frames)

    right = Plan()
    done = studio.walker().with_lookup(right, tool)
    twin = studio.speaker(right)
    said = ask(twin, right, [done], "dependent")
    acting = acting_turn(studio, right, said, [[i] for i in range(len(right.steps))], [done])
    gold = list(dict.fromkeys(s.tool for s in right.steps))
    works = studio.script("multi_step", right, [acting], studio.visible(gold), twin.frames)
    return [fails, works]


skill = Skill(
    name="error_recovery",
    what="a call fails for a reason the world gives; the assistant tells it and asks on",
    proof="the failing call once, no change; the answer names the reason",
    family=family,
    twins=("multi_step",),
    abstains=True,
)
