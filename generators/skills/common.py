"""What several skills share: turns from executed steps, and the choice of goals."""

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from callwright.domains.core.graph import ToolGraph
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.language.answers import facts
from callwright.generators.language.builder import Marked
from callwright.generators.language.parts import kind_of_detail, part
from callwright.generators.language.request import Later, request
from callwright.generators.language.speaker import Intent, Speaker
from callwright.generators.planner.plan import Pick, Plan, Step
from callwright.generators.script import Script, Turn
from callwright.generators.studio import Studio
from callwright.schemas.checks import Fact, FactValue

T = TypeVar("T")


def searchable(studio: Studio) -> list[tuple[Tool, str, str]]:
    """(finder, list field, entity) of the cell's finders whose arguments can be said."""
    return [
        (tool, field, entity)
        for entity, finders in studio.graph.finders.items()
        for tool, field in finders
        if tool.sayable and tool.name in studio.lexicon.entities[entity].np
    ]


def usable(studio: Studio) -> tuple[Tool, str, str]:
    """A tool that takes the id of an entity that can be searched for, its parameter, the entity."""
    return choose(studio, _usable(studio.graph))


@cache
def _usable(graph: ToolGraph) -> Sequence[tuple[Tool, str, str]]:
    return [
        (t, p.name, entity)
        for entity, users in graph.users.items()
        for t in users
        for p in t.params
        if getattr(p.kind, "entity", None) == entity and p.required and entity in graph.finders
    ]


def choose(studio: Studio, able: Sequence[T]) -> T:
    """One of the tools, or of what was found of them; `CannotPlan` when there is none."""
    if not able:
        raise CannotPlan("plan.no_tool")
    return studio.rng.choice(able)


def acting_turn(
    studio: Studio, plan: Plan, user: Marked, groups: list[list[int]], told: Sequence[int]
) -> Turn:
    """A turn in which the assistant calls `groups` and then tells the results of `told`."""
    teller = studio.teller()
    answer = " ".join(teller.tell(plan.steps[i], [plan.steps[t] for t in told]) for i in told)
    turn = Turn(user, answer, groups, told=tuple(told), reveals=revealed(plan, user))
    turn.facts = tuple(
        f for i in told for f in facts(plan.steps[i], studio.lexicon.tool(plan.steps[i].tool))
    )
    if studio.thinking:
        thinker = studio.thinker(plan)
        called = [i for g in groups for i in g]
        turn.thoughts = [thinker.before(g, user, n == 0, called) for n, g in enumerate(groups)]
        turn.thoughts.append(thinker.plain("finish", told[0]))
    return turn


def one_each(steps: Sequence[int]) -> list[list[int]]:
    """Every step in an assistant message of its own."""
    return [[i] for i in steps]


def failing_turn(
    studio: Studio, plan: Plan, user: Marked, groups: list[list[int]], failed: int, more: str = ""
) -> Turn:
    """A turn whose last call fails: the answer tells why, and the call is not tried again."""
    step = plan.steps[failed]
    answer = studio.teller().refusal(step)
    turn = Turn(user, f"{answer} {more}".strip(), groups, reveals=revealed(plan, user))
    turn.facts = reasons(studio, step)
    if studio.thinking:
        thinker = studio.thinker(plan)
        called = [i for g in groups for i in g]
        turn.thoughts = [thinker.before(g, user, n == 0, called) for n, g in enumerate(groups)]
        turn.thoughts.append(thinker.plain("failed", failed))
    return turn


def reasons(studio: Studio, step: Step) -> tuple[Fact, ...]:
    """What an answer about a failed call must name: one of the error's details."""
    error = (step.outcome.error or {})["error"]
    said: list[FactValue] = []
    for name, value in error.items():
        if name not in {"code", "message"}:
            kind = kind_of_detail(value, studio.teller().named(step, name))
            parts = [("",)] if kind.name != "date_time" else [("clock",), ("day",), ("",)]
            for (mark,) in parts:
                said_kind, said_value = part(kind, value, mark)
                said.append(FactValue(kind=said_kind.spec(), value=said_value))
    return (Fact(any_of=tuple(said)),) if said else ()


def revealed(plan: Plan, user: Marked) -> list[object]:
    """The canonical values that a turn's words give."""
    values = [m.tag for m in user.marks if isinstance(m.tag, tuple) and m.tag[0] == "value"]
    return [plan.steps[step].args[name] for _, step, name in values]


def ask(
    speaker: Speaker, plan: Plan, goals: Sequence[int], relation: str, later: Later = ""
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
        own = {pick.step for pick in plan.steps[goal].picks().values()} & spoken
        intents.append(Intent(goal, look_ups_said=frozenset(spoken)))
        relations.append("dependent" if own else relation if relations else "independent")
    return request(speaker, intents, relations, later)


def _apart(speaker: Speaker, plan: Plan, pick: Pick, goals: Sequence[int]) -> bool:
    asked = pick.op != "made" and pick.step not in goals and bool(plan.steps[pick.step].bindings)
    return asked and speaker.rng.random() < 0.35


def one_call(studio: Studio, plan: Plan, goal: int, skill: str, near: bool = False) -> Script:
    """A script in which the user says all of step `goal` at once and the assistant makes the call.

    `near`: the distractors are the tools most like the gold one, instead of any.
    """
    speaker = studio.speaker(plan)
    turn = acting_turn(studio, plan, ask(speaker, plan, [goal], "independent"), [[goal]], [goal])
    tools = studio.visible([plan.steps[goal].tool], near=near)
    return studio.script(skill, plan, [turn], tools, speaker.frames)
