"""Proposers of the tools about the shopper."""

from datetime import datetime, timedelta

from callwright.domains.commerce.names import SORTS
from callwright.domains.commerce.proposals.common import Json, state_of
from callwright.domains.commerce.tools.person import check_pause
from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import allowed

_LEAVING, _BACK = (
    ("06:00", "08:00", "09:00", "12:00", "18:00"),
    ("10:00", "16:00", "18:00", "20:00"),
)
_TRIES = 10


def account_details(ask: Ask) -> dict[str, Json]:
    """Nothing to say."""
    return {}


def sale_news(ask: Ask) -> dict[str, Json]:
    """Any kind, mostly to the shopper's own address."""
    state = state_of(ask)
    email = state.person.email
    if ask.maybe(0.25):
        email = ask.choose(c.email for c in state.person.contacts)
    known = {b.kind for b in state.bulletins if b.email == email}
    return {"kind": ask.choose(sorted(set(SORTS) - known)), "email": email}


def pause_deliveries(ask: Ask) -> dict[str, Json]:
    """Some days away from home in which no order is due."""
    state = state_of(ask)
    for _ in range(_TRIES):
        day = state.now.date() + timedelta(days=ask.rng.randint(1, 25))
        back = day + timedelta(days=ask.rng.choice((1, 2, 3, 5, 7, 10, 14)))
        start, end = (
            datetime.fromisoformat(f"{d}T{ask.rng.choice(clocks)}").replace(tzinfo=state.now.tzinfo)
            for d, clocks in ((day, _LEAVING), (back, _BACK))
        )
        found = {"start": start.isoformat(), "end": end.isoformat()}
        if allowed(lambda a=found: check_pause(state, **a)):
            return found
    raise NoProposal
