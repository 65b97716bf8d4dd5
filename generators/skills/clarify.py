"""A required value is missing and cannot be looked up: ask for it, then act on the reply."""

from callwright.domains.core.template import Slot
from callwright.generators.errors import CannotPlan
from callwright.generators.language.request import reply, request
from callwright.generators.language.speaker import Intent
from callwright.generators.planner.plan import Plan, Said
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, ask, choose, direct_tools, revealed
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """The same task twice: with one value left out and asked for, and with all of it said."""
    plan = Plan()
    tool = choose(studio, [t for t in direct_tools(studio) if studio.lexicon.tool(t).ask])
    goal = studio.walker().direct(plan, tool)
    step = plan.steps[goal]
    phrases = studio.lexicon.tool(tool)
    askable = [
        p.name
        for p in tool.params
        if p.required
        and p.name in phrases.ask
        and p.kind.name != "entity_id"  # an entity can be looked up
        and p.profile not in studio.shown  # the prompt gives the default
        and isinstance(step.bindings[p.name], Said)
    ]
    if not askable:
        raise CannotPlan("plan.nothing_to_ask")
    missing = studio.rng.choice(askable)

    speaker = studio.speaker(plan)
    opening = request(speaker, [Intent(goal, missing=frozenset({missing}))], ["independent"])
    question = studio.rng.choice(studio.core.ask_leads) + studio.rng.choice(phrases.ask[missing])
    asking = Turn(
        opening, question, asks=phrases.ask_words[missing], reveals=revealed(plan, opening)
    )
    answering = acting_turn(studio, plan, reply(speaker, Slot(missing), goal), [[goal]], [goal])
    if studio.thinking:
        asking.thoughts = [studio.thinker(plan).plain("clarify", goal, missing)]
    tools = studio.visible([tool])
    asks = studio.script("clarify", plan, [asking, answering], tools, speaker.frames)

    twin = studio.speaker(plan)
    full = acting_turn(studio, plan, ask(twin, plan, [goal], "independent"), [[goal]], [goal])
    return [asks, studio.script("single", plan, [full], tools, twin.frames)]


skill = Skill(
    name="clarify",
    what="a required value is missing and cannot be looked up; the assistant asks, then acts",
    proof="no call before the reply; the question names the missing value; the call follows",
    family=family,
    twins=("single",),
    abstains=True,
)
