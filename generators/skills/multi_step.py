"""Dependent calls: later arguments come from earlier results."""

from callwright.domains.core import output as shapes
from callwright.domains.core.graph import bridge, looked_up
from callwright.domains.core.tool import Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import Pick, Plan
from callwright.generators.planner.walk import Walker
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, ask, choose, direct_tools, pick_tools
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """Two to four steps: look up and use; make and use; or carry a value into another domain."""
    plan = Plan()
    goals = chain(studio, studio.walker(), plan)
    speaker = studio.speaker(plan)
    user = ask(speaker, plan, goals, "dependent")
    turn = acting_turn(studio, plan, user, [[i] for i in range(len(plan.steps))], goals)
    tools = list(dict.fromkeys(s.tool for s in plan.steps))
    return [studio.script("multi_step", plan, [turn], studio.visible(tools), speaker.frames)]


def chain(studio: Studio, walker: Walker, plan: Plan) -> list[int]:
    """A chain of the cell's kind; returns the goals the user asks for, in order."""
    if len(studio.cell.domains) > 1:
        return crossing(studio, walker, plan)
    if studio.rng.random() < 0.6:
        return [walker.with_lookup(plan, choose(studio, pick_tools(studio)))]
    first = create(studio, walker, plan, studio.cell.domain)
    return [first, use_made(studio, walker, plan, first)]


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
        walker.direct(plan, tool)
        if tool in direct_tools(studio)
        else walker.with_lookup(plan, tool)
    )


def use_made(
    studio: Studio, walker: Walker, plan: Plan, first: int, tools: list[Tool] | None = None
) -> int:
    """A step that uses the entity that step `first` made, by one of `tools` if given."""
    pick = walker.made(plan, first)
    users = [t for t in studio.graph.users[pick.entity] if not t.ends]
    tool = choose(studio, users if tools is None else tools)
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
    if giver in pick_tools(studio):
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
    takers = [t for t in direct_tools(studio) if t.mutates]
    pickers = pick_tools(studio)
    makers = {t for ts in studio.graph.creators.values() for t in ts} & set(direct_tools(studio))
    pairs = [
        (giver, taker)
        for taker in takers
        for giver in studio.graph.tools
        if giver.domain != taker.domain
        and not giver.ends
        and any(
            _feeds(o, taker) for o in _outputs(studio, giver, giver in pickers, giver in makers)
        )
    ]
    if not pairs:
        raise CannotPlan("plan.no_bridge")
    return studio.rng.choice(pairs)


def _outputs(studio: Studio, tool: Tool, picker: bool, maker: bool) -> list[type[shapes.Output]]:
    if not picker:
        return [tool.output] if maker else []
    found = looked_up(tool)
    entity = found[1] if found else ""
    return [shapes.lists(f.output)[field] for f, field in studio.graph.finders.get(entity, ())]


def _feeds(output: type[shapes.Output], taker: Tool) -> bool:
    """Start and end, or a start alone where the taker needs nothing else.

    A start with a length to be said would leave open how long the thing really takes.
    """
    links = bridge(output, taker)
    needed = [p for p in taker.params if p.required]
    return len(links) > 1 or (len(links) == 1 and len(needed) == 1)


skill = Skill(
    name="multi_step",
    what="dependent calls: later arguments come from earlier results",
    proof="partial order of the plan; provenance of each chained value",
    family=family,
    crosses=True,
)
