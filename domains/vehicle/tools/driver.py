"""Tools about the person who drives: habits, and help on the road."""

from callwright.domains.core import ToolError, tool
from callwright.domains.vehicle import kinds as k
from callwright.domains.vehicle.make_around import money
from callwright.domains.vehicle.results import MyHabits
from callwright.domains.vehicle.rows import CallOut
from callwright.domains.vehicle.state import Vehicle
from callwright.domains.vehicle.times import later, minutes

WAITS = {"tyre_trouble": 40, "battery_trouble": 55, "engine_trouble": 60, "lock_trouble": 35}
"""Minutes until somebody comes; half an hour for all else."""
FEES = {"tyre_trouble": 90, "battery_trouble": 80, "engine_trouble": 70, "lock_trouble": 110}


@tool(alike=("list_profiles",))
def my_driving_habits(state: Vehicle) -> MyHabits:
    """Tell what the user usually wants: temperature, sound, charge limit and usual destination."""
    row = next(iter(state.habits))
    return MyHabits(**{name: getattr(row, name) for name in MyHabits.model_fields})


@tool(mutates=True, confirm=True)
def call_roadside_help(state: Vehicle, problem: k.Problem, phone: k.Number) -> CallOut:
    """Send for paid help on the road, which rings a phone number when it is near.

    Only for a car that stands still, and once at a time.

    Args:
        problem: What is wrong with the car.
        phone: Number that the helper rings.
    """
    state.standing("be helped")
    for other in state.call_outs:
        raise ToolError("help_coming", "Help is on its way already.", arrives=other.arrives)
    return state.call_outs.insert(
        CallOut(
            call_id=state.new_id(state.call_outs, "RC", problem),
            problem=problem,
            phone=phone,
            arrives=later(state.now, minutes(WAITS.get(problem, 30))).isoformat(),
            fee=money(state, FEES.get(problem, 150)),
        )
    )
