"""The value kinds of the device domain: ids, choices, flags and measures."""

from typing import Annotated

from callwright.domains.core import Profile
from callwright.schemas.values import (
    Choice,
    Count,
    Date,
    DateTime,
    Duration,
    Email,
    EntityId,
    Flag,
    FreeText,
    ListOf,
    Percentage,
    PersonName,
    Quantity,
    Time,
    Title,
)

DeviceId = Annotated[str, EntityId("device_gadget", prefix="DV")]
NetworkId = Annotated[str, EntityId("device_network", prefix="NW")]
AccessoryId = Annotated[str, EntityId("device_accessory", prefix="AC")]
AppId = Annotated[str, EntityId("device_app", prefix="AP")]
AlarmId = Annotated[str, EntityId("device_alarm", prefix="AL")]
TimerId = Annotated[str, EntityId("device_timer", prefix="TM")]
QuietId = Annotated[str, EntityId("device_quiet", prefix="QT")]
SwitchId = Annotated[str, EntityId("device_switch_row", prefix="SW")]
LevelId = Annotated[str, EntityId("device_level_row", prefix="LV")]
StorageId = Annotated[str, EntityId("device_storage", prefix="ST")]

KINDS = ("phone", "laptop", "watch", "tablet", "speaker")
GadgetKind = Annotated[str, Choice("device_kind", KINDS)]
COLOURS = ("black", "white", "silver", "blue", "green", "red", "pink", "grey")
Colour = Annotated[str, Choice("device_colour", COLOURS)]
SWITCHES = (
    "wifi",
    "bluetooth",
    "mobile_data",
    "hotspot",
    "location",
    "aeroplane_mode",
    "low_power_mode",
    "dark_mode",
    "do_not_disturb",
    "auto_rotate",
)
Switch = Annotated[str, Choice("device_switch", SWITCHES)]
LEVELS = ("brightness", "ringer_volume", "media_volume", "alarm_volume", "text_size")
Level = Annotated[str, Choice("device_level", LEVELS)]
ACCESSORIES = ("headset", "speaker", "keyboard", "mouse", "controller", "printer", "car_kit")
AccessoryKind = Annotated[str, Choice("device_accessory_kind", ACCESSORIES)]
CATEGORIES = (
    "games", "music", "travel", "finance", "health", "photo", "productivity", "shopping",
    "learning", "news", "system",
)  # fmt: skip
Category = Annotated[str, Choice("device_app_category", CATEGORIES)]
PERMISSIONS = ("camera", "microphone", "location", "contacts", "photos", "notifications")
Permission = Annotated[str, Choice("device_permission", PERMISSIONS)]
Permissions = Annotated[list[str], ListOf(Choice("device_permission", PERMISSIONS), low=0, high=6)]
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
Days = Annotated[list[str], ListOf(Choice("device_weekday", WEEKDAYS), low=1, high=7)]
AnyDays = Annotated[list[str], ListOf(Choice("device_weekday", WEEKDAYS), low=0, high=7)]
SOUNDS = ("chimes", "birdsong", "bells", "piano", "waves", "marimba")
Sound = Annotated[str, Choice("device_alarm_sound", SOUNDS)]
CALLS = ("none", "favourites", "everyone")
Calls = Annotated[str, Choice("device_quiet_calls", CALLS)]

REPORTS = ("battery_history", "storage_overview", "app_permissions", "crash_log")
Report = Annotated[str, Choice("device_report_kind", REPORTS)]
Address = Annotated[str, Email(), Profile("email")]

On = Annotated[bool, Flag("device_on")]
Charging = Annotated[bool, Flag("device_charging")]
Online = Annotated[bool, Flag("device_online")]
Locked = Annotated[bool, Flag("device_locked")]
Ringing = Annotated[bool, Flag("device_ringing")]
Saved = Annotated[bool, Flag("device_saved")]
Secured = Annotated[bool, Flag("device_secured")]
Connected = Annotated[bool, Flag("device_connected")]
InRange = Annotated[bool, Flag("device_in_range")]
Installed = Annotated[bool, Flag("device_installed")]
BuiltIn = Annotated[bool, Flag("device_built_in")]

Percent = Annotated[float, Percentage()]
Megabytes = Annotated[float, Quantity("megabytes", 1, 8000)]
Gigabytes = Annotated[float, Quantity("gigabytes", 0, 2000, 0.1)]
Stars = Annotated[float, Quantity("stars", 0, 5, 0.1)]
Drain = Annotated[int, Count(low=0, high=100)]
Clock = Annotated[str, Time()]
Day = Annotated[str, Date()]
Length = Annotated[str, Duration()]
Moment = Annotated[str, DateTime()]
"""A moment of something that nobody goes to: no other domain plans around it."""
Start = Annotated[str, DateTime(role="start")]
End = Annotated[str, DateTime(role="end")]
Text = Annotated[str, Title()]
Name = Annotated[str, PersonName()]
Names = Annotated[list[str], ListOf(PersonName(), low=0, high=20)]
Message = Annotated[str, FreeText()]
