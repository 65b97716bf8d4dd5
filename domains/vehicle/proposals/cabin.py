"""What a person would ask of the tools for the cabin, locks and drivers."""

from datetime import timedelta

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import allowed, sure
from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.proposals.common import Args, moment, pick, state_of
from callwright.domains.vehicle.rows import DriverProfile
from callwright.domains.vehicle.times import at, offset_is_unsure

DEGREES = (18, 18.5, 19, 19.5, 20, 20.5, 21, 21.5, 22, 22.5, 23, 24)
OPENINGS = (10, 20, 25, 30, 40, 50, 60, 75, 80)
LEFT_ALONE = ("06:30", "07:00", "08:00", "09:00", "10:00", "12:00", "14:00", "16:00")
BACK_AGAIN = ("09:00", "12:00", "15:00", "18:00", "20:00", "22:00")
EVENINGS = ("18:00", "19:00", "20:00", "21:30", "22:00", "23:00")
READY = (
    "06:00", "06:30", "06:45", "07:00", "07:15", "07:30", "08:00", "08:30", "09:00", "10:00",
    "12:00", "14:00", "16:30", "17:00", "17:30", "18:00", "19:00", "21:00",
)  # fmt: skip


def set_temperature(ask: Ask) -> Args:
    """Another temperature than the present one, sometimes for a part of the cabin."""
    state = state_of(ask)
    sure(state.enough_power)
    zone = ask.rng.choice(k.ZONES[:3]) if ask.maybe(0.45) else "whole_cabin"
    now = {z.temperature for z in state.zones(zone)}
    args: Args = {"temperature": ask.choose(d for d in DEGREES if d not in now)}
    return args if zone == "whole_cabin" else args | {"zone": zone}


def heat_seat(ask: Ask) -> Args:
    """A seat that has heating, on another level than now."""
    state = state_of(ask)
    sure(state.enough_power)
    seat = ask.choose(s for s in k.SEATS if state.comfort(s).level is not None)
    levels = [n for n in (1, 2, 3) if n != state.comfort(seat).level]
    return {"seat": seat, "level": ask.choose(levels)}


def set_door_lock(ask: Ask) -> Args:
    """What the car is not: locked where it may be, else unlocked."""
    state = state_of(ask)
    lock = not state.car.locked
    sure(state.shut if lock else lambda: state.standing("be unlocked"))
    return {"lock": lock}


def move_window(ask: Ask) -> Args:
    """A window that may move, to another opening than now."""
    state = state_of(ask)
    window = ask.choose(w for w in k.WINDOWS if allowed(lambda w=w: state.rear_free(w)))
    now = state.part(window).opening
    return {"window": window, "opening": ask.choose(o for o in OPENINGS if o != now)}


def set_boot(ask: Ask) -> Args:
    """What the boot is not."""
    state = state_of(ask)
    sure(lambda: state.standing("move its boot"))
    return {"open_boot": not state.car.boot_open}


def set_lights(ask: Ask) -> Args:
    """Another setting than now; nobody says `set the lights to off`."""
    now = state_of(ask).car.lights
    return {"lights": ask.choose(x for x in k.LIGHTS[1:] if x != now)}


def precondition(ask: Ask) -> Args:
    """Today or in the next two days, sometimes at a wanted temperature."""
    sure(state_of(ask).enough_power)
    args: Args = {"ready_at": moment(ask, 0, 2, READY).isoformat()}
    return args | ({"temperature": ask.rng.choice(DEGREES)} if ask.maybe(0.5) else {})


def watch_car(ask: Ask) -> Args:
    """Some hours or days from today or one of the next days on."""
    state = state_of(ask)
    sure(state.enough_power)
    start = moment(ask, 0, 5, LEFT_ALONE)
    days = ask.rng.choice((0, 0, 1, 2, 3, 5, 7))
    clock = ask.rng.choice(BACK_AGAIN if days else EVENINGS)
    end = at(start.date() + timedelta(days=days), clock, state.now.tzinfo)
    if offset_is_unsure(end):
        raise NoProposal
    return {"start": start.isoformat(), "end": end.isoformat()}


def play_media(ask: Ask) -> Args:
    """Something that does not play now."""
    car = state_of(ask).car
    able = [s for s in k.SOURCES if s != car.source and (s != "phone_music" or car.phone_connected)]
    args: Args = {"source": ask.choose(able)}
    volumes = [v for v in (10, 15, 20, 25, 30, 40, 50, 60) if v != car.volume]
    return args | ({"volume": ask.choose(volumes)} if ask.maybe(0.4) else {})


def switch_profile(ask: Ask) -> Args:
    """A driver who is not set now."""
    state = state_of(ask)
    if state.car.moving:
        raise NoProposal
    profile = pick(ask, DriverProfile, state.profiles, lambda p: not p.active)
    return {"profile_id": profile.profile_id}
