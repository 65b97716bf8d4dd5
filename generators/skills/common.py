"""What several skills share: turns from executed steps, and the choice of goals."""

from collections.abc import Sequence

from callwright.domains.core.graph import looked_up
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.language.answers import facts
from callwright.generators.language.builder import Marked
from callwright.generators.language.request import request
from callwright.generators.language.speaker import Intent, Speaker
from callwright.generators.planner.plan import Pick, Plan
from callwright.generators.script import Turn
from callwright.generators.studio import Studio


def direct_tools(studio: Studio) -> list[Tool]:
    """Tools of the cell whose required arguments a user can all say."""
    return [t for t in studio.graph.tools if all(p.kind.sayable for p in t.params if p.required)]


def pick_tools(studio: Studio) -> list[Tool]:
    """Tools of the cell whose goal is one looked-up entity: one internal id, or one id at all."""
    return [t for t in studio.graph.tools if looked_up(t) is not None]


def choose(studio: Studio, tools: Sequence[Tool]) -> Tool:
    """One of `tools`; `CannotPlan` when there is none."""
    if not tools:
        raise CannotPlan("plan.no_tool")
    return studio.rng.choice(list(tools))


def acting_turn(
    studio: Studio, plan: Plan, user: Marked, groups: list[list[int]], told: Sequence[int]
) -> Turn:
    """A turn in which the assistant calls `groups` and then tells the results of `told`."""
    teller = studio.teller()
    answer = " ".join(teller.tell(plan.steps[i], [plan.steps[t] for t in told]) for i in told)
    turn = Turn(user, answer, groups, reveals=revealed(plan, user))
    turn.facts = tuple(
        f for i in told for f in facts(plan.steps[i], studio.lexicon.tool(plan.steps[i].tool))
    )
    if studio.thinking:
        thinker = studio.thinker(plan)
        turn.thoughts = [thinker.before(g, user, n == 0) for n, g in enumerate(groups)]
        turn.thoughts.append(thinker.plain("finish", told[0]))
    return turn


def revealed(plan: Plan, user: Marked) -> list[object]:
    """The canonical values that a turn's words give."""
    values = [m.tag for m in user.marks if isinstance(m.tag, tuple) and m.tag[0] == "value"]
    return [plan.steps[step].args[name] for _, step, name in values]


def ask(
    speaker: Speaker, plan: Plan, goals: Sequence[int], relation: str, later: bool = False
) -> Marked:
    """A request for `goals`; look-ups are said inside noun phrases or asked for before."""
    intents: list[Intent] = []
    relations: list[str] = []
    spoken: set[int] = set()
    for goal in goals:
        for pick in plan.steps[goal].picks().values():
            if _apart(speaker, plan, pick, goals) and pick.step not in spoken:
                intents.append(Intent(pick.step))
                relations.append("independent" if not relations else relation)
                spoken.add(pick.step)
        intents.append(Intent(goal, look_ups_said=frozenset(spoken)))
        relations.append("dependent" if spoken or relation == "dependent" else "independent")
    return request(speaker, intents, relations, later)


def _apart(speaker: Speaker, plan: Plan, pick: Pick, goals: Sequence[int]) -> bool:
    asked = pick.op != "made" and pick.step not in goals and bool(plan.steps[pick.step].bindings)
    return asked and speaker.rng.random() < 0.35
