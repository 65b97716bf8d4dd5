"""The missing value is in the user's profile, which the system prompt shows.

The twin's prompt does not show it, so the same request has to be asked about.
"""

from callwright.domains.core.tool import Param, Tool
from callwright.generators.errors import CannotPlan
from callwright.generators.planner.plan import FromProfile, Plan, Said
from callwright.generators.script import Script
from callwright.generators.skills.base import Skill
from callwright.generators.skills.clarify import asking_turns
from callwright.generators.skills.common import acting_turn, ask, choose, direct_tools, sayable
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """The same words twice: with the fact in the prompt, and without it."""
    tool = choose(studio, [t for t in direct_tools(studio) if _profiled(t)])
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
    user = ask(speaker, plan, [goal], "independent")
    tools = shown.visible([tool])
    known = acting_turn(shown, plan, user, [[goal]], [goal])
    knows = shown.script("profile_args", plan, [known], tools, speaker.frames)

    other = Plan([step])
    other.steps[0] = type(step)(
        step.tool, step.args, {**step.bindings, param.name: Said()}, step.outcome, step.after
    )
    asker = hidden.speaker(other)
    turns = asking_turns(hidden, other, 0, param.name, user, asker)
    asks = hidden.script("clarify", other, turns, tools, [*speaker.frames, *asker.frames])
    return [knows, asks]


def _profiled(tool: Tool) -> list[Param]:
    return [p for p in tool.params if p.profile and p.required]


skill = Skill(
    name="profile_args",
    what="a value that the user does not say stands in the profile in the system prompt",
    proof="the call matches; the value's source is the prompt; without it the twin asks",
    family=family,
    twins=("clarify",),
    needs=lambda tools: (
        ""
        if any(_profiled(t) and sayable(t) for t in tools)
        else "it has no tool with a required parameter that the profile can fill"
    ),
)
