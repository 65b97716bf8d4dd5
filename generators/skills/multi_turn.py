"""Two user turns: the second refers back to what the first brought."""

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
    return _two_turns(studio, plan, [pick.step], [[pick.step]], goal)


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
    goal = use_made(studio, walker, plan, first)
    return _two_turns(studio, plan, [first], groups, goal)


def _carry(studio: Studio, walker: Walker, plan: Plan) -> list[Script]:
    first, pick, taker = giving_goal(studio, walker, plan)
    groups = [[i] for i in range(len(plan.steps))]
    goal = walker.feed(plan, taker, pick)
    return _two_turns(studio, plan, [first], groups, goal)


def _two_turns(
    studio: Studio, plan: Plan, first: list[int], groups: list[list[int]], goal: int
) -> list[Script]:
    speaker = studio.speaker(plan)
    opening = acting_turn(studio, plan, ask(speaker, plan, first, "dependent"), groups, first)
    done = frozenset(i for g in groups for i in g)
    user = request(speaker, [Intent(goal, look_ups_said=done)], ["dependent"], later=True)
    closing = acting_turn(studio, plan, user, [[goal]], [goal])
    tools = list(dict.fromkeys(s.tool for s in plan.steps))
    return [
        studio.script("multi_turn", plan, [opening, closing], studio.visible(tools), speaker.frames)
    ]


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
    what="two user turns: the second refers back to what the first brought",
    proof="per-turn calls and state; provenance of the reference across turns",
    family=family,
    crosses=True,
)
