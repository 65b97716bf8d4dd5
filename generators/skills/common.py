"""What several skills share: turns from executed steps, and the choice of goals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from callwright.domains.core.graph import ToolGraph
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.language.answers import facts, is_empty
from callwright.generators.language.builder import Marked
from callwright.generators.language.parts import kind_of_detail, part
from callwright.generators.language.request import Later, request
from callwright.generators.language.speaker import Intent, Speaker
from callwright.generators.planner.plan import Pick, Plan, Step
from callwright.generators.script import Script, Turn
from callwright.generators.studio import Studio
from callwright.schemas.checks import Fact, FactValue

T = TypeVar("T")


@dataclass(frozen=True)
class Asked:
    """What a user turn asks for."""

    words: Marked
    steps: tuple[int, ...]
    """The plan steps asked for in words of their own: an answer tells them all, in the order in
    which they are done, so that what was found is told as it was before anything was changed."""


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


def asked_turn(studio: Studio, plan: Plan, asked: Asked, groups: list[list[int]]) -> Turn:
    """A turn in which the assistant calls `groups` and then tells all that was asked for."""
    return acting_turn(studio, plan, asked.words, groups, asked.steps)


def acting_turn(
    studio: Studio, plan: Plan, user: Marked, groups: list[list[int]], told: Sequence[int]
) -> Turn:
    """A turn in which the assistant calls `groups` and then tells the results of `told`."""
    answer = telling(studio, plan, told)
    turn = Turn(user, answer, groups, told=tuple(told), reveals=revealed(plan, user))
    turn.facts = told_facts(studio, plan, told)
    steps = (plan.steps[i] for i in told)
    turn.finds_nothing = any(is_empty(s, studio.lexicon.tool(s.tool)) for s in steps)
    if studio.thinking:
        thinker = studio.thinker(plan)
        called = [i for g in groups for i in g]
        turn.thoughts = [thinker.before(g, user, n == 0, called) for n, g in enumerate(groups)]
        turn.thoughts.append(thinker.plain("finish", told[0]))
    return turn


def telling(studio: Studio, plan: Plan, told: Sequence[int]) -> str:
    """The results of the steps `told`, in that order: what was found before what was done to it."""
    teller, steps = studio.teller(), [plan.steps[i] for i in told]
    return " ".join(teller.tell(step, steps) for step in steps)


def told_facts(studio: Studio, plan: Plan, told: Sequence[int]) -> tuple[Fact, ...]:
    """What an answer that tells the steps `told` must say."""
    steps = [plan.steps[i] for i in told]
    return tuple(f for s in steps for f in facts(s, studio.lexicon.tool(s.tool)))


def one_each(steps: Sequence[int]) -> list[list[int]]:
    """Every step in an assistant message of its own."""
    return [[i] for i in steps]


def failing_turn(
    studio: Studio, plan: Plan, asked: Asked, groups: list[list[int]], failed: int, more: str = ""
) -> Turn:
    """A turn whose last call fails: the answer tells why, and the call is not tried again.

    What else was asked for is told before.
    """
    step, user = plan.steps[failed], asked.words
    told = tuple(i for i in asked.steps if i != failed)
    parts = (telling(studio, plan, told), studio.teller().refusal(step), more)
    answer = " ".join(part for part in parts if part)
    turn = Turn(user, answer, groups, told=told, reveals=revealed(plan, user))
    turn.facts = told_facts(studio, plan, told) + reasons(studio, step)
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
) -> Asked:
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
    words = request(speaker, intents, relations, later)
    return Asked(words, tuple(sorted(intent.step for intent in intents)))


def _apart(speaker: Speaker, plan: Plan, pick: Pick, goals: Sequence[int]) -> bool:
    asked = pick.op != "made" and pick.step not in goals and bool(plan.steps[pick.step].bindings)
    return asked and speaker.rng.random() < 0.35


def one_call(studio: Studio, plan: Plan, goal: int, skill: str, near: bool = False) -> Script:
    """A script in which the user says all of step `goal` at once and the assistant makes the call.

    `near`: the distractors are the tools most like the gold one, instead of any.
    """
    speaker = studio.speaker(plan)
    turn = asked_turn(studio, plan, ask(speaker, plan, [goal], "independent"), [[goal]])
    tools = studio.visible([plan.steps[goal].tool], near=near)
    return studio.script(skill, plan, [turn], tools, speaker.frames)
