"""A rule of the system prompt wants a yes before a costly action.

The twin's prompt has a rule about something else: there the request is carried out at once. What
the action is about may have to be looked up first; looking is allowed without a yes.
"""

from collections.abc import Sequence
from dataclasses import replace

from callwright.generators.language.person import neutral
from callwright.generators.language.request import remark
from callwright.generators.language.rules import filled
from callwright.generators.planner.plan import Pick, Plan
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import (
    Asked,
    acting_turn,
    ask,
    asked_turn,
    choose,
    one_each,
    revealed,
    telling,
    told_facts,
)
from callwright.generators.studio import Studio

NO = 0.35
"""Share of families in which the user says no."""


def family(studio: Studio) -> list[Script]:
    """The same request twice: under a rule that wants a yes, and under another rule."""
    able = studio.graph.direct + studio.graph.pickers
    tool = choose(studio, [t for t in dict.fromkeys(able) if t.confirm])
    plan = Plan()
    walker = studio.walker()
    direct = tool.sayable and (tool not in studio.graph.pickers or studio.rng.random() < 0.5)
    goal = walker.direct(plan, tool) if direct else walker.with_lookup(plan, tool)
    speaker = studio.speaker(plan)
    asked = ask(speaker, plan, [goal], "dependent")
    tools = studio.visible(list(dict.fromkeys(s.tool for s in plan.steps)))
    acting = asked_turn(studio, plan, asked, one_each(range(goal + 1)))
    twin = "single" if direct else "multi_step"
    acts = replace(studio, beside=1.0).script(twin, plan, [acting], tools, speaker.frames)

    able = studio.rng.choice(neutral(studio.lexicon.tool(tool).able))
    ruled = studio.under_rule(studio.core.confirm_rules, able)
    asking = _asking(studio, plan, goal, asked, able)
    if studio.rng.random() < NO:
        turns, state = [asking, _stopped(studio, plan, goal)], ()
    else:
        turns, state = [asking, _confirmed(studio, plan, goal)], None
    asks = ruled.script("confirm_first", plan, turns, tools, speaker.frames, state)
    return [asks, acts]


def _asking(studio: Studio, plan: Plan, goal: int, asked: Asked, able: str) -> Turn:
    """What may be looked up is looked up, and told if that was asked for; then the yes is."""
    question = filled(studio.core.confirm_asks, f"{able}{_which(plan, goal)}", studio.rng)
    groups, user = one_each(range(goal)), asked.words
    told = tuple(step for step in asked.steps if step != goal)
    parts = (telling(studio, plan, told), _found(studio, plan, goal, told), question)
    text = " ".join(part for part in parts if part)
    turn = Turn(user, text, groups, asks=studio.core.confirm_words, told=told)
    turn.facts, turn.reveals = told_facts(studio, plan, told), revealed(plan, user)
    if studio.thinking:
        thinker = studio.thinker(plan)
        every = range(goal + 1)
        turn.thoughts = [thinker.before(g, user, n == 0, every) for n, g in enumerate(groups)]
        turn.thoughts.append(thinker.plain("confirm", goal))
    return turn


def _found(studio: Studio, plan: Plan, goal: int, told: Sequence[int]) -> str:
    """A sentence on the one item that was looked up; empty where no other was `told`."""
    pick = next(iter(plan.steps[goal].picks().values()), None)
    if pick is None or (pick.step in told and pick.op == "only"):
        return ""
    row = studio.walker().giver(plan, pick)
    item = studio.teller().tell_item(pick.entity, row, plan.value_at(pick.step, pick.item))
    leads = studio.core.meant_leads if pick.step in told else studio.core.found_leads
    return f"{studio.rng.choice(leads)}{item}."


def _which(plan: Plan, goal: int) -> str:
    """What the action is about, where its id can be said."""
    step = plan.steps[goal]
    ids = [
        v
        for n, v in step.args.items()
        if step.tool.param(n).kind.name == "entity_id" and not isinstance(step.bindings[n], Pick)
    ]
    return f" ({', '.join(ids)})" if ids else ""


def _confirmed(studio: Studio, plan: Plan, goal: int) -> Turn:
    yes = remark(studio.register, studio.core.yes, studio.rng)
    turn = acting_turn(studio, plan, yes, [[goal]], [goal])
    if studio.thinking:
        turn.thoughts[0] = studio.thinker(plan).plain("confirmed", goal)
    return turn


def _stopped(studio: Studio, plan: Plan, goal: int) -> Turn:
    no = remark(studio.register, studio.core.no, studio.rng)
    turn = Turn(no, studio.rng.choice(studio.core.left_alone))
    if studio.thinking:
        turn.thoughts = [studio.thinker(plan).plain("stopped", goal)]
    return turn


skill = Skill(
    name="confirm_first",
    what="the prompt wants a yes before a costly action: ask, then act on a yes and not on a no",
    proof="no write before the yes, none at all after a no; under another rule the twin acts",
    family=family,
    twins=("single", "multi_step"),
    abstains=True,
    needs=lambda tools: (
        "" if any(t.confirm for t in tools) else "it has no tool that wants a confirmation"
    ),
)
