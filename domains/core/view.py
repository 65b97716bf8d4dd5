"""A view: how a task shows one tool (architecture, idea 6). Views are data and are reversible.

Calls written in the view execute in the world; results are rendered back. A view record says
everything, so replay needs no generator of views.
"""

from collections.abc import Callable, Iterator, Mapping, Set
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple

from pydantic import Field

from callwright.domains.core import output as shapes
from callwright.domains.core.errors import INVALID_ARGUMENTS, ToolError
from callwright.domains.core.result_text import Envelope, write_error, write_result
from callwright.domains.core.table import Output
from callwright.domains.core.tool import Tool
from callwright.domains.core.world import Outcome, World
from callwright.schemas.canonical import digest
from callwright.schemas.messages import ToolSpec
from callwright.schemas.narrow import is_object
from callwright.schemas.record import RECORD_VERSION, Record, Version
from callwright.schemas.values import UNREAD, Kind, Setting

Json = Any
Dialect = Literal["json_schema", "python", "openapi", "pydantic"]


class ParamView(Record):
    """Where and how the visible arguments carry one parameter."""

    path: tuple[str, ...]
    """Keys from the root of the visible arguments; more than one when nested."""
    format: str = "canonical"
    nullable: bool = False
    """Whether the dialect lets null stand for an argument that is left out."""


class View(Record):
    """How one tool is shown."""

    record_version: Version = RECORD_VERSION
    tool: str
    """Canonical tool, e.g. `travel.find_flights`."""
    spec: ToolSpec
    """What the model sees."""
    dialect: Dialect = "json_schema"
    """Type dialect of `spec.parameters`."""
    params: dict[str, ParamView]
    """Canonical parameter -> its place; every parameter of the tool, in the order shown."""
    fields: dict[str, str] = Field(default_factory=dict[str, str])
    """Canonical result key -> shown key, at every depth; keys not named keep their name."""
    formats: dict[str, str] = Field(default_factory=dict[str, str])
    """Result leaf (`flights.*.price`) -> wire format; leaves not named are canonical."""
    envelope: Envelope = "object"
    bare_errors: bool = False

    @property
    def name(self) -> str:
        """The visible tool name."""
        return self.spec.name

    @cached_property
    def slots(self) -> dict[Tool, "dict[tuple[str, ...], Slot]"]:
        """The tool -> path into the visible arguments -> what stands there; filled by calls."""
        return {}

    @cached_property
    def layouts(self) -> dict[type[Output], "Mapping[str, Place]"]:
        """Type of result -> how each of its fields is shown; filled as results are shown."""
        return {}

    def digest(self) -> str:
        """Content address of the view."""
        return digest(self.model_dump(mode="json"), 16)


def encode_arguments(
    view: View, tool: Tool, arguments: Mapping[str, Json], setting: Setting
) -> dict[str, Json]:
    """Canonical arguments as the view shows them, in the order shown."""
    visible: dict[str, Json] = {}
    for name, place in view.params.items():
        if name in arguments:
            wire = tool.param(name).kind.encode(arguments[name], place.format, setting)
            _put(visible, place.path, wire)
    return visible


def decode_arguments(
    view: View, tool: Tool, visible: Mapping[str, Json], setting: Setting
) -> dict[str, Json]:
    """Canonical arguments of visible ones; `ToolError` invalid_arguments when they do not fit."""
    slots = view.slots.get(tool)
    if slots is None:
        slots = view.slots[tool] = _slots(view, tool)
    found: dict[str, Json] = {}
    for path, wire in walk(visible, slots.keys()):
        slot = slots.get(path)
        if slot is None:
            raise ToolError(INVALID_ARGUMENTS, f"unknown argument {'.'.join(path) or '(root)'}")
        if wire is None and slot.nullable:
            continue
        value = slot.kind.decode(wire, slot.format, setting)
        if value is UNREAD:
            raise ToolError(
                INVALID_ARGUMENTS, f"argument {'.'.join(path)} has a wrong value or format"
            )
        found[slot.name] = value
    return {p.name: found[p.name] for p in tool.params if p.name in found}


def _slots(view: View, tool: Tool) -> dict[tuple[str, ...], "Slot"]:
    return {
        place.path: Slot(name, tool.param(name).kind, place.format, place.nullable)
        for name, place in view.params.items()
    }


