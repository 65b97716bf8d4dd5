"""Saved travellers with their passports, and frequent flyer accounts."""

from datetime import timedelta
from random import Random
from typing import get_args

from callwright.domains.travel import kinds as k
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.names import CARRIERS
from callwright.domains.travel.rows import LoyaltyAccount, Preferences, Traveller

_TIERS = ((0, "blue"), (25_000, "silver"), (60_000, "gold"))


def make_people(state: Travel, rng: Random) -> None:
    """The person and two to four contacts as travellers; one to three accounts."""
    names = list(dict.fromkeys(c.name for c in state.person.contacts))
    names = [n for n in names if n != state.person.name]
    others = rng.sample(names, min(len(names), rng.randint(2, 4)))
    for name in [state.person.name, *others]:
        _add_traveller(state, rng, name)
    for carrier in rng.sample(CARRIERS, rng.randint(1, 3)):
        _add_account(state, rng, carrier)


def _add_traveller(state: Travel, rng: Random, name: str) -> None:
    expired = rng.random() < (0.08 if name == state.person.name else 0.3)
    days = -rng.randint(5, 300) if expired else rng.randint(120, 3000)
    state.travellers.insert(
        Traveller(
            traveller_id=state.new_id(state.travellers, "TV", name),
            name=name,
            passport_expires=(state.now.date() + timedelta(days)).isoformat(),
        )
    )


def _add_account(state: Travel, rng: Random, carrier: str) -> None:
    points = rng.choice((rng.randrange(300, 9_000, 10), rng.randrange(9_000, 95_000, 50)))
    state.accounts.insert(
        LoyaltyAccount(
            account_id=state.new_id(state.accounts, "LY", carrier),
            carrier=carrier,
            tier=[tier for least, tier in _TIERS if points >= least][-1],
            points=points,
            points_expire=(state.now.date() + timedelta(rng.randint(20, 700))).isoformat(),
        )
    )


def make_habits(state: Travel, rng: Random) -> None:
    """How the person likes to travel; the airline is one that flies from home."""
    flown = sorted({f.carrier for f in state.flights if f.origin == state.person.home_city})
    state.preferences.insert(
        Preferences(
            preferences_id=state.new_id(state.preferences, "TP"),
            home=state.person.home_city,
            carrier=rng.choice(flown),
            cabin=rng.choice(("economy", "business")),
            position=rng.choice(("window", "aisle")),
            meal=rng.choice(get_args(k.Meal)[1].values),
            district=rng.choice(get_args(k.District)[1].values),
        )
    )
