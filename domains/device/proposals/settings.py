"""Proposers of the tools about the phone's battery, storage, switches and levels."""

from callwright.domains.core import Ask
from callwright.domains.core.proposing import allowed
from callwright.domains.device import kinds as k
from callwright.domains.device.proposals.common import Args, state_of
from callwright.domains.device.radios import DIMMED

ROUND = {
    "brightness": (10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 100),
    "ringer_volume": (0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
    "media_volume": (5, 10, 15, 20, 25, 30, 40, 50, 60, 75),
    "alarm_volume": (20, 30, 40, 50, 60, 70, 80, 90, 100),
    "text_size": (25, 40, 50, 60, 70, 75, 80, 90),
}


def battery_report(ask: Ask) -> Args:
    """No arguments."""
    return {}


def storage_report(ask: Ask) -> Args:
    """No arguments."""
    return {}


def check_switch(ask: Ask) -> Args:
    """Any switch."""
    return {"switch": ask.rng.choice(k.SWITCHES)}


def flip_switch(ask: Ask) -> Args:
    """A switch that can be changed from what it is."""
    state = state_of(ask)
    switch = ask.choose(s for s in state.switches if _can_flip(ask, s.switch, not s.on))
    return {"switch": switch.switch, "on": not switch.on}


def set_level(ask: Ask) -> Args:
    """A round level other than the present one."""
    state = state_of(ask)
    name = ask.rng.choice(k.LEVELS)
    capped = name == "brightness" and state.is_on("low_power_mode")
    most = DIMMED if capped else 100
    options = [p for p in ROUND[name] if p <= most and p != state.level(name).percent]
    return {"level": name, "percent": ask.choose(options)}


def _can_flip(ask: Ask, name: str, on: bool) -> bool:
    state = state_of(ask)
    if on:
        return allowed(lambda: state.may_turn_on(name))
    return name != "low_power_mode" or allowed(state.may_leave_low_power)
