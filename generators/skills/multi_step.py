"""Dependent calls: later arguments come from earlier results."""

from collections.abc import Mapping, Sequence
from functools import cache

from callwright.domains.core import output as shapes
from callwright.domains.core.graph import ToolGraph, bridge, looked_up
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.order import commute, distinct
from callwright.generators.planner.plan import Pick, Plan
from callwright.generators.planner.walk import Walker
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import ask, asked_turn, choose, one_each
from callwright.generators.studio import Studio

SEVERAL = 0.25
"""Share of families within one domain that look several things up at once."""
MAKE = 0.6
"""From here on a family makes something and uses it; below, it looks one thing up."""


def family(studio: Studio) -> list[Script]:
    """Two to eight steps: look up and use; make and use; or carry a value into another domain."""
    plan = Plan()
    walker, draw = studio.walker(), studio.rng.random()
    crosses = len(studio.cell.domains) > 1
    if not crosses and draw < SEVERAL:
        goals, groups, relation = *several(studio, walker, plan), "independent"
    else:
        goals, relation = chain(studio, walker, plan, make=draw > MAKE), "dependent"
        groups = one_each(range(len(plan.steps)))
    speaker = studio.speaker(plan)
    turn = asked_turn(studio, plan, ask(speaker, plan, goals, relation), groups)
    tools = list(dict.fromkeys(s.tool for s in plan.steps))
    return [studio.script("multi_step", plan, [turn], studio.visible(tools), speaker.frames)]


def chain(studio: Studio, walker: Walker, plan: Plan, make: bool) -> list[int]:
    """A chain of the cell's kind; returns the goals the user asks for, in order."""
    if len(studio.cell.domains) > 1:
        return crossing(studio, walker, plan)
    if not make:
        return [walker.with_lookup(plan, choose(studio, studio.graph.pickers))]
    goals = [create(studio, walker, plan, studio.cell.domain)]
    for _ in range(studio.rng.choices(range(1, 4), (6, 3, 1))[0]):
        done = {plan.steps[goal].tool for goal in goals}
        users = [t for t in made_users(studio, plan, goals[0]) if t not in done]
        if users or len(goals) == 1:
            goals.append(use_made(studio, walker, plan, goals[0], users))
    return goals


def several(studio: Studio, walker: Walker, plan: Plan) -> tuple[list[int], list[list[int]]]:
    """Two to four look-ups at once, then what they were for at once; goals and groups."""
    count = studio.rng.choices(range(2, 5), (6, 3, 1))[0]
    wanted = [walker.wanted(choose(studio, studio.graph.pickers)) for _ in range(count)]
    if len({one.target.key for one in wanted}) < count:
        raise CannotPlan("plan.same_target")
    picks = [walker.look_up(plan, one.entity, one.target) for one in wanted]
    distinct(plan.steps)
    mark = studio.world.mark()
    goals = [walker.about(plan, one, pick) for one, pick in zip(wanted, picks, strict=True)]
    steps = [plan.steps[goal] for goal in goals]
    distinct(steps)
    commute(studio.world, mark, steps)
    return goals, [[pick.step for pick in picks], goals]


def create(studio: Studio, walker: Walker, plan: Plan, domain: str) -> int:
    """A step that makes an entity which some tool can then use."""
    makers = {t for ts in studio.graph.creators.values() for t in ts if t.domain == domain}
    able = [
        t
        for t in studio.graph.tools
        if t in makers and shapes.entity(t.output) in studio.graph.users
    ]
    tool = choose(studio, able)
    return (
        walker.direct(plan, tool) if tool in studio.graph.direct else walker.with_lookup(plan, tool)
    )


def made_users(studio: Studio, plan: Plan, first: int) -> list[Tool]:
    """The tools that can use what step `first` made without ending it."""
    entity = shapes.entity(plan.steps[first].tool.output) or ""
    return [t for t in studio.graph.users.get(entity, ()) if not t.ends]


def use_made(
    studio: Studio, walker: Walker, plan: Plan, first: int, tools: list[Tool] | None = None
) -> int:
    """A step that uses the entity that step `first` made, by one of `tools` if given."""
    pick = walker.made(plan, first)
    tool = choose(studio, made_users(studio, plan, first) if tools is None else tools)
    param = next(p for p in tool.params if getattr(p.kind, "entity", None) == pick.entity)
    target = walker.row(plan.steps[first].tool, pick.entity, plan.value_at(first, pick.path))
    return walker.goal(plan, tool, {param.name: pick}, target)


def crossing(studio: Studio, walker: Walker, plan: Plan) -> list[int]:
    """A goal in one domain, then a call in another that takes its times from the first."""
    goal, pick, taker = giving_goal(studio, walker, plan)
    return [goal, walker.feed(plan, taker, pick)]


def giving_goal(studio: Studio, walker: Walker, plan: Plan) -> tuple[int, Pick, Tool]:
    """A goal, the pick of an entity of it that can feed another domain, and the tool it feeds."""
    giver, taker = choose_pair(studio)
    if giver in studio.graph.pickers:
        goal = walker.with_lookup(plan, giver)
        pick = next(iter(plan.steps[goal].picks().values()))
    else:
        goal = walker.direct(plan, giver)
        pick = walker.made(plan, goal)
    if not _feeds(walker.giver(plan, pick), taker):
        raise CannotPlan("plan.no_bridge")
    return goal, pick, taker


def choose_pair(studio: Studio) -> tuple[Tool, Tool]:
    """A tool of one domain and a tool of another that its entity's start and end can feed."""
    pairs = _pairs(studio.graph)
    if not pairs:
        raise CannotPlan("plan.no_bridge")
    taker = studio.rng.choice(list(pairs))
    return studio.rng.choice(pairs[taker]), taker


@cache
def _pairs(graph: ToolGraph) -> Mapping[Tool, Sequence[Tool]]:
    """Taker -> the tools of other domains that can feed it, where there are any."""
    makers = {t for ts in graph.creators.values() for t in ts} & set(graph.direct)
    outputs = {giver: _outputs(graph, giver, giver in makers) for giver in graph.tools}
    pairs = {
        taker: [
            giver
            for giver in graph.tools
            if giver.domain != taker.domain
            and not giver.ends
            and any(_feeds(output, taker) for output in outputs[giver])
        ]
        for taker in graph.direct
        if taker.mutates
    }
    return {taker: givers for taker, givers in pairs.items() if givers}


def _outputs(graph: ToolGraph, tool: Tool, maker: bool) -> list[type[shapes.Output]]:
    if tool not in graph.pickers:
        return [tool.output] if maker else []
    found = looked_up(tool)
    entity = found[1] if found else ""
    return [shapes.lists(f.output)[field] for f, field in graph.finders.get(entity, ())]


def _feeds(output: type[shapes.Output], taker: Tool) -> bool:
    """Start and end, or a start alone where the taker needs nothing else.

    A start with a length to be said would leave open how long the thing really takes. What the
    taker suits is its own matter: a car is not heated for a parcel.
    """
    if taker.suits and shapes.entity(output) not in taker.suits:
        return False
    links = bridge(output, taker)
    needed = [p for p in taker.params if p.required]
    return len(links) > 1 or (len(links) == 1 and len(needed) == 1)


skill = Skill(
    name="multi_step",
    what="dependent calls, 2 to 8: later arguments come from earlier results",
    proof="partial order of the plan; provenance of each chained value",
    family=family,
    crosses=True,
)
