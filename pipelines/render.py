"""A trajectory as a person wants to read it, for the terminal and for the card.

Everything is `rich.text.Text`, never markup: what a user or a tool wrote must not style anything.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from callwright.pipelines.render_checks import check_lines, origin
from callwright.schemas.messages import Message, ToolSpec
from callwright.schemas.task import Trajectory

Json = Any
RESULT_CHARACTERS = 320
"""Longest shown text of a tool result; the rest is counted, not shown."""
COLOURS = {"system": "magenta", "user": "green", "assistant": "cyan", "tool": "yellow"}


def render(trajectory: Trajectory, *, whole: bool = False) -> Group:
    """The trajectory for a console; `whole` shows results and the system prompt in full."""
    limit = 1_000_000 if whole else RESULT_CHARACTERS
    return Group(
        Rule(_title(trajectory), style="dim"),
        _dials(trajectory),
        *_section(f"{len(trajectory.task.tools)} visible tools", _tools(trajectory.task.tools)),
        Text(""),
        _turns(trajectory, limit),
        *_section("provenance", _provenance(trajectory)),
        *_section("checks", check_lines(trajectory.task.checks)),
        *_section("verdicts", [_verdicts(trajectory)]),
    )


def render_text(trajectory: Trajectory, width: int = 100) -> str:
    """The same without colour, as lines of at most `width` characters."""
    console = Console(width=width, no_color=True, force_terminal=False, highlight=False)
    with console.capture() as captured:
        console.print(render(trajectory))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


# -- parts ---------------------------------------------------------------------------------
def _title(trajectory: Trajectory) -> Text:
    task = trajectory.task
    title = Text(f"{task.skill}", style="bold")
    return title.append(f" · {task.domain} · {task.split} · {task.language} · {task.id}", "default")


def _dials(trajectory: Trajectory) -> Text:
    task = trajectory.task
    dials = ", ".join(f"{name} {_short_json(value)}" for name, value in task.dials.items())
    return Text(f"family {task.family_id} · world {task.world} · {dials}", style="dim")


def _tools(tools: Sequence[ToolSpec]) -> Iterator[Text]:
    for tool in tools:
        yield Text(tool.name).append(signature(tool.parameters), "dim")


def signature(schema: dict[str, Json]) -> str:
    """Parameters in short: `(city: string, date?: string)`; nested objects in braces."""
    return f"({_fields(schema)})"


def _fields(schema: dict[str, Json]) -> str:
    required = schema.get("required") or ()
    properties = schema.get("properties") or {}
    return ", ".join(
        f"{name}{'' if name in required else '?'}: {_type(shape)}"
        for name, shape in properties.items()
    )


def _type(shape: dict[str, Json]) -> str:
    if shape.get("properties"):
        return f"{{{_fields(shape)}}}"
    if shape.get("enum"):
        return "|".join(map(str, shape["enum"]))
    kind = shape.get("type") or "any"
    if isinstance(kind, list):
        kind = "|".join(map(str, kind))
    if isinstance(shape.get("items"), dict):
        return f"[{_type(shape['items'])}]"
    return str(kind)


def _turns(trajectory: Trajectory, limit: int) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for number, message in enumerate(trajectory.messages):
        who = Text(f"{number:>2} {message.role}", style=COLOURS[message.role])
        table.add_row(who, Group(*_message(message, limit)))
    return table


def _message(message: Message, limit: int) -> Iterator[RenderableType]:
    if message.reasoning is not None:
        yield Text(f"({message.reasoning})", style="dim italic")
    for call in message.tool_calls:
        yield Text(call.name, style="bold").append(_arguments(call.arguments), "default")
    if message.role == "tool":
        yield Text(shorten(message.content or "", limit), style="yellow")
    elif message.content:
        yield Text(message.content)


def _arguments(arguments: dict[str, Json]) -> str:
    return "(" + ", ".join(f"{k}={_short_json(v)}" for k, v in arguments.items()) + ")"


def _provenance(trajectory: Trajectory) -> Iterator[Text]:
    for argument in trajectory.provenance.arguments:
        call = trajectory.messages[argument.message].tool_calls[argument.call]
        where = f"{argument.message:>2} {call.name}{argument.path.replace('/', '.')}"
        yield Text(where).append(" <- ", "dim").append(origin(argument.source, trajectory.messages))


def _verdicts(trajectory: Trajectory) -> Text:
    line = Text()
    for verdict in trajectory.verdicts:
        line.append(f"{verdict.filter} ", "default")
        line.append("kept" if verdict.keep else verdict.reason, "green" if verdict.keep else "red")
        line.append("  ")
    return line if trajectory.verdicts else Text("none recorded", style="dim")


def _section(title: str, lines: Iterable[Text]) -> Iterator[RenderableType]:
    """A title and a list of lines; what is too long for one goes on below it."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for line in lines:
        table.add_row(Text(" -", style="dim"), line)
    yield Text("")
    yield Text(title, style="bold")
    yield table


def shorten(text: str, limit: int) -> str:
    """`text`, cut to `limit` characters with the number of those left out."""
    return (
        text if len(text) <= limit else f"{text[:limit]} ... ({len(text) - limit} more characters)"
    )


def _short_json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
