"""What a world has plenty of, so that some look-ups give long lists: a busy route, a large city.

Added after everything else. Most routes, cities and accounts keep the few rows that they have.
"""

from datetime import date
from random import Random

from callwright.domains.travel.changes import Travel
from callwright.domains.travel.make_bookings import make_past_trips
from callwright.domains.travel.make_hotels import make_hotels
from callwright.domains.travel.make_services import make_rush, make_rush_trains

_RUSH = (9, 12, 15, 18, 22)
"""Departures that a busy day has on top of the usual ones."""


def make_plenty(state: Travel, rng: Random, place: str, lines: list[tuple[str, str]]) -> None:
    """Busy days to and from `place`, many hotels there, an hourly train, maybe a frequent flyer."""
    home = state.person.home_city
    for route in ((home, place), (place, home)):
        days = sorted({f.depart[:10] for f in state.flights if (f.origin, f.destination) == route})
        for day in rng.sample(days[1:], rng.choice((1, 2))):
            make_rush(state, rng, *route, date.fromisoformat(day), rng.choice(_RUSH))
    for line in lines[:1]:
        days = sorted({t.depart[:10] for t in state.trains if (t.origin, t.destination) == line})
        day = date.fromisoformat(rng.choice(days))
        make_rush_trains(state, rng, *line, day, rng.choice((8, 10, 14)))
    make_hotels(state, rng, place, rng.choice((8, 11, 14, 18)))
    if rng.random() < 0.6:
        make_past_trips(state, rng, rng.randint(4, 9))
