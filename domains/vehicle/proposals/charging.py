"""What a person would ask of the tools for charging."""

from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import allowed
from callwright.domains.vehicle.proposals.common import Args, moment, pick, state_of
from callwright.domains.vehicle.rows import ChargingStation

LIMITS = (60, 65, 70, 75, 80, 85, 90, 95, 100)
STARTS = ("21:00", "22:00", "22:30", "23:00", "23:30", "00:30", "01:00", "02:00")
ENDS = ("05:00", "05:30", "06:00", "06:30", "07:00")
ARRIVALS = tuple(f"{hour:02}:{minute}" for hour in range(7, 22) for minute in ("00", "30"))


def set_charging(ask: Ask) -> Args:
    """Stop what charges; start what may."""
    state = state_of(ask)
    if not state.car.charging and not allowed(state.may_charge):
        raise NoProposal
    return {"charge": not state.car.charging}


def set_charge_limit(ask: Ask) -> Args:
    """Another usual limit above the present level."""
    car = state_of(ask).car
    return {"limit": ask.choose(n for n in LIMITS if n != car.charge_limit and n > car.battery)}


def schedule_charging(ask: Ask) -> Args:
    """Hours of the night."""
    args: Args = {"start": ask.rng.choice(STARTS)}
    return args | ({"until": ask.rng.choice(ENDS)} if ask.maybe(0.5) else {})


def reserve_charger(ask: Ask) -> Args:
    """A station that fits and has a free point, today or tomorrow."""
    state = state_of(ask)
    station = pick(
        ask,
        ChargingStation,
        state.stations,
        lambda s: allowed(lambda: state.station_for(s.station_id)),
    )
    arrive = moment(ask, 0, 1, ARRIVALS).isoformat()
    if any(h.station_id == station.station_id and h.start == arrive for h in state.holds):
        raise NoProposal
    return {"station_id": station.station_id, "arrive_at": arrive}
