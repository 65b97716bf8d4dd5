"""Something has to be set first: the call is refused, the way is opened, the call goes through."""

from callwright.generators.language.builder import Mark, Marked
from callwright.generators.language.request import with_condition
from callwright.generators.language.speaker import Intent
from callwright.generators.planner.failures import blocked
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, direct_tools
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """A request with a condition: tried, refused, the obstacle removed as told, tried again."""
    tools = [t for t in direct_tools(studio) if t.mutates]
    plan = Plan()
    refused, way, done = blocked(studio.walker(), plan, tools)
    speaker = studio.speaker(plan)
    said = with_condition(speaker, Intent(refused), Intent(way))
    user = Marked(said.text, (*said.marks, *_again(said, refused, done)))
    turn = acting_turn(studio, plan, user, [[refused], [way], [done]], [way, done])
    turn.reveals = turn.reveals[: len(said.marks)]
    if studio.thinking:
        turn.thoughts[1] = studio.thinker(plan).plain("blocked", way)
    gold = list(dict.fromkeys(s.tool for s in plan.steps))
    script = studio.script("state_dependency", plan, [turn], studio.visible(gold), speaker.frames)
    return [script]


def _again(said: Marked, first: int, second: int) -> list[Mark]:
    """The same words are the source of both tries."""
    return [
        Mark(("value", second, m.tag[2]), m.start, m.end)
        for m in said.marks
        if isinstance(m.tag, tuple) and m.tag[:2] == ("value", first)
    ]


skill = Skill(
    name="state_dependency",
    what="a call is refused until something else is set, which the user allowed for",
    proof="the refused call, the one that opens the way, the call again; end state",
    family=family,
)
