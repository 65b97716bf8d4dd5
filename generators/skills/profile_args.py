"""A value that the user does not say is in their profile: in the prompt, or told by a tool.

Where the prompt shows it, the twin's prompt does not, so the same request has to be asked about.
Where a tool tells it, the twin's user says it.
"""

from callwright.domains.core.tool import Param, Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.language.request import with_habit
from callwright.generators.language.speaker import Intent
from callwright.generators.planner.plan import FromProfile, Own, Plan, Said
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.clarify import asking_turns
from callwright.generators.skills.common import (
    acting_turn,
    ask,
    asked_turn,
    choose,
    one_call,
    one_each,
)
from callwright.generators.studio import Studio

FETCHED = 0.5
"""Share of families whose value is told by a tool, where the domain has one."""
MOST_TRIED = 8
"""Proposals tried until one has the argument that the habits give."""


def family(studio: Studio) -> list[Script]:
    """A profile that the prompt shows, or one that is looked up."""
    shown = [t for t in studio.graph.direct if _profiled(t)]
    told = [t for t in studio.graph.tools if studio.lexicon.tool(t).habits]
    if told and (not shown or studio.rng.random() < FETCHED):
        return _fetched(studio, studio.rng.choice(told))
    return _shown(studio, choose(studio, shown))


# -- shown in the prompt -------------------------------------------------------------------
def _shown(studio: Studio, tool: Tool) -> list[Script]:
    """The same words twice: with the fact in the prompt, and without it."""
    param = _profiled(tool)[0]
    shown = studio.showing(studio.shown | {param.profile or ""})
    hidden = studio.showing(studio.shown - {param.profile or ""})
    plan = Plan()
    goal = shown.walker().direct(plan, tool)
    step = plan.steps[goal]
    if step.args.get(param.name) != studio.world.person.profile(param.profile or ""):
        raise CannotPlan("plan.not_from_profile")
    step.bindings[param.name] = FromProfile(param.profile or "")  # pyright: ignore[reportIndexIssue]
    speaker = shown.speaker(plan)
    asked = ask(speaker, plan, [goal], "independent")
    tools = shown.visible([tool])
    known = asked_turn(shown, plan, asked, [[goal]])
    knows = shown.script("profile_args", plan, [known], tools, speaker.frames)

    other = Plan([step])
    other.steps[0] = type(step)(
        step.tool, step.args, {**step.bindings, param.name: Said()}, step.outcome, step.after
    )
    asker = hidden.speaker(other)
    turns = asking_turns(hidden, other, 0, param.name, asked.words, asker)
    asks = hidden.script("clarify", other, turns, tools, [*speaker.frames, *asker.frames])
    return [knows, asks]


def _profiled(tool: Tool) -> list[Param]:
    return [p for p in tool.params if p.profile and p.required]


# -- told by a tool ------------------------------------------------------------------------
def _fetched(studio: Studio, teller: Tool) -> list[Script]:
    """The same call twice: with a value out of the habits that `teller` tells, and said."""
    phrases, plan, walker = studio.lexicon.tool(teller), Plan(), studio.walker()
    field = studio.rng.choice(sorted(phrases.habits))
    places = [name.split(".") for name in phrases.habits[field].serves]
    able = {tool.name: tool for tool in studio.graph.direct}
    places = [(able[tool], param) for tool, param in places if tool in able]
    if not places:
        raise CannotPlan("plan.no_tool")
    tool, param = studio.rng.choice(places)
    told = walker.execute(plan, teller, {}, {})
    value = plan.value_at(told, (field,))
    args = {**_with(studio, tool, param), param: value}
    own = Own(told, field)
    bound = {n: own if n == param else walker.bind(tool.param(n), v) for n, v in args.items()}
    goal = walker.execute(plan, tool, args, bound)

    speaker = studio.speaker(plan)
    user = with_habit(speaker, Intent(goal, missing=frozenset({param})), param, own, phrases)
    turn = acting_turn(studio, plan, user, one_each([told, goal]), [goal])
    tools = studio.visible([teller, tool])
    fetched = studio.script("profile_args", plan, [turn], tools, speaker.frames)

    studio.world.rollback()
    said = Plan()
    bindings = {n: Said() if n == param else b for n, b in bound.items()}
    done = studio.walker().execute(said, tool, args, bindings)
    return [fetched, one_call(studio, said, done, "single")]


def _with(studio: Studio, tool: Tool, param: str) -> dict[str, object]:
    """Arguments that people would give `tool`, `param` among them."""
    for _ in range(MOST_TRIED):
        args = studio.walker().propose(tool)
        if param in args:
            return args
    raise CannotPlan("plan.argument_not_proposed")


skill = Skill(
    name="profile_args",
    what="a value that the user does not say is in their profile: in the prompt or told by a tool",
    proof="the value's source is the prompt or the tool's result; the twin asks, or is told it",
    family=family,
    twins=("clarify", "single"),
    needs=lambda tools: (
        ""
        if any(_profiled(t) and t.sayable for t in tools)
        else "it has no tool with a required parameter that the profile can fill"
    ),
)
