"""Hotels of a city."""

from datetime import timedelta
from random import Random
from typing import get_args

from callwright.domains.travel import kinds as k
from callwright.domains.travel.changes import Travel
from callwright.domains.travel.money import priced
from callwright.domains.travel.names import HOTEL_FIRST, HOTEL_LAST
from callwright.domains.travel.rows import Hotel

_DISTRICTS: tuple[str, ...] = get_args(k.District)[1].values
_NIGHTLY = {2: 55, 3: 85, 4: 130, 5: 230}
"""Pounds for a room, by stars."""


def make_hotels(state: Travel, rng: Random, city: str, count: int | None = None) -> None:
    """`count` more hotels of a city, else four to six; no two begin their names alike."""
    there = tuple(h.name for h in state.hotels if h.city == city)
    able = [first for first in HOTEL_FIRST if not any(n.startswith(first) for n in there)]
    count = min(len(able), count or rng.randint(4, 6))
    firsts, lasts = rng.sample(able, count), rng.choices(HOTEL_LAST, k=count)
    for first, last in zip(firsts, lasts, strict=True):
        state.hotels.insert(_hotel(state, rng, city, f"{first} {last}"))


def _hotel(state: Travel, rng: Random, city: str, name: str) -> Hotel:
    stars = rng.choice((2, 3, 3, 4, 4, 5))
    return Hotel(
        hotel_id=state.new_id(state.hotels, "HT", city, name),
        name=name,
        city=city,
        district=rng.choice(_DISTRICTS),
        stars=stars,
        price=priced(_NIGHTLY[stars] * rng.uniform(0.75, 1.4), state.person.currency),
        breakfast=rng.random() < 0.5,
        free_cancellation=rng.random() < 0.6,
        rooms=rng.choice((2, 3, 4, 6, 10)),
        full=_full_nights(state, rng),
        check_in_from=rng.choice(("14:00", "15:00", "15:00", "16:00")),
        check_out_by=rng.choice(("10:00", "11:00", "11:00", "12:00")),
        parking=rng.random() < 0.5,
        pets=rng.random() < 0.35,
    )


def _full_nights(state: Travel, rng: Random) -> list[str]:
    nights = rng.choice((0, 0, 0, 1, 2, 3))
    if not nights:
        return []
    first = state.now.date() + timedelta(rng.randint(1, 26))
    return [(first + timedelta(n)).isoformat() for n in range(nights)]
