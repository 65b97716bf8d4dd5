"""Tools about the person: tastes, waiting lists, and somebody who sits in at home."""

from datetime import timedelta

from callwright.domains.core import ToolError, tool
from callwright.domains.lifestyle import rows as r
from callwright.domains.lifestyle.populate_parts import price
from callwright.domains.lifestyle.state import LifestyleState, moment

LONGEST_SITTING = timedelta(days=21)
AN_HOUR, A_DAY = 14, 70
"""What a sitter costs."""


@tool()
def my_tastes(state: LifestyleState) -> r.MyTastes:
    """Tell what the user usually goes for: food, district, company, seating, shows and sport."""
    row = next(iter(state.tastes))
    return r.MyTastes(**{name: getattr(row, name) for name in r.MyTastes.model_fields})


@tool(mutates=True)
def join_waiting_list(
    state: LifestyleState, restaurant: r.Name, date: r.Day, guests: r.Guests, phone: r.Number
) -> r.Waiting:
    """Put the user on a restaurant's waiting list for a day; it rings when a table comes free.

    Args:
        restaurant: Name of the restaurant.
        date: The day of the meal.
        guests: How many people come.
        phone: Number that the restaurant rings.
    """
    place = state.named(restaurant)
    state.open_on(place, date)
    if date < state.today.isoformat():
        raise ToolError("day_is_over", f"{date} is over.", date=date)
    if state.waiting.where(restaurant=place.name, date=date):
        message = f"You are on the list of {place.name} for that day."
        raise ToolError("already_waiting", message, restaurant=place.name)
    key = state.new_id(state.waiting, "WL", place.name, date)
    return state.waiting.insert(
        r.Waiting(waiting_id=key, restaurant=place.name, date=date, guests=guests, phone=phone)
    )


@tool(mutates=True, confirm=True, suits=("booking", "calendar_event"))
def book_sitter(
    state: LifestyleState, start: r.Start, end: r.End, care: r.SitterCare = "children"
) -> r.Sitting:
    """Book somebody who looks after children or a pet at home from one moment to another.

    Args:
        start: When the sitter comes.
        end: When the sitter leaves.
        care: Who is looked after.
    """
    begins, ends = (moment(t).astimezone(state.now.tzinfo) for t in (start, end))
    if not timedelta(0) < ends - begins <= LONGEST_SITTING or begins <= state.now:
        message = "A sitter comes in the future and stays three weeks at most."
        raise ToolError("bad_sitting", message, start=start, end=end)
    for other in state.sitters:
        if moment(other.start) < ends and begins < moment(other.end):
            raise ToolError("sitter_booked", "A sitter comes then already.", start=other.start)
    hours = (ends - begins).total_seconds() / 3600
    cost = round(hours * AN_HOUR) if hours < 10 else A_DAY * (int(hours) // 24 + 1)
    key = state.new_id(state.sitters, "ST", begins.isoformat(), care)
    return state.sitters.insert(
        r.Sitting(
            sitting_id=key,
            care=care,
            start=begins.isoformat(),
            end=ends.isoformat(),
            price=price(max(1, cost), state.person.currency),
        )
    )
