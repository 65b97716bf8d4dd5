"""The rules of the car: what may be done when, and what goes wrong. Tools only translate."""

import math
from datetime import datetime, timedelta

from callwright.domains.core import Contact, State, Table, ToolError
from callwright.domains.vehicle.rows import (
    CallOut,
    Car,
    CarWatch,
    ChargerHold,
    ChargingStation,
    Comfort,
    DriverHabits,
    DriverProfile,
    Part,
    Preheat,
    Pressure,
    ServiceSlot,
    ServiceVisit,
    VehicleDrive,
    VehiclePlace,
    VehicleTrip,
)
from callwright.domains.vehicle.times import later, minutes, parse
from callwright.schemas.values.durations import to_seconds

LOWEST_FOR_COMFORT = 10
"""Below this battery level a car that is not plugged in neither heats nor cools."""
LOWEST_LIMIT = 50
RESERVE = 5
"""Percent of the battery that stays unused when a drive is judged."""
LONGEST_WATCH = timedelta(days=21)
FARTHEST = timedelta(days=60)
CHARGER_HELD = minutes(60)


class Vehicle(State):
    """One person's car, its surroundings, its plans and its past."""

    cars: Table[Car]
    parts: Table[Part]
    comforts: Table[Comfort]
    pressures: Table[Pressure]
    stations: Table[ChargingStation]
    places: Table[VehiclePlace]
    trips: Table[VehicleTrip]
    drives: Table[VehicleDrive]
    slots: Table[ServiceSlot]
    visits: Table[ServiceVisit]
    profiles: Table[DriverProfile]
    preheats: Table[Preheat]
    holds: Table[ChargerHold]
    watches: Table[CarWatch]
    call_outs: Table[CallOut]
    habits: Table[DriverHabits]

    # -- the car ---------------------------------------------------------------------------
    @property
    def car(self) -> Car:
        """The one car."""
        return next(iter(self.cars))

    def change(self, **changes: object) -> Car:
        """Change fields of the car."""
        return self.cars.update(self.car.car_id, **changes)

    def part(self, name: str) -> Part:
        """A door or window by its name."""
        return next(p for p in self.parts if p.name == name)

    def comfort(self, name: str) -> Comfort:
        """A zone or seat by its name."""
        return next(c for c in self.comforts if c.name == name)

    def zones(self, zone: str) -> list[Comfort]:
        """The zones that a name stands for."""
        return [c for c in self.comforts if c.temperature is not None and _in(zone, c.name)]

    def reach(self, percent: float | None = None) -> int:
        """Kilometres that a battery level (the present one) is good for."""
        level = self.car.battery if percent is None else percent
        return math.floor(level * self.car.per_percent)

    def needed(self, distance: float) -> int:
        """Percent of the battery that a distance takes, at most 100."""
        return min(100, math.ceil(distance / self.car.per_percent))

    def standing(self, what: str) -> None:
        """Refuse what cannot be done at the wheel."""
        if self.car.moving:
            message = f"The car is moving, and it has to stand still to {what}."
            raise ToolError("not_while_driving", message, gear=self.car.gear)

    def enough_power(self) -> None:
        """Refuse comfort when the battery is nearly empty and the car is not plugged in."""
        if self.car.battery < LOWEST_FOR_COMFORT and not self.car.plugged_in:
            message = "The battery is too low for heating or cooling without a charger."
            raise ToolError("battery_too_low", message, battery=self.car.battery)

    def shut(self) -> None:
        """Refuse to lock while a door or the boot is open."""
        doors = [p.name for p in self.parts if p.name.endswith("door") and p.opening]
        for door in [*doors, *(["boot"] if self.car.boot_open else [])]:
            raise ToolError("door_open", f"The {door} is still open.", door=door)

    def rear_free(self, window: str) -> None:
        """Refuse to move a rear window under the child lock."""
        if self.car.child_lock and window.startswith("rear"):
            message = "The child lock keeps the rear windows as they are."
            raise ToolError("child_lock", message, window=window.replace("_", " "))

    # -- charging --------------------------------------------------------------------------
    def may_charge(self) -> None:
        """Refuse to start charging where there is no plug, or nothing left to charge."""
        car = self.car
        if not car.plugged_in:
            raise ToolError("not_plugged_in", "The car is not plugged in.", battery=car.battery)
        if car.charging:
            raise ToolError("already_charging", "It is charging already.", battery=car.battery)
        if car.battery >= car.charge_limit:
            message = "The battery has reached its charge limit."
            details = {"battery": car.battery, "charge_limit": car.charge_limit}
            raise ToolError("limit_reached", message, **details)

    def station_for(self, station_id: str) -> ChargingStation:
        """A station with a free point and the car's plug."""
        station = self.stations.need(station_id)
        if station.plug != self.car.plug:
            message = f"{station.name} has {station.plug} plugs, and the car takes {self.car.plug}."
            details = {"station": station.name, "plug": station.plug, "needed": self.car.plug}
            raise ToolError("wrong_plug", message, **details)
        if not station.free_points:
            message = f"Every charging point at {station.name} is in use."
            raise ToolError("station_busy", message, station=station.name)
        return station

    # -- places and time -------------------------------------------------------------------
    def place(self, name: str) -> VehiclePlace:
        """The saved place of that name."""
        wanted = " ".join(name.casefold().split())
        for place in self.places:
            if place.name.casefold() == wanted:
                return place
        raise ToolError("place_unknown", f"No saved place is called {name}.", place=name)

    def reachable(self, place: VehiclePlace, level: float) -> None:
        """Refuse a place that a battery level is not good for."""
        reach = self.reach(max(0, level - RESERVE))
        if place.distance > reach:
            message = f"{place.name} is {place.distance} km away, and the range is {reach} km."
            details = {"place": place.name, "distance": place.distance, "range": reach}
            raise ToolError("out_of_range", message, **details)

    def ahead(self, text: str) -> datetime:
        """A moment from now on and not too far away, in the person's zone."""
        found = parse(text)
        if abs(found.timestamp() - self.now.timestamp()) > FARTHEST.total_seconds():
            message = "Nothing can be planned more than sixty days from now."
            raise ToolError("too_far_away", message, moment=text)
        if found < self.now:
            raise ToolError("in_the_past", f"{text} is already over.", moment=text)
        return found.astimezone(self.now.tzinfo)

    def arrival(self, place: VehiclePlace, depart: datetime) -> datetime:
        """When a drive to a place ends."""
        return later(depart, timedelta(seconds=to_seconds(place.driving_time) or 0))

    # -- trips -----------------------------------------------------------------------------
    def planned(self) -> list[VehicleTrip]:
        """Trips that are still planned, by departure."""
        waiting = (t for t in self.trips.where(state="planned") if parse(t.depart) >= self.now)
        return sorted(waiting, key=lambda t: (parse(t.depart), t.destination))

    def no_overlap(self, start: datetime, end: datetime) -> None:
        """Refuse a drive while another one is planned."""
        for trip in self.trips.where(state="planned"):
            if parse(trip.depart) < end and parse(trip.arrive) > start:
                message = f"A drive to {trip.destination} is planned for that time."
                details = {"destination": trip.destination, "depart": trip.depart}
                raise ToolError("trip_overlap", message, **details)

    def waiting(self, trip_id: str) -> VehicleTrip:
        """A trip that is still planned."""
        trip = self.trips.need(trip_id)
        if trip.state == "cancelled":
            message = f"The drive to {trip.destination} was cancelled before."
            raise ToolError("already_cancelled", message, destination=trip.destination)
        return trip

    def contact(self, name: str) -> Contact:
        """The contact with that full name, or the first one with that first name."""
        said = name.casefold()
        for contact in self.person.contacts:
            if said in (contact.name.casefold(), contact.name.split()[0].casefold()):
                return contact
        raise ToolError("unknown_contact", f"{name} is not among the contacts.", person=name)


def _in(zone: str, name: str) -> bool:
    return zone in ("whole_cabin", name)
