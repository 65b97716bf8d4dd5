"""A required value is missing and cannot be looked up: ask for it, then act on the reply."""

from callwright.domains.core.template import Slot
from callwright.generators.errors import CannotPlan
from callwright.generators.language.builder import Marked
from callwright.generators.language.request import reply, request
from callwright.generators.language.speaker import Intent, Speaker
from callwright.generators.planner.plan import Plan, Said
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, choose, one_call, revealed
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """The same task twice: with one value left out and asked for, and with all of it said."""
    plan = Plan()
    tool = choose(studio, [t for t in studio.graph.direct if studio.lexicon.tool(t).ask])
    goal = studio.walker().direct(plan, tool)
    askable = _askable(studio, plan, goal)
    if not askable:
        raise CannotPlan("plan.nothing_to_ask")
    missing = studio.rng.choice(askable)
    speaker = studio.speaker(plan)
    opening = request(speaker, [Intent(goal, missing=frozenset({missing}))], ["independent"])
    turns = asking_turns(studio, plan, goal, missing, opening, speaker)
    asks = studio.script("clarify", plan, turns, studio.visible([tool]), speaker.frames)
    return [asks, one_call(studio, plan, goal, "single")]


def asking_turns(
    studio: Studio, plan: Plan, goal: int, missing: str, opening: Marked, speaker: Speaker
) -> list[Turn]:
    """The turn that asks for `missing`, and the turn in which the reply is acted on."""
    phrases = studio.lexicon.tool(plan.steps[goal].tool)
    question = studio.rng.choice(studio.core.ask_leads) + studio.rng.choice(phrases.ask[missing])
    asks = phrases.ask_words[missing]
    asking = Turn(opening, question, asks=asks, reveals=revealed(plan, opening))
    answering = acting_turn(studio, plan, reply(speaker, Slot(missing), goal), [[goal]], [goal])
    if studio.thinking:
        asking.thoughts = [studio.thinker(plan).plain("clarify", goal, missing)]
    return [asking, answering]


def _askable(studio: Studio, plan: Plan, goal: int) -> list[str]:
    """Required values that are said, that no look-up finds and no prompt gives."""
    step = plan.steps[goal]
    return [
        p.name
        for p in step.tool.params
        if p.required
        and p.name in studio.lexicon.tool(step.tool).ask
        and p.kind.name != "entity_id"
        and p.profile not in studio.shown
        and isinstance(step.bindings[p.name], Said)
    ]


skill = Skill(
    name="clarify",
    what="a required value is missing and cannot be looked up; the assistant asks, then acts",
    proof="no call before the reply; the question names the missing value; the call follows",
    family=family,
    twins=("single",),
    abstains=True,
)
