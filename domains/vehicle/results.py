"""What the tools return beside rows."""

from callwright.domains.core import Output
from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.rows import (
    ChargingStation,
    DriverProfile,
    ServiceSlot,
    VehicleDrive,
    VehiclePlace,
    VehicleTrip,
)


class VehicleStatus(Output):
    """The car at a glance."""

    model: k.Text
    battery: k.Percent
    range: k.Kilometres
    plugged_in: k.PluggedIn
    charging: k.Charging
    locked: k.Locked
    moving: k.Moving
    outside: k.Weather
    odometer: k.Mileage


class RangeCheck(Output):
    """Whether the battery is good for a drive."""

    place: k.Text
    within_range: k.Within
    distance: k.Kilometres
    """The whole drive, there and back where that was asked."""
    range: k.Kilometres
    """Without the reserve."""


class TyreReport(Output):
    """The pressure of all tyres."""

    front_left: k.Bar
    front_right: k.Bar
    rear_left: k.Bar
    rear_right: k.Bar
    recommended: k.Bar
    low: k.TyresLow
    """How many are below what they should have."""


class StationList(Output):
    """Charging stations, the nearest first."""

    stations: list[ChargingStation]


class PlaceList(Output):
    """Saved places, the nearest first."""

    places: list[VehiclePlace]


class TripList(Output):
    """Planned trips, by departure."""

    trips: list[VehicleTrip]


class DriveList(Output):
    """Past drives, the latest first."""

    drives: list[VehicleDrive]


class SlotList(Output):
    """Free service slots, by start."""

    slots: list[ServiceSlot]


class ProfileList(Output):
    """Driver profiles, by name."""

    profiles: list[DriverProfile]


class ClimateSetting(Output):
    """What a part of the cabin is set to."""

    zone: k.Zone
    temperature: k.Degrees


class SeatHeat(Output):
    """How far a seat is heated."""

    seat: k.Seat
    level: k.HeatLevel


class LockState(Output):
    """Whether the car is locked."""

    locked: k.Locked


class WindowState(Output):
    """How far a window is open."""

    window: k.Window
    opening: k.Percent


class LightState(Output):
    """What the lights are set to."""

    lights: k.Lights


class BootState(Output):
    """Whether the boot is open."""

    boot_open: k.BootOpen


class ChargeState(Output):
    """How the charging stands."""

    charging: k.Charging
    battery: k.Percent
    charge_limit: k.Percent


class ChargeSchedule(Output):
    """When the car charges each day."""

    start: k.Clock
    plugged_in: k.PluggedIn
    until: k.Clock | None = None


class Guidance(Output):
    """Where navigation leads."""

    destination: k.Text
    distance: k.Kilometres
    arrive: k.Moment


class MediaState(Output):
    """What plays in the car, and how loud."""

    source: k.Source
    volume: k.Percent


class MyHabits(Output):
    """What the person usually wants of the car."""

    temperature: k.Degrees
    source: k.Source
    volume: k.Percent
    limit: k.Percent
    """Up to where the battery is charged."""
    place: k.Text
    """The saved place where most drives go."""
