"""What the proposers share: targets by type, round times, and asking the rules beforehand."""

from typing import Any, TypeVar

from callwright.domains.core import Ask, Row
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.money import round_above
from callwright.domains.travel.rows import Flight, Train
from callwright.domains.travel.state import when

R = TypeVar("R", bound=Row)
Json = Any

_AFTER = ("07:00", "08:00", "09:00", "10:00", "12:00", "13:00", "14:00", "15:00", "16:00", "17:00",
          "18:00", "19:00", "20:00")  # fmt: skip
_BEFORE = ("09:00", "10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00", "17:00", "18:00",
           "19:00", "20:00", "21:00", "22:00")  # fmt: skip


def state_of(ask: Ask) -> Travel:
    """The travel state of the world that is asked about."""
    return ask.state


def some(ask: Ask, options: dict[str, Json]) -> dict[str, Json]:
    """A few of the options, drawn at random; those that are None never.

    Who refers to one thing by a look-up says less than who searches.
    """
    names = [name for name, value in options.items() if value is not None]
    count = min(len(names), ask.rng.choice((0, 1, 2, 3) if ask.target is None else (0, 0, 1, 1, 2)))
    chosen = set(ask.rng.sample(names, count))
    return {name: options[name] for name in names if name in chosen}


def ride_filters(ask: Ask, service: Flight | Train) -> dict[str, Json]:
    """Filters that people use and that let `service` through.

    A look-up for a booking has no price limit: class, bags and passengers may go above it.
    """
    clock = service.depart[11:16]
    early = [t for t in _AFTER if t <= clock][-3:]
    late = [t for t in _BEFORE if t > clock][:3]
    window = ask.rng.choice(("depart_after", "depart_before"))
    times = {"depart_after": early, "depart_before": late}[window]
    limit = round_above(service.price, ask.rng.uniform(1.0, 1.6))
    return {
        window: ask.rng.choice(times) if times else None,
        "direct": True if service.direct else None,
        "max_price": limit if ask.target is None else None,
    }


def ahead(ask: Ask, service: Flight | Train) -> bool:
    """Whether a departure lies in the future."""
    return when(service.depart) > state_of(ask).now
