"""Two to four user turns: later ones refer back to what earlier ones brought."""

from callwright.domains.core import output as shapes
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.language.request import request
from callwright.generators.language.speaker import Intent
from callwright.generators.planner.plan import Plan
from callwright.generators.planner.walk import Walker
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, ask, direct_tools
from callwright.generators.skills.multi_step import create, giving_goal, use_made
from callwright.generators.studio import Studio

MORE = (5, 3, 2)
"""Weights of no further turn, one and two."""


def family(studio: Studio) -> list[Script]:
    """Search then use one of the results; make then use it; or carry it into another domain."""
    plan = Plan()
    walker = studio.walker()
    if len(studio.cell.domains) > 1:
        return _carry(studio, walker, plan)
    if studio.rng.random() < 0.6:
        return _search_then_use(studio, walker, plan)
    return _make_then_use(studio, walker, plan)


def _search_then_use(studio: Studio, walker: Walker, plan: Plan) -> list[Script]:
    tool, param, entity = usable(studio)
    args = walker.propose(tool)
    target = walker.row(tool, entity, args[param])
    pick = walker.look_up(plan, entity, target)
    goal = walker.goal(plan, tool, {param: pick}, target)
    later = [goal, *_more(studio, walker, plan, goal)]
    return _turns(studio, plan, [pick.step], [[pick.step]], later)


def _more(studio: Studio, walker: Walker, plan: Plan, maker: int) -> list[int]:
    """Up to two further goals about what step `maker` made; the last may end it again."""
    found: list[int] = []
    entity = shapes.entity(plan.steps[maker].tool.output) or ""
    if not plan.steps[maker].tool.mutates or entity not in studio.graph.users:
        return found
    wanted = studio.rng.choices(range(len(MORE)), MORE)[0]
    for number in range(wanted):
        done = {s.tool for s in plan.steps}
        users = [t for t in studio.graph.users[entity] if t not in done]
        if number < wanted - 1:
            users = [t for t in users if not t.ends]
        try:
            found.append(use_made(studio, walker, plan, maker, users))
        except CannotPlan:
            break  # a shorter conversation is one too
    return found


def usable(studio: Studio) -> tuple[Tool, str, str]:
    """A tool that takes the id of an entity that can be searched for, its parameter, the entity."""
    able = [
        (t, p.name, entity)
        for entity, users in studio.graph.users.items()
        for t in users
        for p in t.params
        if getattr(p.kind, "entity", None) == entity
        and p.required
        and entity in studio.graph.finders
    ]
    if not able:
        raise CannotPlan("plan.no_tool")
    return studio.rng.choice(able)


def _make_then_use(studio: Studio, walker: Walker, plan: Plan) -> list[Script]:
    first = create(studio, walker, plan, studio.cell.domain)
    groups = [[i] for i in range(len(plan.steps))]
    later = [use_made(studio, walker, plan, first), *_more(studio, walker, plan, first)]
    return _turns(studio, plan, [first], groups, later)


def _carry(studio: Studio, walker: Walker, plan: Plan) -> list[Script]:
    first, pick, taker = giving_goal(studio, walker, plan)
    groups = [[i] for i in range(len(plan.steps))]
    return _turns(studio, plan, [first], groups, [walker.feed(plan, taker, pick)])


def _turns(
    studio: Studio, plan: Plan, first: list[int], groups: list[list[int]], later: list[int]
) -> list[Script]:
    """An opening turn for `first`, and a turn for each later goal."""
    speaker = studio.speaker(plan)
    turns = [acting_turn(studio, plan, ask(speaker, plan, first, "dependent"), groups, first)]
    done = frozenset(i for g in groups for i in g)
    for goal in later:
        user = request(speaker, [Intent(goal, look_ups_said=done)], ["dependent"], later=True)
        turns.append(acting_turn(studio, plan, user, [[goal]], [goal]))
    tools = list(dict.fromkeys(s.tool for s in plan.steps))
    return [studio.script("multi_turn", plan, turns, studio.visible(tools), speaker.frames)]


def searchable(studio: Studio) -> list[tuple[Tool, str, str]]:
    """(finder, list field, entity) of the cell's finders whose arguments can be said."""
    able = direct_tools(studio)
    return [
        (tool, field, entity)
        for entity, finders in studio.graph.finders.items()
        for tool, field in finders
        if tool in able and tool.name in studio.lexicon.entities[entity].np
    ]


skill = Skill(
    name="multi_turn",
    what="two to four user turns: later ones refer back to what earlier ones brought",
    proof="per-turn calls and state; provenance of the reference across turns",
    family=family,
    crosses=True,
)
