"""The value kinds of the vehicle domain, by the name they have in signatures and rows."""

from typing import Annotated

from callwright.domains.core import Profile
from callwright.schemas.values import (
    Choice,
    Count,
    Date,
    DateTime,
    Duration,
    EntityId,
    Flag,
    FreeText,
    ListOf,
    Money,
    Percentage,
    PersonName,
    Phone,
    Quantity,
    Time,
    Title,
)

CarId = Annotated[str, EntityId("vehicle", prefix="CR")]
PartId = Annotated[str, EntityId("vehicle_part", prefix="PT")]
ComfortId = Annotated[str, EntityId("cabin_comfort", prefix="CF")]
TyreId = Annotated[str, EntityId("vehicle_tyre", prefix="TY")]
StationId = Annotated[str, EntityId("charging_station", prefix="CS")]
PlaceId = Annotated[str, EntityId("vehicle_place", prefix="VP")]
TripId = Annotated[str, EntityId("vehicle_trip", prefix="VT")]
DriveId = Annotated[str, EntityId("vehicle_drive", prefix="VD")]
SlotId = Annotated[str, EntityId("service_slot", prefix="SL")]
VisitId = Annotated[str, EntityId("service_visit", prefix="SV")]
ProfileId = Annotated[str, EntityId("driver_profile", prefix="DP")]
PreheatId = Annotated[str, EntityId("vehicle_preheat", prefix="PH")]
WatchId = Annotated[str, EntityId("car_watch", prefix="WA")]
ChargerHoldId = Annotated[str, EntityId("charger_hold", prefix="CH")]

Text = Annotated[str, Title()]
Note = Annotated[str, FreeText()]
Day = Annotated[str, Date()]
Clock = Annotated[str, Time()]
Moment = Annotated[str, DateTime()]
Start = Annotated[str, DateTime(role="start")]
End = Annotated[str, DateTime(role="end")]
Length = Annotated[str, Duration()]
Price = Annotated[dict[str, str], Money()]
Name = Annotated[str, PersonName()]
SharedWith = Annotated[list[str], ListOf(PersonName(), low=0, high=12)]

Percent = Annotated[int | float, Percentage()]
Kilometres = Annotated[int | float, Quantity("km", 0, 2000, 5)]
Mileage = Annotated[int, Quantity("km", 0, 999_999, 1000)]
Degrees = Annotated[int | float, Quantity("celsius", 16, 28, 0.5)]
Weather = Annotated[int, Quantity("celsius", -40, 55, 1)]
Bar = Annotated[int | float, Quantity("bar", 0, 5, 0.1)]
Energy = Annotated[int | float, Quantity("kwh", 0, 300, 1)]
Power = Annotated[int, Count(low=3, high=400, noun="kilowatt")]
FreePoints = Annotated[int, Count(low=0, high=40)]
HeatLevel = Annotated[int, Count(low=0, high=3)]
TyresLow = Annotated[int, Count(low=0, high=4, noun="low tyre")]

GEARS = ("park", "reverse", "neutral", "drive")
ZONES = ("driver_side", "passenger_side", "rear_row", "whole_cabin")
SEATS = ("driver_seat", "passenger_seat", "rear_left_seat", "rear_right_seat")
WINDOWS = (
    "front_left_window",
    "front_right_window",
    "rear_left_window",
    "rear_right_window",
    "sunroof",
)
TYRES = ("front_left", "front_right", "rear_left", "rear_right")
PLUGS = ("CCS", "CHAdeMO", "Mennekes")
CATEGORIES = ("work", "leisure", "shopping", "friends_and_family", "school", "getaway", "other")
JOBS = ("annual_service", "tyre_change", "brake_check", "software_update", "air_con_service")
MODES = ("eco", "comfort", "sport")
SOURCES = ("radio", "podcast", "audiobook", "phone_music", "news")
LIGHTS = ("off", "parking_lights", "low_beam", "high_beam", "automatic")
TRIP_STATES = ("planned", "cancelled")

Gear = Annotated[str, Choice("car_gear", GEARS)]
Zone = Annotated[str, Choice("climate_zone", ZONES)]
Seat = Annotated[str, Choice("car_seat", SEATS)]
Window = Annotated[str, Choice("car_window", WINDOWS)]
Tyre = Annotated[str, Choice("car_tyre", TYRES)]
Plug = Annotated[str, Choice("plug_type", PLUGS)]
Category = Annotated[str, Choice("saved_place_category", CATEGORIES)]
Job = Annotated[str, Choice("car_service_job", JOBS)]
Mode = Annotated[str, Choice("drive_mode", MODES)]
Source = Annotated[str, Choice("car_media_source", SOURCES)]
Lights = Annotated[str, Choice("car_lights", LIGHTS)]
TripState = Annotated[str, Choice("car_trip_state", TRIP_STATES)]

PROBLEMS = (
    "tyre_trouble",
    "battery_trouble",
    "engine_trouble",
    "lock_trouble",
    "collision_damage",
)
Problem = Annotated[str, Choice("car_breakdown", PROBLEMS)]
Number = Annotated[str, Phone(), Profile("phone")]
CallOutId = Annotated[str, EntityId("roadside_call", prefix="RC")]
HabitsId = Annotated[str, EntityId("driver_habits", prefix="DH")]

LockWish = Annotated[bool, Flag("car_lock_wish")]
BootWish = Annotated[bool, Flag("car_boot_wish")]
ChargeWish = Annotated[bool, Flag("car_charge_wish")]
Locked = Annotated[bool, Flag("car_locked")]
BootOpen = Annotated[bool, Flag("car_boot_open")]
PluggedIn = Annotated[bool, Flag("car_plugged_in")]
Charging = Annotated[bool, Flag("car_charging")]
Moving = Annotated[bool, Flag("car_moving")]
ChildLock = Annotated[bool, Flag("car_child_lock")]
PhoneConnected = Annotated[bool, Flag("car_phone_connected")]
DoorOpen = Annotated[bool, Flag("car_door_open")]
Heated = Annotated[bool, Flag("car_seat_heated")]
Within = Annotated[bool, Flag("place_in_range")]
RoundTrip = Annotated[bool, Flag("drive_there_and_back")]
FreeNow = Annotated[bool, Flag("charger_free_now")]
Cafe = Annotated[bool, Flag("charger_cafe")]
Taken = Annotated[bool, Flag("service_slot_taken")]
Active = Annotated[bool, Flag("driver_profile_active")]
AvoidTolls = Annotated[bool, Flag("avoid_road_tolls")]
