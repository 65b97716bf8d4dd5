"""What the proposers share: targets by type, and asking the rules beforehand."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from callwright.domains.commerce.orders import Commerce
from callwright.domains.core import Ask, NoProposal, Row

R = TypeVar("R", bound=Row)
Json = Any


def state_of(ask: Ask) -> Commerce:
    """The shop of the world that is asked about."""
    return ask.state


def pick(ask: Ask, rows: Iterable[R], good: Callable[[R], bool]) -> R:
    """The target if it is a good one of these rows, or any good one; else `NoProposal`."""
    if ask.target is None:
        return ask.choose_good(rows, good)
    row = next((r for r in rows if r.key == ask.target.key), None)
    if row is None or not good(row):
        raise NoProposal
    return row


def some(ask: Ask, options: dict[str, Json]) -> dict[str, Json]:
    """A few of the options, drawn at random; those that are None never.

    Who refers to one thing by a look-up says less than who searches.
    """
    names = [name for name, value in options.items() if value is not None]
    count = min(len(names), ask.rng.choice((0, 1, 2, 3) if ask.target is None else (0, 0, 1)))
    chosen = set(ask.rng.sample(names, count))
    return {name: options[name] for name in names if name in chosen}
