"""What a person would ask of the tools about the person: one proposer per tool."""

from datetime import timedelta
from typing import Any

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.domain import Proposer
from callwright.domains.lifestyle import rows as r
from callwright.domains.lifestyle.state import moment, weekday

Json = Any
EVENINGS = (("18:00", "22:30"), ("18:30", "23:00"), ("19:00", "23:30"), ("17:00", "21:00"))


def my_tastes(ask: Ask) -> dict[str, Json]:
    """Nothing to say."""
    return {}


def join_waiting_list(ask: Ask) -> dict[str, Json]:
    """An open restaurant on one of the next days, mostly with the person's own number."""
    state = ask.state
    day = (state.today + timedelta(ask.rng.randint(1, 12))).isoformat()
    waits = {w.restaurant for w in state.waiting if w.date == day}
    able = [x for x in state.restaurants if x.closed_on != weekday(day) and x.name not in waits]
    others = [c.phone for c in state.person.contacts]
    return {
        "restaurant": ask.choose(able).name,
        "date": day,
        "guests": ask.rng.randint(2, 8),
        "phone": state.person.phone if ask.maybe(0.75) else ask.choose(others),
    }


def book_sitter(ask: Ask) -> dict[str, Json]:
    """An evening, or some days, ahead."""
    day = ask.state.today + timedelta(ask.rng.randint(1, 14))
    first, last = ask.rng.choice(EVENINGS)
    later = day + timedelta(ask.rng.choice((0, 0, 0, 1, 2, 4)))
    start, end = ask.state.stamp(day.isoformat(), first), ask.state.stamp(later.isoformat(), last)
    for other in ask.state.sitters:
        if moment(other.start) < end and start < moment(other.end):
            raise NoProposal
    found: dict[str, Json] = {"start": start.isoformat(), "end": end.isoformat()}
    return found | ({"care": ask.choose(r.CARE[1:])} if ask.maybe(0.5) else {})


PROPOSERS: dict[str, Proposer] = {
    "my_tastes": my_tastes,
    "join_waiting_list": join_waiting_list,
    "book_sitter": book_sitter,
}
