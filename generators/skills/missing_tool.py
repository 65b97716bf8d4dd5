"""The tool is withheld: say what cannot be done. Then the user brings it, and the call follows.

The twin has the tool from the start and acts at once.
"""

from callwright.generators.language.builder import Marked
from callwright.generators.language.request import remark
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, ask, asked_turn, choose, one_each
from callwright.generators.skills.irrelevance import declining_turn
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """The same request twice: with the tool offered too late, and with it there at once."""
    plan = Plan()
    tool = choose(studio, studio.graph.direct)
    goal = studio.walker().direct(plan, tool)
    speaker = studio.speaker(plan)
    asked = ask(speaker, plan, [goal], "independent")
    acting = asked_turn(studio, plan, asked, [[goal]])
    acts = studio.script("single", plan, [acting], studio.visible([tool]), speaker.frames)

    refusing = declining_turn(studio, plan, goal, asked.words)
    late = acting_turn(studio, plan, _offer(studio), one_each([goal]), [goal])
    late.offers = [tool]
    if studio.thinking:
        late.thoughts[0] = studio.thinker(plan).plain("offered", goal)
    shown = studio.visible([tool], hide_gold=True)
    studio.check_names([*shown, tool])
    return [studio.script("missing_tool", plan, [refusing, late], shown, speaker.frames), acts]


def _offer(studio: Studio) -> Marked:
    return remark(studio.register, studio.core.offered, studio.rng)


skill = Skill(
    name="missing_tool",
    what="the needed tool is withheld and said to be lacking; the user then offers it",
    proof="no call before the tool is there, the plan after; with the tool the twin acts at once",
    family=family,
    twins=("single",),
    abstains=True,
)
