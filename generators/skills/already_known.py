"""The answer stands in the conversation: say it, and call nothing.

The twin asks the same question after another search, so that a look-up is needed.
"""

from callwright.generators.errors import CannotPlan
from callwright.generators.language.builder import Mark, Marked
from callwright.generators.planner.plan import Pick, Plan
from callwright.generators.script import Script
from callwright.generators.skills.asking import asked_field, field_question, field_turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import ask, asked_turn, searchable
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """One question, asked where its answer is shown and where it is not."""
    if not searchable(studio):
        raise CannotPlan("plan.no_tool")
    tool, field, entity = studio.rng.choice(searchable(studio))
    other, plan = Plan(), Plan()
    walker = studio.walker()
    walker.direct(other, tool)
    about = walker.direct(other, tool)
    if other.steps[0].args == other.steps[about].args:
        raise CannotPlan("plan.same_search")
    pick, asked = asked_field(studio, other, about, field, entity)
    plan.add(other.steps[about])

    speaker = studio.speaker(other)
    said = field_question(studio, speaker, pick, asked)
    there = Pick(0, pick.path, entity, pick.op)
    known = field_turn(studio, plan, _shifted(said, about), there, asked, [])
    needed = field_turn(studio, other, said, pick, asked, [[about]])
    tools = studio.visible([tool])
    opening = studio.speaker(plan)
    first = asked_turn(studio, plan, ask(opening, plan, [0], "independent"), [[0]])
    elsewhere = studio.speaker(other)
    second = asked_turn(studio, other, ask(elsewhere, other, [0], "independent"), [[0]])
    return [
        studio.script(
            "already_known", plan, [first, known], tools, [*opening.frames, *speaker.frames]
        ),
        studio.script(
            "multi_turn", other, [second, needed], tools, [*elsewhere.frames, *speaker.frames]
        ),
    ]


def _shifted(text: Marked, step: int) -> Marked:
    """The same words where the look-up is the plan's first step."""
    return Marked(text.text, tuple(Mark(_retag(m.tag, step), m.start, m.end) for m in text.marks))


def _retag(tag: object, step: int) -> object:
    return ("value", 0, tag[2]) if isinstance(tag, tuple) and tag[:2] == ("value", step) else tag


skill = Skill(
    name="already_known",
    what="the answer stands in the conversation; the question needs no call",
    proof="no call; the fact is said; in the twin the same question needs a call",
    family=family,
    twins=("multi_turn",),
    abstains=True,
)
