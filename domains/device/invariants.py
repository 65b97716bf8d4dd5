"""What always holds on a phone, whatever was called."""

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from callwright.domains.device.radios import DIMMED, RADIOS, SAVED_BY_LOW_POWER
from callwright.domains.device.state import MOST_ALARMS, MOST_TIMERS, DeviceState


def switches_agree(state: DeviceState) -> Iterator[str]:
    """Modes keep radios off, and a hotspot has mobile data."""
    on = {row.switch for row in state.switches if row.on}
    if "aeroplane_mode" in on:
        yield from (f"{name} is on in aeroplane mode" for name in RADIOS if name in on)
    if "low_power_mode" in on:
        yield from (f"{n} is on in low-power mode" for n in SAVED_BY_LOW_POWER if n in on)
        if state.level("brightness").percent > DIMMED:
            yield "the screen is too bright for low-power mode"
    if "hotspot" in on and "mobile_data" not in on:
        yield "the hotspot is on without mobile data"


def connections_have_radios(state: DeviceState) -> Iterator[str]:
    """A connection needs its radio; there is one network at most."""
    networks = state.networks.where(connected=True)
    if len(networks) > 1:
        yield "the phone is on two networks at once"
    if networks and not state.is_on("wifi"):
        yield "the phone is on a network without wifi"
    if state.accessories.where(connected=True) and not state.is_on("bluetooth"):
        yield "an accessory is connected without bluetooth"


def apps_are_sane(state: DeviceState) -> Iterator[str]:
    """Permissions belong to installed apps that ask for them; what is installed fits."""
    for app in state.apps:
        if not set(app.granted) <= set(app.asks_for):
            yield f"{app.name} has permissions it does not ask for"
        if app.granted and not app.installed:
            yield f"{app.name} has permissions and is not installed"
        if app.built_in and not app.installed:
            yield f"{app.name} was removed and came with the phone"
    if state.used() > next(iter(state.storage)).total + 0.15:
        yield "more storage is used than there is"


def clocks_are_sane(state: DeviceState) -> Iterator[str]:
    """Alarms have different times; timers and alarms stay within their limits."""
    if len({a.time for a in state.alarms}) < len(state.alarms):
        yield "two alarms ring at one time"
    if len(state.alarms) > MOST_ALARMS or len(state.timers) > MOST_TIMERS:
        yield "there are too many alarms or timers"
    for timer in state.timers:
        if timer.end <= timer.start and timer.end[-6:] == timer.start[-6:]:
            yield f"{timer.timer_id} ends before it starts"


def quiet_times_are_apart(state: DeviceState) -> Iterator[str]:
    """No two quiet times overlap, and each ends after it starts."""
    spans = sorted(
        (datetime.fromisoformat(q.start), datetime.fromisoformat(q.end), q.title)
        for q in state.quiet_times
    )
    for start, end, title in spans:
        if end <= start:
            yield f"{title} ends before it starts"
    for (_, end, one), (start, _, other) in pairwise(spans):
        if start < end:
            yield f"{one} and {other} overlap"


INVARIANTS = (
    switches_agree,
    connections_have_radios,
    apps_are_sane,
    clocks_are_sane,
    quiet_times_are_apart,
)
