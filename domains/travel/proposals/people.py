"""Proposers of traveller and loyalty facts."""

from datetime import timedelta

from callwright.domains.core import Ask
from callwright.domains.core.proposing import pick
from callwright.domains.travel.proposals.common import Json, state_of
from callwright.domains.travel.rows import LoyaltyAccount, Traveller


def loyalty_accounts(ask: Ask) -> dict[str, Json]:
    """All accounts, or that with one carrier."""
    account = pick(ask, LoyaltyAccount, state_of(ask).accounts, lambda a: True)
    return {"carrier": account.carrier} if ask.maybe(0.6) else {}


def saved_travellers(ask: Ask) -> dict[str, Json]:
    """All travellers, or one by name."""
    traveller = pick(ask, Traveller, state_of(ask).travellers, lambda t: True)
    return {"name": traveller.name} if ask.maybe(0.5) else {}


def update_passport(ask: Ask) -> dict[str, Json]:
    """A passport renewed for five to ten years, of the person or of somebody saved."""
    state = state_of(ask)
    own = state.person.name
    t = pick(ask, Traveller, state.travellers, lambda t: True)
    days = ask.rng.choice((5, 10, 10)) * 365 - ask.rng.randint(1, 40)
    found = {"expires": (state.now.date() + timedelta(days)).isoformat()}
    return found if t.name == own else found | {"traveller": t.name}


def my_travel_profile(ask: Ask) -> dict[str, Json]:
    """Nothing to say."""
    return {}
