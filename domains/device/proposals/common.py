"""What the proposers share: targets by type, and asking the rules beforehand."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from callwright.domains.core import Ask, NoProposal, Output, Row, Tool, ToolError
from callwright.domains.core.output import lists
from callwright.domains.device.state import DeviceState

R = TypeVar("R", bound=Row)
Args = dict[str, Any]


def state_of(ask: Ask) -> DeviceState:
    """The device state of the world that is asked about."""
    return ask.state


def pick(
    ask: Ask, kind: type[R], rows: Iterable[R], good: Callable[[R], bool] = lambda _: True
) -> R:
    """The target if it is a good row of that type, or any good one; else `NoProposal`."""
    if ask.target is None:
        return ask.choose_good(rows, good)
    row = next((r for r in rows if r.key == ask.target.key), None)
    if row is None or not isinstance(row, kind) or not good(row):
        raise NoProposal
    return row


def allowed(*rules: Callable[[], object]) -> bool:
    """Whether none of the rules (which change nothing) raises a `ToolError`."""
    try:
        for rule in rules:
            rule()
    except ToolError:
        return False
    return True


def sure(*rules: Callable[[], object]) -> None:
    """`NoProposal` when one of the rules raises a `ToolError`."""
    if not allowed(*rules):
        raise NoProposal


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