def walk(
    visible: Mapping[str, Json], leaves: Set[tuple[str, ...]], at: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Every leaf (path in `leaves`, or not an inner node of them) of visible arguments."""
    for key, value in visible.items():
        path = (*at, key)
        if path not in leaves and is_object(value) and _is_inner(path, leaves):
            yield from walk(value, leaves, path)
        else:
            yield path, value


def _is_inner(path: tuple[str, ...], leaves: Set[tuple[str, ...]]) -> bool:
    return any(leaf[: len(path)] == path and len(leaf) > len(path) for leaf in leaves)


def _put(target: dict[str, Json], path: tuple[str, ...], value: Json) -> None:
    for key in path[:-1]:
        target = target.setdefault(key, {})
    target[path[-1]] = value


def show_data(
    view: View, output: type[Output], data: Mapping[str, Json], setting: Setting
) -> dict[str, Json]:
    """A canonical result with the view's keys and leaf formats."""
    layout = view.layouts.get(output)
    if layout is None:
        layout = view.layouts[output] = _layout(view, output, "")
    return _show(layout, data, setting)


class Slot(NamedTuple):
    """What stands at one place of the visible arguments."""

    name: str
    """The parameter."""
    kind: Kind
    format: str
    nullable: bool


class Place(NamedTuple):
    """How a view shows one field of a result."""

    key: str
    """The shown key."""
    show: Callable[[Json, Setting], Json] | None = None
    """Gives the shown value; None where it is the canonical one."""


def _layout(view: View, output: type[Output], at: str) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for name, shape in shapes.fields(output).items():
        key, path = view.fields.get(name, name), f"{at}{name}"
        found[name] = Place(key, _shower(view, shape, path))
    return found


def _shower(
    view: View, shape: Kind | shapes.Items | type[Output], path: str
) -> Callable[[Json, Setting], Json] | None:
    """How a field is shown that is not shown as it is."""
    if isinstance(shape, Kind):
        form = view.formats.get(path, "canonical")
        return None if form == "canonical" else partial(_encoded, shape, form)
    if isinstance(shape, shapes.Items):
        show, layout = _show_all, _layout(view, shape.row, f"{path}.*.")
    else:
        show, layout = _show, _layout(view, shape, f"{path}.")
    as_is = all(place == Place(name) for name, place in layout.items())
    return None if as_is else partial(show, layout)


def _encoded(kind: Kind, form: str, value: Json, setting: Setting) -> Json:
    return kind.encode(value, form, setting)


def _show(
    layout: Mapping[str, Place], data: Mapping[str, Json], setting: Setting
) -> dict[str, Json]:
    shown: dict[str, Json] = {}
    for name, value in data.items():
        key, show = layout[name]
        shown[key] = value if show is None else show(value, setting)
    return shown


def _show_all(
    layout: Mapping[str, Place], items: list[dict[str, Json]], setting: Setting
) -> list[dict[str, Json]]:
    return [_show(layout, item, setting) for item in items]


def render(view: View, tool: Tool, outcome: Outcome, setting: Setting) -> str:
    """A call's outcome as the content of a tool message."""
    if outcome.error is not None:
        return write_error(outcome.error, view.envelope, view.bare_errors)
    return write_result(show_data(view, tool.output, outcome.value or {}, setting), view.envelope)


def shown_pointer(view: View, pointer: tuple[str | int, ...]) -> str:
    """JSON pointer, in the data that `read_result` gives, of a path into the canonical result."""
    parts = [p if isinstance(p, int) else view.fields.get(p, p) for p in pointer]
    if view.envelope == "list":
        parts = parts[1:]
    return "".join(f"/{p}" for p in parts)


def call_through(
    world: World,
    views: Mapping[str, View],
    name: str,
    visible: Mapping[str, Json],
    setting: Setting,
) -> tuple[Outcome, str]:
    """Execute a visible call in the world: the outcome, and the content the assistant reads."""
    view = views.get(name)
    if view is None:
        error = ToolError("unknown_tool", f"There is no tool named {name}.").data()
        return Outcome(error=error), write_error(error, "object", bare=False)
    tool = world.tools[view.tool]
    try:
        arguments = decode_arguments(view, tool, visible, setting)
    except ToolError as error:
        outcome = Outcome(error=error.data())
    else:
        outcome = world.call(tool.id, arguments)
    return outcome, render(view, tool, outcome, setting)
