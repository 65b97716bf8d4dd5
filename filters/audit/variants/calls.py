"""The same calls in another order or grouping, or with one look more."""

from random import Random

from callwright.domains.core.view import call_through
from callwright.filters.audit.mutant import TurnSpan, spans
from callwright.filters.audit.variant import TOLERATED, Variant
from callwright.filters.scene import Scene
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.task import Trajectory


def reordered_calls(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """Calls of one message the other way round."""
    index = _parallel(trajectory, rng)
    if index is None:
        return None
    messages = list(trajectory.messages)
    calls, results = messages[index].tool_calls, _results(trajectory, index)
    messages[index] = messages[index].model_copy(update={"tool_calls": calls[::-1]})
    messages[index + 1 : index + 1 + len(calls)] = results[::-1]
    return Variant("reordered_calls", tuple(messages))


def split_calls(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """Calls of one message, one message each."""
    index = _parallel(trajectory, rng)
    if index is None:
        return None
    message, results = trajectory.messages[index], _results(trajectory, index)
    single: list[Message] = []
    for call, result in zip(message.tool_calls, results, strict=True):
        single += [message.model_copy(update={"tool_calls": (call,)}), result]
    rest = trajectory.messages[index + 1 + len(results) :]
    return Variant("split_calls", (*trajectory.messages[:index], *single, *rest))


def merged_calls(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """Two calls that do not depend on each other, in one message instead of two."""
    found = [(span, index) for span in spans(trajectory) for index in _mergeable(trajectory, span)]
    if not found:
        return None
    _, index = rng.choice(found)
    messages = list(trajectory.messages)
    first, second = messages[index], messages[index + 2]
    both = first.model_copy(update={"tool_calls": (*first.tool_calls, *second.tool_calls)})
    messages[index : index + 4] = [both, messages[index + 1], messages[index + 3]]
    return Variant("merged_calls", tuple(messages))


def further_look_up(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """A look at something else before the answer, where the task tolerates it."""
    checks = trajectory.task.checks
    acting = [span for span in spans(trajectory) if span.check.calls]
    if not checks.look_ups or not acting:
        return None
    span = rng.choice(acting)
    used = {call.name for call in span.check.calls}
    offered = trajectory.task.tools_at(span.turn)
    free = [t.name for t in offered if t.name in checks.readers and t.name not in used]
    if not free:
        return None
    call = ToolCall(id="look", name=rng.choice(free), arguments={})
    look = Message(role="assistant", tool_calls=(call,))
    result = Message(role="tool", content="{}", tool_call_id="look", name=call.name)
    at, messages = span.end - 1, trajectory.messages
    made = (*messages[:at], look, result, *messages[at:])
    return Variant("further_look_up", made, TOLERATED)


def other_plan(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """Another plan of a turn, as its checks hold it: one call after the other, really made."""
    found = [(span, plan) for span in spans(trajectory) for plan in span.check.others]
    if not found:
        return None
    span, plan = rng.choice(found)
    messages, mark = trajectory.messages, scene.world.mark()
    try:
        for message in messages[: span.start]:
            for call in message.tool_calls:
                _made(scene, call)
        calls = (
            ToolCall(id=f"other_{i}", name=call.name, arguments=call.arguments)
            for i, call in enumerate(plan)
        )
        steps = [message for call in calls for message in _made(scene, call)]
    finally:
        scene.world.rollback(mark)
    return Variant("other_plan", (*messages[: span.start], *steps, *messages[span.end - 1 :]))


def _made(scene: Scene, call: ToolCall) -> tuple[Message, Message]:
    """A message with a call, and the one with the result that the world gives."""
    _, content = call_through(scene.world, scene.views, call.name, call.arguments, scene.setting)
    result = Message(role="tool", content=content, tool_call_id=call.id, name=call.name)
    return Message(role="assistant", tool_calls=(call,)), result


def _parallel(trajectory: Trajectory, rng: Random) -> int | None:
    found = [i for i, m in enumerate(trajectory.messages) if len(m.tool_calls) > 1]
    return rng.choice(found) if found else None


def _results(trajectory: Trajectory, index: int) -> tuple[Message, ...]:
    count = len(trajectory.messages[index].tool_calls)
    return trajectory.messages[index + 1 : index + 1 + count]


def _mergeable(trajectory: Trajectory, span: TurnSpan) -> list[int]:
    """Indexes of messages with one call, whose next message has one that may come at once."""
    calls = [
        i for i in range(span.start, span.end - 1) if len(trajectory.messages[i].tool_calls) == 1
    ]
    if len(calls) != len(span.check.calls):
        return []
    pairs = zip(calls, calls[1:], range(1, len(calls)), strict=False)
    return [i for i, j, n in pairs if j == i + 2 and n - 1 not in span.check.calls[n].after]


VARIANTS = (reordered_calls, split_calls, merged_calls, further_look_up, other_plan)
