"""Filling a world: a network around the person's home city for the next four weeks.

Everything is drawn from the given random source, and the bookings are made by the domain's own
rules, so that a populated world is one that could have come about by calls.
"""

from datetime import date, timedelta
from random import Random

from callwright.domains.travel.changes import Travel
from callwright.domains.travel.make_bookings import make_bookings
from callwright.domains.travel.make_hotels import make_hotels
from callwright.domains.travel.make_people import make_habits, make_people
from callwright.domains.travel.make_plenty import make_plenty
from callwright.domains.travel.make_services import make_flights, make_trains
from callwright.domains.travel.network import flown_from, rail_from

TRIPS = 4
"""Destinations by plane, each with flights there and back."""


def populate(state: Travel, rng: Random) -> None:
    """Fill an empty travel state from `rng`, consistent with its person and clock."""
    home = state.person.home_city
    places = _destinations(rng, home)
    today = state.now.date()
    for place in places:
        out, back = _days(rng, today)
        make_flights(state, rng, home, place, out)
        make_flights(state, rng, place, home, back)
    pairs = _rail_pairs(rng, home, places)
    for origin, destination in pairs:
        out, back = _days(rng, today)
        make_trains(state, rng, origin, destination, out[:4])
        make_trains(state, rng, destination, origin, back[:4])
    cities = list(dict.fromkeys([*places, *(d for _, d in pairs if d != home)]))
    for city in cities:
        make_hotels(state, rng, city)
    make_people(state, rng)
    make_bookings(state, rng)
    make_plenty(state, rng, places[0], pairs)
    make_habits(state, rng)


def _destinations(rng: Random, home: str) -> list[str]:
    near, far = flown_from(home)
    close = rng.sample(near, min(len(near), rng.choice((2, 3, 3, 4))))
    return close + rng.sample(far, TRIPS - len(close))


def _rail_pairs(rng: Random, home: str, places: list[str]) -> list[tuple[str, str]]:
    own = rail_from(home)
    if own:
        return [(home, other) for other in rng.sample(own, min(2, len(own)))]
    elsewhere = [(p, other) for p in places for other in rail_from(p)]
    return rng.sample(elsewhere, min(2, len(elsewhere)))


def _days(rng: Random, today: date) -> tuple[list[date], list[date]]:
    """Days on which a route is served there, and back: two runs within four weeks."""
    soon, later = rng.randint(0, 9), rng.randint(11, 22)
    stay = rng.randint(2, 4)
    out = [soon, soon + 1, soon + 2, later, later + 1]
    return [today + timedelta(n) for n in out], [today + timedelta(n + stay) for n in out]
