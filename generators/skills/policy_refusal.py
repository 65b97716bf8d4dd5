"""A rule of the system prompt forbids what the user wants: refuse and name the rule.

The twin's prompt has a rule about something else: there the same request is carried out.
"""

from dataclasses import replace

from callwright.generators.language.person import neutral
from callwright.generators.language.rules import filled
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import ask, asked_turn, choose, revealed
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """The same request and tools twice: under a rule that forbids it, and under another."""
    tool = choose(studio, [t for t in studio.graph.direct if t.mutates])
    plan = Plan()
    goal = studio.walker().direct(plan, tool)
    speaker = studio.speaker(plan)
    asked = ask(speaker, plan, [goal], "independent")
    tools = studio.visible([tool])
    acting = asked_turn(studio, plan, asked, [[goal]])
    acts = replace(studio, beside=1.0).script("single", plan, [acting], tools, speaker.frames)

    phrases = studio.lexicon.tool(tool)
    able = studio.rng.choice(neutral(phrases.able))
    ruled = studio.under_rule(studio.core.forbidding_rules, able)
    answer = filled(studio.core.refusals, able, studio.rng)
    user = asked.words
    turn = Turn(user, answer, declines=phrases.topic, reveals=revealed(plan, user))
    if studio.thinking:
        turn.thoughts = [studio.thinker(plan).plain("forbidden", goal)]
    return [ruled.script("policy_refusal", plan, [turn], tools, speaker.frames, state=()), acts]


skill = Skill(
    name="policy_refusal",
    what="a rule in the prompt forbids what the user wants, though the tool is there",
    proof="no call; the answer names what is forbidden; under another rule the twin acts",
    family=family,
    twins=("single",),
    abstains=True,
    needs=lambda tools: (
        ""
        if any(t.mutates and t.sayable for t in tools)
        else "it has no writing tool whose arguments can all be said"
    ),
)
