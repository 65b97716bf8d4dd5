"""What some drivers have plenty of, so that some look-ups give long lists.

Added after everything else: chargers of a large city, places of many years, a full log of drives,
garages with a lot of free times for one job.
"""

from datetime import timedelta
from random import Random

from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle import names
from callwright.domains.vehicle.make_around import (
    DEPARTURES,
    JOB_FACTS,
    add_drive,
    add_place,
    add_slot,
    add_station,
    add_trip,
)
from callwright.domains.vehicle.rows import DriverHabits
from callwright.domains.vehicle.state import Vehicle
from callwright.domains.vehicle.times import at, offset_is_unsure


def make_plenty(state: Vehicle, rng: Random) -> None:
    """More of some things; each sort of plenty is there in most worlds."""
    _habits(state, rng)
    if rng.random() < 0.7:
        _places(state, rng, rng.randint(5, 14))
    if rng.random() < 0.75:
        _stations(state, rng)
    if rng.random() < 0.6:
        for days in rng.sample(range(12, 60), rng.randint(8, 22)):
            add_drive(state, rng, days)
    if rng.random() < 0.5:
        _trips(state, rng, rng.randint(7, 13))
    for job in rng.sample(sorted(JOB_FACTS), rng.randint(0, 3)):
        _slots(state, rng, job, rng.randint(8, 18))


def _places(state: Vehicle, rng: Random, count: int) -> None:
    used = {p.name for p in state.places}
    able = [(n, c) for c, found in names.PLACES.items() for n in found if n not in used]
    for name, category in rng.sample(able, min(count, len(able))):
        add_place(state, rng, name, category)


def _stations(state: Vehicle, rng: Random) -> None:
    used = {s.name for s in state.stations}
    able = [n for n in (*names.STATIONS, *names.MORE_STATIONS) if n not in used]
    free = sorted(set(range(1, 60)) - {s.distance for s in state.stations})
    count = rng.randint(6, len(able))
    chosen = zip(rng.sample(able, count), rng.sample(free, count), strict=True)
    for name, distance in chosen:
        add_station(state, rng, name, distance, own=rng.random() < 0.6)


def _trips(state: Vehicle, rng: Random, count: int) -> None:
    """Drives planned for the weeks after the next, one a day."""
    reach = state.reach(state.car.charge_limit - 10)
    near = [p for p in state.places if p.distance <= reach]
    for days in rng.sample(range(11, 50), count):
        day = state.now.date() + timedelta(days=days)
        depart = at(day, rng.choice(DEPARTURES), state.now.tzinfo)
        if not offset_is_unsure(depart):
            add_trip(state, rng, rng.choice(near), depart)


def _slots(state: Vehicle, rng: Random, job: str, count: int) -> None:
    """More free times for a job, none of them at a time that the job has already."""
    there = state.slots.where(job=job)
    price = {s.garage: s.price for s in there}
    starts = {s.start[:13] for s in there}
    days = [state.now.date() + timedelta(days=n) for n in range(1, 15)]
    able = [(d, h) for d in days if d.weekday() < 5 for h in range(8, 16)]
    able = [(d, h) for d, h in able if f"{d.isoformat()}T{h:02}" not in starts]
    for day, hour in rng.sample(able, count):
        garage = rng.choice(sorted(price))
        add_slot(state, rng, job, (garage, price[garage]), (day, hour), taken=False)


def _habits(state: Vehicle, rng: Random) -> None:
    """What the person usually wants; the usual destination is a saved place."""
    far = [p.name for p in state.places if p.distance >= 20] or [p.name for p in state.places]
    row = DriverHabits(
        habits_id=state.new_id(state.habits, "DH"),
        temperature=rng.choice((18.5, 19, 20, 21, 21.5, 22.5, 23)),
        source=rng.choice(k.SOURCES),
        volume=rng.choice((12, 18, 22, 28, 35, 45)),
        limit=rng.choice((60, 65, 70, 75, 85, 95)),
        place=rng.choice(far),
    )
    state.habits.insert(row)
