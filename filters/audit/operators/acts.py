"""Wrong acts: calls left out, doubled, made too early, or made with another tool."""

from random import Random

from callwright.filters.audit.mutant import (
    Mutant,
    TurnSpan,
    choose_site,
    choose_span,
    only_text,
    sites,
    with_call,
)
from callwright.filters.scene import Scene
from callwright.schemas.checks import TurnCheck
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.task import Trajectory


def no_action(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Say what the reference says, but call nothing at all."""
    if not sites(trajectory):
        return None
    said = (m for m in trajectory.messages if m.role != "tool" and not m.tool_calls)
    return Mutant("no_action", tuple(said))


def drop_call(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Leave one call out."""
    site = choose_site(trajectory, rng)
    return Mutant("drop_call", with_call(trajectory, site, None)) if site else None


def only_first_call(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Stop after the first call of a turn that needs several."""
    span = choose_span(trajectory, rng, lambda check: check.calls[1:])
    if span is None:
        return None
    messages, kept = trajectory.messages, list[Message]()
    for message in messages[span.start : span.end - 1]:
        if message.tool_calls and not kept:
            kept.append(message.model_copy(update={"tool_calls": message.tool_calls[:1]}))
        elif kept and message.tool_call_id == kept[0].tool_calls[0].id:
            kept.append(message)
    return Mutant("only_first_call", (*messages[: span.start], *kept, *messages[span.end - 1 :]))


def duplicate_call(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Make one call twice; a write where there is one."""
    found = sites(trajectory)
    writes = [site for site in found if site.expected.mutates]
    if not found:
        return None
    site = rng.choice(writes or found)
    again = site.made.model_copy(update={"id": f"{site.made.id}_again"})
    messages = list(trajectory.messages)
    calls = (*messages[site.message].tool_calls, again)
    messages[site.message] = messages[site.message].model_copy(update={"tool_calls": calls})
    return Mutant("duplicate_call", tuple(messages))


def wrong_tool(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Call another visible tool with the same arguments."""
    site = choose_site(trajectory, rng)
    if site is None:
        return None
    plans = trajectory.task.checks.turns[site.turn].others
    right = {site.made.name, *(call.name for plan in plans for call in plan)}
    others = [t.name for t in trajectory.task.tools if t.name not in right]
    if not others:
        return None
    call = site.made.model_copy(update={"name": rng.choice(others)})
    return Mutant("wrong_tool", with_call(trajectory, site, call))


def extra_write(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Do what was asked, and change something else besides."""
    span = choose_span(trajectory, rng, lambda check: check.calls)
    if span is None:
        return None
    readers, used = trajectory.task.checks.readers, {call.name for call in span.check.calls}
    offered = trajectory.task.tools_at(span.turn)
    free = [t.name for t in offered if t.name not in readers and t.name not in used]
    return _with_calls("extra_write", trajectory, span, free[:1])


def many_look_ups(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Look up far more than the task tolerates."""
    span = choose_span(trajectory, rng, lambda check: check.calls)
    checks = trajectory.task.checks
    if span is None or not checks.readers:
        return None
    names = [*checks.readers] * (checks.look_ups + 2)
    return _with_calls("many_look_ups", trajectory, span, names[: checks.look_ups + 2])


def _with_calls(
    name: str, trajectory: Trajectory, span: TurnSpan, tools: list[str]
) -> Mutant | None:
    """The conversation with further calls, without arguments, before the answer of a turn."""
    if not tools:
        return None
    calls = tuple(ToolCall(id=f"more_{i}", name=t, arguments={}) for i, t in enumerate(tools))
    at, messages = span.end - 1, trajectory.messages
    results = (
        Message(role="tool", content="{}", tool_call_id=call.id, name=call.name) for call in calls
    )
    more = Message(role="assistant", tool_calls=calls)
    return Mutant(name, (*messages[:at], more, *results, *messages[at:]))


def too_early(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Make all calls of a turn at once, though one needs the result of another."""
    span = choose_span(trajectory, rng, _dependent)
    if span is None:
        return None
    messages = trajectory.messages
    inside = messages[span.start : span.end - 1]
    calls = tuple(call for m in inside for call in m.tool_calls)
    results = (m for m in inside if m.role == "tool")
    first = next(m for m in inside if m.tool_calls).model_copy(update={"tool_calls": calls})
    tail = messages[span.end - 1 :]
    return Mutant("too_early", (*messages[: span.start], first, *results, *tail))


def act_instead_of_abstain(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Call something in a turn that needs no call: the call of a later turn, or any tool."""
    span = choose_span(trajectory, rng, lambda check: () if check.calls else (check,))
    if span is None or not trajectory.task.tools:
        return None
    later = [site.made for site in sites(trajectory) if site.turn > span.turn]
    any_tool = ToolCall(id="act", name=rng.choice(trajectory.task.tools).name, arguments={})
    call = (later[0] if later else any_tool).model_copy(update={"id": "act"})
    act = Message(role="assistant", tool_calls=(call,))
    messages = trajectory.messages
    return Mutant("act_instead_of_abstain", (*messages[: span.start], act, *messages[span.start :]))


def refuse_instead_of_act(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Say that it cannot be done, where it can."""
    span = choose_span(trajectory, rng, lambda check: check.calls)
    if span is None:
        return None
    topic = span.check.calls[0].name.replace("_", " ")
    text = f"I'm sorry, I can't help with {topic}."
    return Mutant("refuse_instead_of_act", only_text(trajectory, span, text))


def ask_instead_of_act(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Ask, where everything is said."""
    span = choose_span(trajectory, rng, lambda check: check.calls)
    if span is None:
        return None
    text = "Could you tell me when, where and which one?"
    return Mutant("ask_instead_of_act", only_text(trajectory, span, text))


def _dependent(check: TurnCheck) -> list[int]:
    return [before for call in check.calls for before in call.after]


OPERATORS = (
    no_action,
    drop_call,
    only_first_call,
    duplicate_call,
    wrong_tool,
    extra_write,
    many_look_ups,
    too_early,
    act_instead_of_abstain,
    refuse_instead_of_act,
    ask_instead_of_act,
)
