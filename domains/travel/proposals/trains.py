"""Proposers of the train tools."""

from callwright.domains.core import Ask
from callwright.domains.core.proposing import allowed, pick
from callwright.domains.travel.proposals.common import Json, ahead, ride_filters, some, state_of
from callwright.domains.travel.rows import Train


def find_trains(ask: Ask) -> dict[str, Json]:
    """One day and line, with a few filters."""
    t = pick(ask, Train, state_of(ask).trains, lambda t: ahead(ask, t))
    where = {"origin": t.origin, "destination": t.destination, "date": t.depart[:10]}
    return where | some(ask, ride_filters(ask, t))


def book_train(ask: Ask) -> dict[str, Json]:
    """A train that the person can still take, alone or with others."""
    t = pick(ask, Train, state_of(ask).trains, lambda t: _can_book(ask, t))
    found: dict[str, Json] = {"train_id": t.train_id}
    if t.seats > 1 and ask.maybe(0.45):
        found["passengers"] = ask.rng.randint(2, min(4, t.seats))
    if ask.target is None and ask.maybe(0.3):  # a price limit told before was for standard class
        found["rail_class"] = "first"
    return found


def _can_book(ask: Ask, t: Train) -> bool:
    state = state_of(ask)
    return t.seats > 0 and allowed(
        lambda: state.check_sellable(t),
        lambda: state.check_free(state.person.name, t.depart, t.arrive),
    )
