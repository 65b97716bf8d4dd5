"""What stands in a car and around it: the car itself, its parts, places, trips, chargers."""

from callwright.domains.core import Row
from callwright.domains.vehicle import kinds as k


class Car(Row):
    """The person's one car."""

    car_id: k.CarId
    model: k.Text
    battery: k.Percent
    per_percent: k.Kilometres
    """Kilometres that one percent of the battery is good for."""
    charge_limit: k.Percent
    plugged_in: k.PluggedIn
    charging: k.Charging
    plug: k.Plug
    locked: k.Locked
    boot_open: k.BootOpen
    gear: k.Gear
    moving: k.Moving
    child_lock: k.ChildLock
    """Keeps the rear windows as they are."""
    phone_connected: k.PhoneConnected
    odometer: k.Mileage
    outside: k.Weather
    volume: k.Percent
    lights: k.Lights
    avoid_tolls: k.AvoidTolls
    source: k.Source | None = None
    """What is playing."""
    charge_from: k.Clock | None = None
    """From when the car charges each day, if that is scheduled."""
    charge_until: k.Clock | None = None
    guided_to: k.Text | None = None
    """Name of the place that navigation leads to."""


class Part(Row):
    """A door, window or the sunroof."""

    part_id: k.PartId
    name: k.Text
    """`rear left door`, or a window's canonical name."""
    opening: k.Percent
    """0 is closed; a door is 0 or 100."""


class Comfort(Row):
    """A climate zone or a seat."""

    comfort_id: k.ComfortId
    name: k.Text
    """Canonical name of the zone or seat."""
    temperature: k.Degrees | None = None
    """Of a zone: what it is set to."""
    level: k.HeatLevel | None = None
    """Of a heated seat: 0 is off. Absent where the seat has no heating."""


class Pressure(Row):
    """The pressure of one tyre."""

    tyre_id: k.TyreId
    tyre: k.Tyre
    pressure: k.Bar


class ChargingStation(Row):
    """A public charging station."""

    station_id: k.StationId
    name: k.Text
    distance: k.Kilometres
    power: k.Power
    plug: k.Plug
    price: k.Price
    """Per kilowatt hour."""
    free_points: k.FreePoints
    cafe: k.Cafe
    on_way_to: k.Text
    """Name of the saved place to which it lies on the way."""


class VehiclePlace(Row):
    """A place that navigation remembers."""

    place_id: k.PlaceId
    name: k.Text
    category: k.Category
    distance: k.Kilometres
    driving_time: k.Length


class VehicleTrip(Row):
    """A drive that is planned."""

    trip_id: k.TripId
    destination: k.Text
    depart: k.Start
    arrive: k.End
    distance: k.Kilometres
    battery_needed: k.Percent
    state: k.TripState
    shared_with: k.SharedWith
    leave_with: k.Percent | None = None
    """What the battery is charged to before it."""


class VehicleDrive(Row):
    """A drive of the past."""

    drive_id: k.DriveId
    destination: k.Text
    started: k.Moment
    ended: k.Moment
    distance: k.Kilometres
    energy: k.Energy


class ServiceSlot(Row):
    """A time at which a garage could do a job."""

    slot_id: k.SlotId
    garage: k.Text
    job: k.Job
    start: k.Start
    end: k.End
    price: k.Price
    taken: k.Taken


class ServiceVisit(Row):
    """A slot that the person booked."""

    visit_id: k.VisitId
    slot_id: k.SlotId
    garage: k.Text
    job: k.Job
    start: k.Start
    end: k.End
    price: k.Price
    note: k.Note | None = None


class DriverProfile(Row):
    """How the car is set up for one driver."""

    profile_id: k.ProfileId
    name: k.Text
    mode: k.Mode
    temperature: k.Degrees
    volume: k.Percent
    active: k.Active


class Preheat(Row):
    """The car is made comfortable by a certain moment."""

    preheat_id: k.PreheatId
    ready_at: k.Moment
    temperature: k.Degrees


class CarWatch(Row):
    """A time in which the parked car watches its surroundings."""

    watch_id: k.WatchId
    start: k.Moment
    end: k.Moment


class ChargerHold(Row):
    """A charging point kept for the person."""

    hold_id: k.ChargerHoldId
    station_id: k.StationId
    station: k.Text
    start: k.Moment
    until: k.Moment


class CallOut(Row):
    """Roadside help on its way."""

    call_id: k.CallOutId
    problem: k.Problem
    phone: k.Number
    arrives: k.Moment
    fee: k.Price


class DriverHabits(Row):
    """What the person usually wants of the car."""

    habits_id: k.HabitsId
    temperature: k.Degrees
    source: k.Source
    volume: k.Percent
    limit: k.Percent
    place: k.Text
