"""Form: tools are valid, messages stand in order, and calls are valid against the visible tools.

It looks at the row alone, so it judges imported trajectories as well.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import ClassVar

from callwright.filters.arguments import same
from callwright.filters.base import Fault, Filter
from callwright.filters.message_order import order_faults
from callwright.filters.rollout import as_list, as_object
from callwright.filters.scene import Scene
from callwright.filters.tool_form import tool_form
from callwright.schemas.messages import ToolCall, ToolSpec
from callwright.schemas.record import Json
from callwright.schemas.task import Task, Trajectory


class SchemaFilter(Filter):
    """Drops rows whose form is wrong.

    Reason codes: `schema.bad_tool`, `schema.same_tool_twice`, `schema.task_differs`,
    `schema.unknown_tool`, `schema.invalid_arguments`, `schema.default_argument`,
    `schema.offer_not_shown`, and those of `message_order`.
    """

    name: ClassVar[str] = "schema"

    def faults(self, trajectory: Trajectory, scene: Scene) -> Iterator[Fault]:
        """Faults of tools, of messages, then of calls."""
        task, messages = trajectory.task, trajectory.messages
        yield from tool_faults(task)
        for code, evidence in order_faults(messages):
            yield Fault(code, evidence)
        yield from _task_faults(trajectory)
        tools = {tool.name: tool for tool in task.tools}
        turn = -1
        for message in messages:
            if message.role == "user":
                turn += 1
                tools |= {tool.name: tool for tool in _offered(task, turn)}
            for call in message.tool_calls:
                yield from call_faults(call, tools)


def _offered(task: Task, turn: int) -> tuple[ToolSpec, ...]:
    return task.turns[turn].offers if turn < len(task.turns) else ()


def tool_faults(task: Task) -> Iterator[Fault]:
    """What is wrong with the visible tools, those that are offered later among them."""
    every = task.tools_at(len(task.turns))
    names = [tool.name for tool in every]
    for name in sorted({n for n in names if names.count(n) > 1}):
        yield Fault("same_tool_twice", name)
    for number, turn in enumerate(task.turns):
        for tool in turn.offers:
            if tool.text not in turn.text:
                yield Fault("offer_not_shown", f"turn {number}: {tool.name}")
    for tool in every:
        if fault := tool_form(tool).fault:
            yield Fault("bad_tool", f"{tool.name}: {fault}")


def _task_faults(trajectory: Trajectory) -> Iterator[Fault]:
    """The conversation must be the one the task scripts."""
    task, messages = trajectory.task, trajectory.messages
    if messages and messages[0].role == "system" and messages[0].content != task.system:
        yield Fault("task_differs", "the system message is not the task's")
    said = [message.content for message in messages if message.role == "user"]
    if said != [turn.text for turn in task.turns]:
        yield Fault("task_differs", "the user messages are not the task's turns")
    if len(task.checks.turns) != len(task.turns):
        yield Fault("task_differs", f"{len(task.turns)} turns, {len(task.checks.turns)} checks")


def call_faults(call: ToolCall, tools: Mapping[str, ToolSpec]) -> Iterator[Fault]:
    """What is wrong with one call."""
    tool = tools.get(call.name)
    if tool is None:
        yield Fault("unknown_tool", f"{call.id}: {call.name}")
        return
    form = tool_form(tool)
    if not form.accepts(call.arguments):
        compiled = form.validator
        if isinstance(compiled, str):
            yield Fault("bad_tool", f"{tool.name}: {compiled}")
            return
        for error in islice(compiled.iter_errors(call.arguments), 1):
            where = "/".join(map(str, error.instance_path)) or "arguments"
            yield Fault("invalid_arguments", f"{call.name}: {where}: {error.message}")
    for path in defaults_said(call.arguments, tool.parameters):
        yield Fault("default_argument", f"{call.name}: {path}")


def defaults_said(arguments: Json, schema: Json, at: str = "") -> Iterator[str]:
    """JSON pointers of optional arguments that only repeat the default of the schema."""
    parts = as_object(schema)
    required, properties = as_list(parts.get("required")), as_object(parts.get("properties"))
    for name, value in as_object(arguments).items():
        inner = as_object(properties.get(name))
        if name not in required and "default" in inner and same(value, inner["default"]):
            yield f"{at}/{name}"
        yield from defaults_said(value, inner, f"{at}/{name}")
