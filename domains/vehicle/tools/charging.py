"""Tools for charging: now, up to a limit, at set hours, and on the road."""

from callwright.domains.core import ToolError, tool
from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.results import ChargeSchedule, ChargeState
from callwright.domains.vehicle.rows import Car, ChargerHold
from callwright.domains.vehicle.state import CHARGER_HELD, LOWEST_LIMIT, Vehicle
from callwright.domains.vehicle.times import later


@tool(mutates=True, alike=("schedule_charging", "vehicle_status"))
def set_charging(state: Vehicle, charge: k.ChargeWish) -> ChargeState:
    """Start or stop charging the car at the plug it is on, right now.

    Args:
        charge: Whether to start charging; false stops it.
    """
    if charge:
        state.may_charge()
    elif not state.car.charging:
        message = "The car is not charging."
        raise ToolError("not_charging", message, battery=state.car.battery)
    return _charge_state(state.change(charging=charge))


@tool(mutates=True, alike=("charge_for_trip",))
def set_charge_limit(state: Vehicle, limit: k.Percent) -> ChargeState:
    """Set up to which battery level the car charges. Charging stops when it is reached already.

    Args:
        limit: The battery level at which charging ends, 50 or more.
    """
    if limit < LOWEST_LIMIT:
        message = "The charge limit cannot be below 50 percent."
        raise ToolError("limit_too_low", message, limit=limit, lowest=LOWEST_LIMIT)
    charging = state.car.charging and state.car.battery < limit
    return _charge_state(state.change(charge_limit=limit, charging=charging))


@tool(mutates=True, alike=("set_charging", "charge_for_trip"))
def schedule_charging(
    state: Vehicle, start: k.Clock, until: k.Clock | None = None
) -> ChargeSchedule:
    """Let the car charge at the same hours every day, whenever it is plugged in then.

    Args:
        start: From when it charges.
        until: When it stops at the latest.
    """
    if until == start:
        message = "Charging has to end later than it starts."
        raise ToolError("empty_schedule", message, start=start)
    car = state.change(charge_from=start, charge_until=until)
    return ChargeSchedule(start=start, plugged_in=car.plugged_in, until=until)


@tool(mutates=True)
def reserve_charger(state: Vehicle, station_id: k.StationId, arrive_at: k.Moment) -> ChargerHold:
    """Keep a charging point at a station free for the user, for one hour from a certain time.

    Args:
        station_id: The charging station.
        arrive_at: From when the charging point is needed.
    """
    station = state.station_for(station_id)
    start = state.ahead(arrive_at)
    times = {"start": start.isoformat(), "until": later(start, CHARGER_HELD).isoformat()}
    if any(h.station_id == station_id and h.start == times["start"] for h in state.holds):
        message = f"A charging point at {station.name} is kept for that time already."
        raise ToolError("already_reserved", message, station=station.name)
    key = state.new_id(state.holds, "CH", station_id, times["start"])
    row = ChargerHold(hold_id=key, station_id=station_id, station=station.name, **times)
    return state.holds.insert(row)


def _charge_state(car: Car) -> ChargeState:
    return ChargeState(charging=car.charging, battery=car.battery, charge_limit=car.charge_limit)
