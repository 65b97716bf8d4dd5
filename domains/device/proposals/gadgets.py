"""Proposers of the tools about devices."""

from callwright.domains.core import Ask
from callwright.domains.core.proposing import allowed, pick
from callwright.domains.device import names
from callwright.domains.device.proposals.common import Args, finding, state_of
from callwright.domains.device.rows import Device
from callwright.domains.device.tools import gadgets


def list_devices(ask: Ask) -> Args:
    """All devices, those of a kind, or one by its name."""
    row = pick(ask, Device, state_of(ask).devices)
    way = ask.rng.random()
    args: Args = {}
    if way < (0.55 if ask.target else 0.25):
        args["name"] = row.name
    elif way < 0.7 and len(state_of(ask).devices.where(kind=row.kind)) > 1:
        args["kind"] = row.kind
    elif way > 0.85 and ask.target is None:
        args["online"] = row.online
    return finding(ask, gadgets.list_devices, args)


def device_status(ask: Ask) -> Args:
    """Any device."""
    return {"device_id": pick(ask, Device, state_of(ask).devices).device_id}


def ring_device(ask: Ask) -> Args:
    """A device that can be reached and does not ring; mostly not the phone itself."""
    state = state_of(ask)
    good = [
        d
        for d in state.devices
        if not d.ringing and allowed(lambda d=d: state.reach(d.device_id)) and d != state.phone
    ]
    return {"device_id": pick(ask, Device, good).device_id}


def lock_device(ask: Ask) -> Args:
    """A device that can be reached and locked, mostly with a word for the finder."""
    state = state_of(ask)
    good = [
        d
        for d in state.devices
        if allowed(lambda d=d: state.can_lock(state.reach(d.device_id))) and d != state.phone
    ]
    args: Args = {"device_id": pick(ask, Device, good).device_id}
    if ask.maybe(0.5):
        args["message"] = ask.rng.choice(names.MESSAGES)
    return args
