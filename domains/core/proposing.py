"""What proposers of every domain need: a row to ask about, and whether the rules allow it."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from callwright.domains.core.domain import Ask, NoProposal
from callwright.domains.core.errors import ToolError
from callwright.domains.core.table import Row

R = TypeVar("R", bound=Row)


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
