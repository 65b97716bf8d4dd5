"""Tools about the person's devices: where they are, how they are, and lost ones."""

from callwright.domains.core import tool
from callwright.domains.device import kinds as k
from callwright.domains.device.base import named
from callwright.domains.device.rows import Device, DeviceBrief, DeviceList
from callwright.domains.device.state import DeviceState


@tool(alike=("device_status", "battery_report"))
def list_devices(
    state: DeviceState,
    name: k.Text | None = None,
    kind: k.GadgetKind | None = None,
    online: k.Online | None = None,
) -> DeviceList:
    """List the user's devices with their battery level and where they were last seen.

    Args:
        name: Only devices whose name has these words.
        kind: Only devices of this kind.
        online: True for devices that can be reached, False for those that cannot.
    """
    exact = {d.name.casefold() for d in state.devices} & {(name or "").casefold()}
    found = [
        d
        for d in state.devices
        if (d.name.casefold() in exact if exact else named(name, [d.name]))
        and kind in (None, d.kind)
        and online in (None, d.online)
    ]
    return DeviceList(devices=[_brief(d) for d in found])


@tool(alike=("list_devices", "battery_report"))
def device_status(state: DeviceState, device_id: k.DeviceId) -> Device:
    """Tell how one device is: battery, charging, reachable or not, lost mode, last place.

    Args:
        device_id: The device.
    """
    return state.devices.need(device_id)


@tool(mutates=True)
def ring_device(state: DeviceState, device_id: k.DeviceId) -> Device:
    """Make a mislaid device ring loudly, even when it is silenced, so that it can be found.

    Args:
        device_id: The device that should ring.
    """
    return state.ring(device_id)


@tool(mutates=True, confirm=True)
def lock_device(
    state: DeviceState, device_id: k.DeviceId, message: k.Message | None = None
) -> Device:
    """Lock a lost or stolen device from afar; it stays locked until its owner unlocks it by hand.

    Args:
        device_id: The device to lock.
        message: What to show on its locked screen.
    """
    return state.lock(device_id)


def _brief(d: Device) -> DeviceBrief:
    return DeviceBrief(**{name: getattr(d, name) for name in DeviceBrief.model_fields})
