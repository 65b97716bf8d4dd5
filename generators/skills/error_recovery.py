"""A call fails for a reason the world gives: tell it, do not try the same again, and ask on.

The user may then take something else of what was found; the twin is about something the world
grants at once.
"""

from callwright.generators.errors import CannotPlan
from callwright.generators.language.request import request
from callwright.generators.language.speaker import Intent, Speaker
from callwright.generators.planner.failures import alternative, failing_target
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import (
    acting_turn,
    ask,
    asked_turn,
    choose,
    failing_turn,
    one_each,
)
from callwright.generators.studio import Studio

OTHER = 0.5
"""Share of families in which the user takes something else, where there is something."""


def family(studio: Studio) -> list[Script]:
    """A look-up and a call that the world refuses; the twin is about something it grants."""
    tool = choose(studio, studio.graph.pickers)
    plan = Plan()
    goal = failing_target(studio.walker(), plan, tool)
    speaker = studio.speaker(plan)
    asked = ask(speaker, plan, [goal], "dependent")
    groups = one_each(range(len(plan.steps)))
    offer = studio.rng.choice(studio.core.offers)
    turns = [failing_turn(studio, plan, asked, groups, goal, offer)]
    if studio.rng.random() < OTHER:
        turns += _instead(studio, plan, speaker, goal)
    gold = list(dict.fromkeys(s.tool for s in plan.steps))
    fails = studio.script("error_recovery", plan, turns, studio.visible(gold), speaker.frames)
    studio.world.rollback()

    right = Plan()
    done = studio.walker().with_lookup(right, tool)
    twin = studio.speaker(right)
    said = ask(twin, right, [done], "dependent")
    acting = asked_turn(studio, right, said, one_each(range(len(right.steps))))
    gold = list(dict.fromkeys(s.tool for s in right.steps))
    works = studio.script("multi_step", right, [acting], studio.visible(gold), twin.frames)
    return [fails, works]


def _instead(studio: Studio, plan: Plan, speaker: Speaker, failed: int) -> list[Turn]:
    """The turn in which the same is done with another item; none where nothing else would do."""
    try:
        goal = alternative(studio.walker(), plan, failed)
    except CannotPlan:
        return []
    intent = Intent(goal, look_ups_said=frozenset(range(failed)))
    words = request(speaker, [intent], ["dependent"], later="instead")
    return [acting_turn(studio, plan, words, [[goal]], [goal])]


skill = Skill(
    name="error_recovery",
    what="a call fails for a reason the world gives; the assistant tells it and asks on",
    proof="the failing call once; the answer names the reason; then only what the user takes",
    family=family,
    twins=("multi_step",),
    abstains=True,
)
