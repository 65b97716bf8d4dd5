"""What there is on and around a person's phone: rows of the tables."""

from typing import Annotated

from callwright.domains.core import Output, Row
from callwright.domains.device import kinds as k
from callwright.schemas.values import EntityId


class Device(Row):
    """One device of the person; the phone that the assistant runs on is the first."""

    device_id: k.DeviceId
    name: k.Text
    kind: k.GadgetKind
    colour: k.Colour
    battery: k.Percent
    charging: k.Charging
    online: k.Online
    """Whether it can be reached from here."""
    place: k.Text
    """Where it is, or was last seen."""
    bought: k.Day
    locked: k.Locked = False
    """In lost mode."""
    ringing: k.Ringing = False


class Switch(Row):
    """A setting of the phone that is on or off."""

    switch_id: k.SwitchId
    switch: k.Switch
    on: k.On


class Level(Row):
    """A setting of the phone between 0 and 100 percent."""

    level_id: k.LevelId
    level: k.Level
    percent: k.Percent


class Storage(Row):
    """The phone's storage; apps come on top of the other files."""

    storage_id: k.StorageId
    total: k.Gigabytes
    files: k.Gigabytes
    """Photos, messages and the system."""


class Network(Row):
    """A wifi network in reach of the phone."""

    network_id: k.NetworkId
    name: k.Text
    signal: k.Percent
    secured: k.Secured
    saved: k.Saved
    """Whether the phone holds its password."""
    connected: k.Connected = False


class Accessory(Row):
    """A bluetooth accessory that is paired with the phone."""

    accessory_id: k.AccessoryId
    name: k.Text
    kind: k.AccessoryKind
    colour: k.Colour
    battery: k.Percent
    in_range: k.InRange
    connected: k.Connected


class App(Row):
    """An app, installed or in the store."""

    app_id: k.AppId
    name: k.Text
    topic: k.Text
    """What it is for, in a word or two that stand before `app`."""
    category: k.Category
    size: k.Megabytes
    rating: k.Stars
    installed: k.Installed
    built_in: k.BuiltIn
    asks_for: k.Permissions
    """Permissions that it can use."""
    granted: k.Permissions
    drain: k.Drain
    """Its share of the battery's use, as a weight."""


class Alarm(Row):
    """An alarm of the phone."""

    alarm_id: k.AlarmId
    label: k.Text
    time: k.Clock
    days: k.AnyDays
    """Days on which it repeats; none for an alarm that rings once."""
    sound: k.Sound = "chimes"
    date: k.Day | None = None
    """The one day on which it rings, where it was set ahead of something."""


class Timer(Row):
    """A timer that runs."""

    timer_id: k.TimerId
    label: k.Text
    length: k.Length
    start: k.Moment
    end: k.Moment


class Quiet(Row):
    """A stretch of time in which the phone will be silent."""

    quiet_id: k.QuietId
    title: k.Text
    start: k.Moment
    end: k.Moment
    calls: k.Calls
    """Whose calls ring all the same."""
    allowed: k.Names
    """Contacts whose calls ring besides."""


class SwitchState(Output):
    """Whether a switch is on."""

    switch: k.Switch
    on: k.On


class LevelState(Output):
    """Where a level stands."""

    level: k.Level
    percent: k.Percent


class BatteryReport(Output):
    """The phone's battery."""

    battery: k.Percent
    charging: k.Charging
    left: k.Length
    """How long it lasts at the present rate."""
    top_app: k.Text
    """The app that uses most of it."""


class StorageReport(Output):
    """The phone's storage."""

    total: k.Gigabytes
    used: k.Gigabytes
    free: k.Gigabytes
    largest_app: k.Text


class DeviceBrief(Output):
    """A device as the list shows it."""

    device_id: k.DeviceId
    name: k.Text
    kind: k.GadgetKind
    colour: k.Colour
    battery: k.Percent
    online: k.Online
    place: k.Text
    bought: k.Day


class DeviceList(Output):
    """Devices, the phone first."""

    devices: list[DeviceBrief]


class NetworkList(Output):
    """Networks in reach, the strongest first."""

    networks: list[Network]


class AccessoryList(Output):
    """Paired accessories by name."""

    accessories: list[Accessory]


class AppBrief(Output):
    """An app as lists show it."""

    app_id: k.AppId
    name: k.Text
    topic: k.Text
    category: k.Category
    size: k.Megabytes
    rating: k.Stars


class AppList(Output):
    """Apps, sorted."""

    apps: list[AppBrief]


class AppDetails(Output):
    """An app and what it may do."""

    app_id: k.AppId
    name: k.Text
    category: k.Category
    size: k.Megabytes
    installed: k.Installed
    asks_for: k.Permissions
    granted: k.Permissions


class AlarmList(Output):
    """Alarms by time of day."""

    alarms: list[Alarm]


class TimerList(Output):
    """Running timers, the next to end first."""

    timers: list[Timer]


class QuietList(Output):
    """Quiet times by start."""

    periods: list[Quiet]


class SentReport(Row):
    """A report about the phone, sent to an address."""

    report_id: Annotated[str, EntityId("device_report", prefix="RP")]
    report: k.Report
    email: k.Address


class Routine(Row):
    """The person's usual day, as the phone knows it."""

    routine_id: Annotated[str, EntityId("device_routine", prefix="RT")]
    wake_up: k.Clock
    bedtime: k.Clock
    sound: k.Sound
    calls: k.Calls
    focus: k.Length


class MyRoutine(Output):
    """The person's usual times and choices."""

    wake_up: k.Clock
    bedtime: k.Clock
    sound: k.Sound
    calls: k.Calls
    """Who gets through in quiet times."""
    focus: k.Length
    """How long a focus timer runs."""
