"""Tools about the phone itself: battery, storage, switches and levels."""

from callwright.domains.core import tool
from callwright.domains.device import kinds as k
from callwright.domains.device.rows import (
    BatteryReport,
    LevelState,
    StorageReport,
    SwitchState,
)
from callwright.domains.device.state import DeviceState
from callwright.schemas.values.durations import to_iso


@tool(alike=("device_status", "list_devices"))
def battery_report(state: DeviceState) -> BatteryReport:
    """Report on the phone's battery: level, time left and the app that uses most of it."""
    phone = state.phone
    rate = 14 if state.is_on("low_power_mode") else 9
    minutes = max(10, round(phone.battery * rate / 10) * 10)
    top = max((a for a in state.apps if a.installed), key=lambda a: (a.drain, a.name))
    return BatteryReport(
        battery=phone.battery,
        charging=phone.charging,
        left=to_iso(60 * minutes),
        top_app=top.name,
    )


@tool(alike=("list_apps",))
def storage_report(state: DeviceState) -> StorageReport:
    """Report how much of the phone's storage is used and free, and which app takes most."""
    largest = max((a for a in state.apps if a.installed), key=lambda a: (a.size, a.name))
    total = next(iter(state.storage)).total
    return StorageReport(
        total=total, used=state.used(), free=state.free(), largest_app=largest.name
    )


@tool()
def check_switch(state: DeviceState, switch: k.Switch) -> SwitchState:
    """Tell whether one of the phone's switches, such as bluetooth or dark mode, is on or off.

    Args:
        switch: The setting to look at.
    """
    return SwitchState(switch=switch, on=state.is_on(switch))


@tool(mutates=True, alike=("plan_quiet_time",))
def flip_switch(state: DeviceState, switch: k.Switch, on: k.On) -> SwitchState:
    """Turn a radio or mode of the phone on or off.

    Aeroplane mode turns all radios off; low-power mode keeps radios and location from being
    turned on.

    Args:
        switch: The setting to turn on or off.
        on: True turns it on, False off.
    """
    row = state.flip(switch, on)
    return SwitchState(switch=row.switch, on=row.on)


@tool(mutates=True)
def set_level(state: DeviceState, level: k.Level, percent: k.Percent) -> LevelState:
    """Set the brightness, a volume or the text size of the phone to a percentage.

    Args:
        level: What to adjust.
        percent: Where it should stand.
    """
    row = state.turn_to(level, percent)
    return LevelState(level=row.level, percent=row.percent)
