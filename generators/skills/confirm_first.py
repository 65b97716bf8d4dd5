"""A rule of the system prompt wants a yes before a costly action.

The twin's prompt has no such rule: there the same request is carried out at once.
"""

from dataclasses import replace

from callwright.generators.language.builder import Marked
from callwright.generators.language.request import new_builder
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import (
    acting_turn,
    ask,
    choose,
    direct_tools,
    revealed,
    sayable,
)
from callwright.generators.skills.rules import filled, with_rule
from callwright.generators.studio import Studio

NO = 0.35
"""Share of families in which the user says no."""


def family(studio: Studio) -> list[Script]:
    """The same request twice: under a rule that wants a yes, and without the rule."""
    tool = choose(studio, [t for t in direct_tools(studio) if t.confirm])
    plan = Plan()
    goal = studio.walker().direct(plan, tool)
    speaker = studio.speaker(plan)
    user = ask(speaker, plan, [goal], "independent")
    able = studio.rng.choice(studio.lexicon.tool(tool).able)
    tools = studio.visible([tool])
    acting = acting_turn(studio, plan, user, [[goal]], [goal])
    acts = studio.script("single", plan, [acting], tools, speaker.frames)

    ruled = replace(studio, system=with_rule(studio, studio.core.confirm_rules, able))
    question = filled(studio, studio.core.confirm_asks, f"{able}{_which(plan, goal)}")
    asking = Turn(user, question, asks=studio.core.confirm_words, reveals=revealed(plan, user))
    if studio.thinking:
        asking.thoughts = [studio.thinker(plan).plain("confirm", goal)]
    if studio.rng.random() < NO:
        turns, state = [asking, _stopped(studio, plan, goal)], ()
    else:
        turns, state = [asking, _confirmed(studio, plan, goal)], None
    asks = ruled.script("confirm_first", plan, turns, tools, speaker.frames, state)
    return [asks, acts]


def _which(plan: Plan, goal: int) -> str:
    """What the action is about, where its id can be said."""
    step = plan.steps[goal]
    ids = [v for n, v in step.args.items() if step.tool.param(n).kind.name == "entity_id"]
    return f" ({', '.join(ids)})" if ids else ""


def _said(studio: Studio, words: dict[str, tuple[str, ...]]) -> Marked:
    builder = new_builder(studio.register)
    builder.add(studio.rng.choice(words[studio.register]))
    return builder.finish()


def _confirmed(studio: Studio, plan: Plan, goal: int) -> Turn:
    turn = acting_turn(studio, plan, _said(studio, studio.core.yes), [[goal]], [goal])
    if studio.thinking:
        turn.thoughts[0] = studio.thinker(plan).plain("confirmed", goal)
    return turn


def _stopped(studio: Studio, plan: Plan, goal: int) -> Turn:
    turn = Turn(_said(studio, studio.core.no), studio.rng.choice(studio.core.left_alone))
    if studio.thinking:
        turn.thoughts = [studio.thinker(plan).plain("stopped", goal)]
    return turn


skill = Skill(
    name="confirm_first",
    what="the prompt wants a yes before a costly action: ask, then act on a yes and not on a no",
    proof="no call before the yes, none at all after a no; without the rule the twin acts at once",
    family=family,
    twins=("single",),
    abstains=True,
    needs=lambda tools: (
        ""
        if any(t.confirm and sayable(t) for t in tools)
        else "it has no tool that wants a confirmation and whose arguments can all be said"
    ),
)
