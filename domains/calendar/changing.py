"""Tools that change or cancel events that already stand in the calendar."""

from callwright.domains.calendar.rows import Event, EventId, Length, Start, Text
from callwright.domains.calendar.state import CalendarState, spans
from callwright.domains.calendar.times import delta, later, parse
from callwright.domains.core import ToolError, tool


@tool(mutates=True)
def move_event(state: CalendarState, event_id: EventId, start: Start) -> Event:
    """Move an event to another time; its length, its people and its room stay.

    Args:
        event_id: The event.
        start: When it begins from now on.
    """
    event = state.mine(event_id)
    begins = state.ahead(start)
    ends = later(begins, parse(event.end) - parse(event.start))
    state.place(event, begins, ends)
    return state.events.update(event_id, **spans(begins, ends))


@tool(mutates=True)
def change_length(state: CalendarState, event_id: EventId, length: Length) -> Event:
    """Make an event longer or shorter; it keeps its start.

    Args:
        event_id: The event.
        length: How long it lasts from now on.
    """
    event = state.mine(event_id)
    begins = parse(event.start).astimezone(state.now.tzinfo)
    ends = state.stretch(begins, length)
    if ends <= state.now:
        message = "The event would be over already."
        raise ToolError("in_the_past", message, start=event.start)
    state.place(event, begins, ends)
    return state.events.update(event_id, **spans(begins, ends))


@tool(mutates=True)
def rename_event(state: CalendarState, event_id: EventId, title: Text) -> Event:
    """Give an event another title.

    Args:
        event_id: The event.
        title: The new title.
    """
    state.mine(event_id)
    return state.events.update(event_id, title=title)


@tool(mutates=True)
def set_location(state: CalendarState, event_id: EventId, location: Text) -> Event:
    """Note where an event takes place; a meeting room it had is released.

    Args:
        event_id: The event.
        location: The new place, in words.
    """
    state.mine(event_id)
    return state.events.update(event_id, location=location, room_id=None)


@tool(mutates=True, confirm=True, ends=True, alike=("clear_day",))
def cancel_event(state: CalendarState, event_id: EventId) -> Event:
    """Cancel one of the user's own events for everybody and remove it. Cannot be undone.

    Args:
        event_id: The event.
    """
    state.mine(event_id)
    return state.events.delete(event_id)


@tool(mutates=True)
def set_reminder(state: CalendarState, event_id: EventId, before: Length) -> Event:
    """Remind the user of an event some time before it starts.

    Replaces the reminder that the event had.

    Args:
        event_id: The event.
        before: How long before the start.
    """
    event = state.current(event_id)
    if later(parse(event.start), -delta(before)) < state.now:
        message = "The moment for that reminder has already passed."
        raise ToolError("too_late_to_remind", message, start=event.start, before=before)
    return state.events.update(event_id, reminder=before)
