"""What the proposers share: targets by type, and asking the rules beforehand."""

from typing import Any, TypeVar

from callwright.domains.core import Ask, NoProposal, Output, Row, Tool, ToolError
from callwright.domains.core.output import lists
from callwright.domains.device.state import DeviceState

R = TypeVar("R", bound=Row)
Args = dict[str, Any]


def state_of(ask: Ask) -> DeviceState:
    """The device state of the world that is asked about."""
    return ask.state


def finding(ask: Ask, look_up: Tool, args: Args) -> Args:
    """`args`, when what they find holds the target (or anything at all, without one)."""
    try:
        found = look_up.fn(ask.state, **args)
    except ToolError as error:
        raise NoProposal from error
    items: list[Output] = [item for name in lists(type(found)) for item in getattr(found, name)]
    keys = [next(iter(dict(item).values())) for item in items]
    if not keys or (ask.target is not None and ask.target.key not in keys):
        raise NoProposal
    return args
