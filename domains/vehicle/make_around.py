"""What is around a car: chargers, saved places, past and planned drives, garages."""

from datetime import date, datetime, timedelta
from random import Random

from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle import names
from callwright.domains.vehicle.rows import (
    ChargingStation,
    ServiceSlot,
    VehicleDrive,
    VehiclePlace,
    VehicleTrip,
)
from callwright.domains.vehicle.state import Vehicle
from callwright.domains.vehicle.times import at, iso, later, minutes, offset_is_unsure

JOB_FACTS = {
    "annual_service": (180, 190, 330),
    "tyre_change": (60, 60, 140),
    "brake_check": (45, 40, 90),
    "software_update": (60, 30, 80),
    "air_con_service": (90, 90, 180),
}
"""Job -> minutes, lowest and highest price."""
PRICIER = {"INR": 30}
"""Currencies with small units."""
DEPARTURES = (
    "07:00",
    "07:30",
    "08:00",
    "09:00",
    "10:00",
    "11:30",
    "14:00",
    "16:00",
    "17:30",
    "18:30",
)


def fill_around(state: Vehicle, rng: Random) -> None:
    """Fill everything that is not the car itself."""
    _fill_places(state, rng)
    _fill_stations(state, rng)
    _fill_trips(state, rng)
    _fill_drives(state, rng)
    _fill_slots(state, rng)


def money(state: Vehicle, amount: float) -> dict[str, str]:
    """A price in the person's currency."""
    currency = state.person.currency
    return {"amount": f"{amount * PRICIER.get(currency, 1):.2f}", "currency": currency}


def _fill_stations(state: Vehicle, rng: Random) -> None:
    distances = rng.sample(range(1, 60), 8)
    for number, name in enumerate(rng.sample(names.STATIONS, 8)):
        add_station(state, rng, name, distances[number], own=number < 4, full=number == 3)


def add_station(
    state: Vehicle, rng: Random, name: str, distance: int, *, own: bool, full: bool = False
) -> None:
    """A charging station; an `own` one has the car's plug, a `full` one no free point."""
    plug = state.car.plug if own else rng.choice(k.PLUGS)
    row = ChargingStation(
        station_id=state.new_id(state.stations, "CS", name),
        name=name,
        distance=distance,
        power=rng.choice((11, 22)) if plug == "Mennekes" else rng.choice((50, 75, 100, 150, 250)),
        plug=plug,
        price=money(state, rng.randint(39, 85) / 100),
        free_points=0 if full else rng.randint(1, 9) if own else rng.randint(0, 6),
        cafe=rng.random() < 0.45,
        on_way_to=_beyond(state, rng, distance),
    )
    state.stations.insert(row)


def _beyond(state: Vehicle, rng: Random, distance: int) -> str:
    """A saved place farther away; mostly one that is worth charging for."""
    farther = [p.name for p in state.places if p.distance > distance]
    far = [p.name for p in state.places if p.distance > 70]
    return rng.choice(far if rng.random() < 0.7 else farther)


def _fill_places(state: Vehicle, rng: Random) -> None:
    more = rng.choice(("work", "friends_and_family", "shopping", "leisure"))
    for category in (*k.CATEGORIES[:-1], "getaway", more):
        used = {p.name for p in state.places}
        name = rng.choice([n for n in names.PLACES[category] if n not in used])
        add_place(state, rng, name, category)


def add_place(state: Vehicle, rng: Random, name: str, category: str) -> None:
    """A saved place at a distance of its own."""
    used = {p.distance for p in state.places}
    span = range(80, 240) if category == "getaway" else range(2, 60)
    distance = rng.choice([d for d in span if d not in used])
    speed = 78 if distance > 70 else 55 if distance > 30 else 36
    row = VehiclePlace(
        place_id=state.new_id(state.places, "VP", name),
        name=name,
        category=category,
        distance=distance,
        driving_time=iso(minutes(max(5, round(distance / speed * 12) * 5))),
    )
    state.places.insert(row)


def _fill_trips(state: Vehicle, rng: Random) -> None:
    """Four to six planned drives in the next ten days, at most one a day."""
    reach = state.reach(state.car.charge_limit - 10)
    places = [p for p in state.places if p.distance <= reach]
    count = rng.randint(4, 6)
    for days, place in zip(
        sorted(rng.sample(range(1, 10), count)), rng.sample(places, count), strict=True
    ):
        depart = at(
            state.now.date() + timedelta(days=days), rng.choice(DEPARTURES), state.now.tzinfo
        )
        if not offset_is_unsure(depart):
            add_trip(state, rng, place, depart)


def add_trip(state: Vehicle, rng: Random, place: VehiclePlace, depart: datetime) -> None:
    """A planned drive to a saved place."""
    people = [c.name for c in state.person.contacts if c.relation in names.FRIENDLY]
    shared = [rng.choice(people)] if people and rng.random() < 0.25 else []
    row = VehicleTrip(
        trip_id=state.new_id(state.trips, "VT", place.name, depart.isoformat()),
        destination=place.name,
        depart=depart.isoformat(),
        arrive=state.arrival(place, depart).isoformat(),
        distance=place.distance,
        battery_needed=state.needed(place.distance),
        state="planned",
        shared_with=shared,
    )
    state.trips.insert(row)


def _fill_drives(state: Vehicle, rng: Random) -> None:
    """One drive on most of the last days."""
    for days in range(1, 12):
        if len(state.drives) > 7 or rng.random() < 0.3:
            continue
        add_drive(state, rng, days)


def add_drive(state: Vehicle, rng: Random, days: int) -> None:
    """A drive to some saved place, `days` days ago."""
    place = rng.choice(list(state.places))
    clock = f"{rng.randint(7, 19):02}:{rng.randrange(0, 60, 5):02}"
    started = at(state.now.date() - timedelta(days=days), clock, state.now.tzinfo)
    ended = later(state.arrival(place, started), minutes(rng.randint(-1, 6)))
    row = VehicleDrive(
        drive_id=state.new_id(state.drives, "VD", place.name, started.isoformat()),
        destination=place.name,
        started=started.isoformat(),
        ended=ended.isoformat(),
        distance=place.distance,
        energy=max(1, round(place.distance * rng.uniform(0.14, 0.22))),
    )
    state.drives.insert(row)


def _fill_slots(state: Vehicle, rng: Random) -> None:
    garages = rng.sample(names.GARAGES, 3)
    days = [state.now.date() + timedelta(days=n) for n in range(1, 15)]
    working = [d for d in days if d.weekday() < 5]
    for job, (_, low, high) in JOB_FACTS.items():
        prices = rng.sample(range(low, high), len(garages))
        times = rng.sample([(d, c) for d in working for c in range(8, 16)], 9)
        for number, when in enumerate(times):
            garage = number % len(garages)
            offer = garages[garage], money(state, prices[garage])
            add_slot(state, rng, job, offer, when, taken=number > 6)


def add_slot(
    state: Vehicle,
    rng: Random,
    job: str,
    offer: tuple[str, dict[str, str]],
    when: tuple[date, int],
    *,
    taken: bool,
) -> None:
    """A time (day and hour) at which a garage can do a job for its price."""
    start = at(when[0], f"{when[1]:02}:{rng.choice(('00', '30'))}", state.now.tzinfo)
    row = ServiceSlot(
        slot_id=state.new_id(state.slots, "SL", job, start.isoformat()),
        garage=offer[0],
        job=job,
        start=start.isoformat(),
        end=later(start, minutes(JOB_FACTS[job][0])).isoformat(),
        price=offer[1],
        taken=taken,
    )
    state.slots.insert(row)
