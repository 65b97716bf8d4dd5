"""No visible tool fits: say so, and call nothing. The twin has the tool and acts."""

from callwright.generators.language.builder import Marked
from callwright.generators.language.rules import filled
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import ask, asked_turn, choose, revealed
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """The same request twice: with the tool withheld, and with it."""
    plan = Plan()
    tool = choose(studio, studio.graph.direct)
    goal = studio.walker().direct(plan, tool)
    speaker = studio.speaker(plan)
    asked = ask(speaker, plan, [goal], "independent")
    acting = asked_turn(studio, plan, asked, [[goal]])
    acts = studio.script("single", plan, [acting], studio.visible([tool]), speaker.frames)
    refusing = declining_turn(studio, plan, goal, asked.words)
    tools = studio.visible([tool], hide_gold=True)
    return [studio.script("irrelevance", plan, [refusing], tools, speaker.frames, state=()), acts]


def declining_turn(studio: Studio, plan: Plan, goal: int, user: Marked) -> Turn:
    """The turn that says that no tool is there for step `goal`."""
    phrases = studio.lexicon.tool(plan.steps[goal].tool)
    answer = filled(studio.core.declines, studio.rng.choice(phrases.able), studio.rng)
    turn = Turn(user, answer, declines=phrases.topic, reveals=revealed(plan, user))
    if studio.thinking:
        turn.thoughts = [studio.thinker(plan).plain("decline", goal)]
    return turn


skill = Skill(
    name="irrelevance",
    what="no visible tool fits; near-miss tools are visible",
    proof="no call; the answer says what cannot be done; the twin with the tool acts",
    family=family,
    twins=("single",),
    abstains=True,
)
