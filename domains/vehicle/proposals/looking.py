"""What a person would ask of the tools that look."""

from callwright.domains.core import Ask
from callwright.domains.vehicle.proposals.common import Args, finding, pick, some, state_of
from callwright.domains.vehicle.rows import (
    ChargingStation,
    DriverProfile,
    ServiceSlot,
    VehicleDrive,
    VehiclePlace,
    VehicleTrip,
)
from callwright.domains.vehicle.tools import looking, service

FAR_ENOUGH = 20
"""Nobody asks whether the battery is good for a shorter drive than this many kilometres."""


def vehicle_status(ask: Ask) -> Args:
    """Nothing to say."""
    return {}


def tyre_report(ask: Ask) -> Args:
    """Nothing to say."""
    return {}


def check_range(ask: Ask) -> Args:
    """A saved place that is not around the corner."""
    place = pick(ask, VehiclePlace, state_of(ask).places, lambda p: p.distance >= FAR_ENOUGH)
    return {"place": place.name} | ({"round_trip": True} if ask.maybe(0.35) else {})


def find_stations(ask: Ask) -> Args:
    """Stations like the wanted one, by up to two of its facts."""
    station = pick(ask, ChargingStation, state_of(ask).stations)
    powers = [p for p in (22, 50, 100, 150) if p <= station.power]
    radii = [r for r in (5, 10, 15, 20, 25, 30, 40, 50, 60) if r >= station.distance]
    options: Args = {
        "min_power": powers[-1] if powers else None,
        "plug": station.plug,
        "within": ask.choose(radii[:3]),
        "free_now": True if station.free_points else None,
        "cafe": True if station.cafe else None,
    }
    args = some(ask, options, 2)
    if ask.maybe(0.25):
        args["on_way_to"] = station.on_way_to
    return finding(ask, looking.find_stations, station, args)


def find_places(ask: Ask) -> Args:
    """All places, those of one sort, or one by its name."""
    place = pick(ask, VehiclePlace, state_of(ask).places, lambda p: p.category != "other")
    draw = ask.rng.random()
    args: Args = {"words": place.name} if draw < 0.4 else {}
    if draw > 0.75:
        args = {"category": place.category}
    return finding(ask, looking.find_places, place, args)


def list_trips(ask: Ask) -> Args:
    """Planned drives: all, of a day, or to a place."""
    trip = pick(ask, VehicleTrip, state_of(ask).planned())
    options: Args = {"date": trip.depart[:10], "destination": trip.destination}
    return finding(ask, looking.list_trips, trip, some(ask, options, 1))


def drive_history(ask: Ask) -> Args:
    """Past drives: the latest, of a day, or to a place."""
    drive = pick(ask, VehicleDrive, state_of(ask).drives)
    options: Args = {"date": drive.started[:10], "destination": drive.destination}
    return finding(ask, looking.drive_history, drive, some(ask, options, 1))


def list_service_slots(ask: Ask) -> Args:
    """Free times for a job, sometimes narrowed by a fact of the wanted one."""
    slot = pick(ask, ServiceSlot, state_of(ask).slots, lambda s: not s.taken)
    clocks = [c for c in ("09:00", "10:00", "12:00", "13:00", "14:00") if c <= slot.start[11:16]]
    options: Args = {
        "date": slot.start[:10],
        "after": clocks[-1] if clocks else None,
        "garage": slot.garage,
    }
    args: Args = {"job": slot.job} | some(ask, options, 1)
    return finding(ask, service.list_service_slots, slot, args)


def list_profiles(ask: Ask) -> Args:
    """All profiles, those of a drive mode, or one by its name."""
    profile = pick(ask, DriverProfile, state_of(ask).profiles)
    options: Args = {"mode": profile.mode, "name": profile.name}
    return finding(ask, service.list_profiles, profile, some(ask, options, 1))
