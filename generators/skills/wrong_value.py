"""A value that the user gives is wrong in this world: say which and why, change nothing."""

from callwright.generators.planner.failures import can_be_wrong, wrong_value
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import ask, choose, failing_turn, one_call
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """The same kind of request twice: with a value that the world refuses, and a right one."""
    tool = choose(studio, [t for t in studio.graph.direct if can_be_wrong(t)])
    plan = Plan()
    goal, _ = wrong_value(studio.walker(), plan, tool)
    speaker = studio.speaker(plan)
    asked = ask(speaker, plan, [goal], "independent")
    turn = failing_turn(studio, plan, asked, [[goal]], goal)
    wrong = studio.script("wrong_value", plan, [turn], studio.visible([tool]), speaker.frames)
    right = Plan()
    done = studio.walker().direct(right, tool)
    return [wrong, one_call(studio, right, done, "single")]


skill = Skill(
    name="wrong_value",
    what="a value of the user's is wrong in this world: unknown, past, too much",
    proof="only the failing call, no change; the answer names the value and why",
    family=family,
    twins=("single",),
    abstains=True,
    needs=lambda tools: (
        ""
        if any(can_be_wrong(t) and t.sayable for t in tools)
        else "no value that its users say (a reference, a date, a name) can be wrong"
    ),
)
