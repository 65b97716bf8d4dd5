"""What the proposers share: targets by type, round moments, and asking the rules beforehand."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, TypeVar

from callwright.domains.core import Ask, NoProposal, Output, Row, Tool
from callwright.domains.core.output import lists
from callwright.domains.vehicle.state import Vehicle
from callwright.domains.vehicle.times import at, offset_is_unsure

Args = dict[str, Any]
R = TypeVar("R", bound=Row)


def state_of(ask: Ask) -> Vehicle:
    """The vehicle state of the world that is asked about."""
    return ask.state


def pick(ask: Ask, kind: type[R], rows: Iterable[R], good: Callable[[R], bool] = bool) -> R:
    """The target if it is a good row of that type, or any good one; else `NoProposal`."""
    if ask.target is None:
        return ask.choose_good(rows, good)
    if not isinstance(ask.target, kind) or not good(ask.target):
        raise NoProposal
    return ask.target


def finding(ask: Ask, look_up: Tool, row: Row, args: Args) -> Args:
    """`args`, when what they find holds the row; else there is nothing to propose."""
    found = look_up.fn(ask.state, **args)
    items: list[Output] = [i for name in lists(type(found)) for i in getattr(found, name)]
    if row not in items:
        raise NoProposal
    return args


def some(ask: Ask, options: Args, most: int) -> Args:
    """At most `most` of the options, drawn at random; those that are None never."""
    names = [name for name, value in options.items() if value is not None]
    count = min(len(names), ask.rng.randint(0, most))
    chosen = set(ask.rng.sample(names, count))
    return {name: options[name] for name in names if name in chosen}


def moment(ask: Ask, first: int, last: int, clocks: tuple[str, ...]) -> datetime:
    """A round moment ahead, `first` to `last` days from today."""
    day = state_of(ask).now.date() + timedelta(days=ask.rng.randint(first, last))
    found = at(day, ask.rng.choice(clocks), state_of(ask).now.tzinfo)
    if found <= state_of(ask).now + timedelta(minutes=30) or offset_is_unsure(found):
        raise NoProposal
    return found
