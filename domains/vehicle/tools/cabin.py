"""Tools for what people touch in a car: climate, seats, locks, windows, boot, sound."""

from callwright.domains.core import ToolError, tool
from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.results import (
    BootState,
    ClimateSetting,
    LightState,
    LockState,
    MediaState,
    SeatHeat,
    WindowState,
)
from callwright.domains.vehicle.rows import CarWatch, Preheat
from callwright.domains.vehicle.state import LONGEST_WATCH, Vehicle
from callwright.domains.vehicle.times import parse


@tool(mutates=True, alike=("precondition", "heat_seat"))
def set_temperature(
    state: Vehicle, temperature: k.Degrees, zone: k.Zone = "whole_cabin"
) -> ClimateSetting:
    """Set how warm the car's climate control keeps the cabin, or one part of it, from now on.

    Refused when the battery is nearly empty and the car is not plugged in.

    Args:
        temperature: The temperature to keep.
        zone: The part of the cabin.
    """
    state.enough_power()
    for row in state.zones(zone):
        state.comforts.update(row.comfort_id, temperature=temperature)
    return ClimateSetting(zone=zone, temperature=temperature)


@tool(mutates=True, alike=("set_temperature", "precondition"))
def heat_seat(state: Vehicle, seat: k.Seat, level: k.HeatLevel) -> SeatHeat:
    """Set the heating of one seat of the car; level 0 turns it off.

    Args:
        seat: The seat.
        level: How strongly it is heated, from 0 to 3.
    """
    row = state.comfort(seat)
    if row.level is None:
        name = seat.replace("_", " ")
        raise ToolError("seat_not_heated", f"The {name} has no heating.", seat=name)
    if level:
        state.enough_power()
    state.comforts.update(row.comfort_id, level=int(level))
    return SeatHeat(seat=seat, level=int(level))


@tool(mutates=True)
def set_door_lock(state: Vehicle, lock: k.LockWish) -> LockState:
    """Lock or unlock all doors of the car.

    It unlocks only while the car stands still, and locks only when doors and boot are closed.

    Args:
        lock: Whether to lock the doors; false unlocks them.
    """
    if state.car.locked == lock:
        now = "locked" if lock else "unlocked"
        raise ToolError("already_so", f"The car is already {now}.", state=now)
    if lock:
        state.shut()
    else:
        state.standing("be unlocked")
    return LockState(locked=state.change(locked=lock).locked)


@tool(mutates=True)
def move_window(state: Vehicle, window: k.Window, opening: k.Percent) -> WindowState:
    """Open or close a window or the sunroof of the car to a certain extent.

    The child lock keeps rear windows as they are.

    Args:
        window: The window.
        opening: How far it is open afterwards; 0 is closed.
    """
    state.rear_free(window)
    state.parts.update(state.part(window).part_id, opening=opening)
    return WindowState(window=window, opening=opening)


@tool(mutates=True)
def set_boot(state: Vehicle, open_boot: k.BootWish) -> BootState:
    """Open or close the boot of the car, only while it stands still.

    Args:
        open_boot: Whether to open the boot; false closes it.
    """
    state.standing("move its boot")
    if state.car.boot_open == open_boot:
        now = "open" if open_boot else "closed"
        raise ToolError("already_so", f"The boot is already {now}.", state=now)
    changes = {"boot_open": True, "locked": False} if open_boot else {"boot_open": False}
    return BootState(boot_open=state.change(**changes).boot_open)


@tool(mutates=True)
def set_lights(state: Vehicle, lights: k.Lights) -> LightState:
    """Set the outside lights of the car. They cannot be turned off while it is moving.

    Args:
        lights: What the lights do from now on.
    """
    if lights == "off":
        state.standing("turn the lights off")
    return LightState(lights=state.change(lights=lights).lights)


@tool(
    mutates=True,
    alike=("set_temperature", "heat_seat", "charge_for_trip"),
    suits=(
        *("calendar_event", "booking", "flight", "train", "reservation"),
        *("show", "ticket_order", "fitness_class"),
    ),
)
def precondition(state: Vehicle, ready_at: k.Start, temperature: k.Degrees = 21) -> Preheat:
    """Have the car warmed or cooled in advance, so that it is comfortable at a certain moment.

    Args:
        ready_at: When the car has to be ready, such as the departure.
        temperature: The temperature the cabin has by then.
    """
    moment = state.ahead(ready_at)
    state.enough_power()
    key = state.new_id(state.preheats, "PH", moment.isoformat(), temperature)
    row = Preheat(preheat_id=key, ready_at=moment.isoformat(), temperature=temperature)
    return state.preheats.insert(row)


@tool(mutates=True, suits=("booking", "flight", "train", "show", "ticket_order", "calendar_event"))
def watch_car(state: Vehicle, start: k.Start, end: k.End) -> CarWatch:
    """Have the parked car watch its surroundings and raise an alarm, from one moment to another.

    It runs for three weeks at most and needs battery.

    Args:
        start: When the guard begins.
        end: When it ends.
    """
    begins, ends = state.ahead(start), parse(end).astimezone(state.now.tzinfo)
    if ends <= begins:
        message = "The end has to come after the start."
        raise ToolError("end_before_start", message, start=start, end=end)
    if ends - begins > LONGEST_WATCH:
        message = "The guard runs for three weeks at most."
        raise ToolError("too_long", message, start=start, end=end)
    state.enough_power()
    times = {"start": begins.isoformat(), "end": ends.isoformat()}
    key = state.new_id(state.watches, "WA", *times.values())
    return state.watches.insert(CarWatch(watch_id=key, **times))


@tool(mutates=True)
def play_media(state: Vehicle, source: k.Source, volume: k.Percent | None = None) -> MediaState:
    """Play something in the car, at a given volume if one is given.

    Music from the phone needs a connected phone.

    Args:
        source: What to play.
        volume: How loud; as loud as before when left out.
    """
    car = state.car
    if source == "phone_music" and not car.phone_connected:
        raise ToolError("phone_not_connected", "No phone is connected to the car.")
    car = state.change(source=source, volume=car.volume if volume is None else volume)
    return MediaState(source=source, volume=car.volume)
