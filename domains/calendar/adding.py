"""Tools that put new things into the calendar."""

from collections.abc import Iterable
from datetime import datetime

from callwright.domains.calendar.rows import (
    BlockedTime,
    CalendarName,
    Clock,
    Day,
    End,
    Event,
    Length,
    Names,
    Room,
    RoomId,
    Start,
    Text,
    Weekday,
    WorkDay,
)
from callwright.domains.calendar.state import LONGEST_BLOCK, CalendarState, spans
from callwright.domains.calendar.times import at, day_of, delta, later
from callwright.domains.core import ToolError, tool


@tool(mutates=True, alike=("block_time", "block_focus", "book_room"))
def add_event(
    state: CalendarState,
    title: Text,
    start: Start,
    length: Length,
    calendar: CalendarName = "personal",
    attendees: Names | None = None,
    location: Text | None = None,
) -> Event:
    """Put a new event into the calendar and invite people to it.

    Refused when that calendar already has something then, or when colleagues are invited
    outside working hours.

    Args:
        title: What the event is called.
        start: When it begins.
        length: How long it lasts.
        calendar: The calendar it goes into.
        attendees: Contacts to invite, by full name or first name.
        location: Where it takes place.
    """
    begins = state.ahead(start)
    ends = state.stretch(begins, length)
    people = state.everyone(attendees or ())
    return _add(state, title, (begins, ends), calendar, people, location)


@tool(mutates=True, alike=("add_event",))
def book_room(
    state: CalendarState,
    room_id: RoomId,
    title: Text,
    start: Start,
    length: Length,
    attendees: Names | None = None,
) -> Event:
    """Book a meeting room of the office and put the meeting into the work calendar.

    Refused when the room or the work calendar is taken then, or the room is too small.

    Args:
        room_id: The room.
        title: What the meeting is called.
        start: When it begins.
        length: How long it lasts.
        attendees: Contacts to invite, by full name or first name.
    """
    room = state.rooms.need(room_id)
    begins = state.ahead(start)
    ends = state.stretch(begins, length)
    people = state.everyone(attendees or ())
    state.room_fits(room, len(people) + 1)
    state.room_free(room, begins, ends)
    return _add(state, title, (begins, ends), "work", people, room=room)


@tool(mutates=True, alike=("add_event", "block_focus"))
def block_time(
    state: CalendarState,
    title: Text,
    start: Start,
    end: End,
    calendar: CalendarName = "personal",
) -> BlockedTime:
    """Block the calendar from one moment to another, for a journey or an absence.

    Nobody is invited, and what already stands there stays; the result counts it.

    Args:
        title: What the time is blocked for.
        start: When the blocked time begins.
        end: When it ends.
        calendar: The calendar to block.
    """
    begins, ends = state.ahead(start), state.moment(end)
    if ends <= begins:
        message = "The end has to come after the start."
        raise ToolError("end_before_start", message, start=begins.isoformat(), end=ends.isoformat())
    if ends - begins > LONGEST_BLOCK:
        message = "At most three weeks can be blocked at once."
        raise ToolError("too_long", message, start=begins.isoformat(), end=ends.isoformat())
    overlaps = len(state.between(begins, ends))
    event = _insert(state, title, (begins, ends), calendar)
    return BlockedTime(
        event_id=event.event_id,
        title=title,
        start=event.start,
        end=event.end,
        calendar=calendar,
        overlaps=overlaps,
    )


@tool(mutates=True, alike=("block_time", "add_event", "free_slots"))
def block_focus(
    state: CalendarState, date: Day, length: Length, after: Clock | None = None
) -> Event:
    """Reserve focus time in the first long enough gap of a working day.

    Args:
        date: The working day.
        length: How much focus time is wanted.
        after: Only from this hour on.
    """
    day = day_of(date)
    if day < state.now.date():
        raise ToolError("day_is_over", f"{date} is already over.", date=date)
    hours = state.day_hours(day)
    if hours is None:
        message = f"{date} is not a working day."
        raise ToolError("not_a_working_day", message, date=date)
    begins = max(hours[0], at(day, after, state.now.tzinfo)) if after else hours[0]
    state.stretch(begins, length)
    slot = next(state.gaps(begins, hours[1], delta(length)), None)
    if slot is None:
        message = f"No gap of that length is left on {date}."
        raise ToolError("no_free_slot", message, date=date, length=length)
    times = slot[0], later(slot[0], delta(length))
    return _insert(state, "Focus time", times, "work")


@tool(mutates=True)
def set_working_hours(
    state: CalendarState, weekday: Weekday, opens: Clock, closes: Clock
) -> WorkDay:
    """Set from when to when the user works on a certain day of the week.

    Args:
        weekday: The day of the week.
        opens: When the working day starts.
        closes: When it ends.
    """
    if opens >= closes:
        message = f"There is no time between {opens} and {closes}."
        raise ToolError("empty_window", message, opens=opens, closes=closes)
    key = f"WD-{weekday[:3].upper()}"
    if key in state.hours:
        return state.hours.update(key, opens=opens, closes=closes)
    day = WorkDay(workday_id=key, weekday=weekday, opens=opens, closes=closes)
    return state.hours.insert(day)


def _add(
    state: CalendarState,
    title: str,
    times: tuple[datetime, datetime],
    calendar: str,
    people: list[str],
    location: str | None = None,
    room: Room | None = None,
) -> Event:
    """Insert an event that keeps the rules about clashes and working hours."""
    state.no_clash(calendar, *times)
    if state.at_work(people):
        state.within_hours(*times)
    return _insert(state, title, times, calendar, people, location, room)


def _insert(
    state: CalendarState,
    title: str,
    times: tuple[datetime, datetime],
    calendar: str,
    people: Iterable[str] = (),
    location: str | None = None,
    room: Room | None = None,
) -> Event:
    return state.events.insert(
        Event(
            event_id=state.new_id(state.events, "EV", title, times[0].isoformat(), calendar),
            title=title,
            **spans(*times),
            calendar=calendar,
            organiser=state.person.name,
            attendees=list(people),
            location=room.name if room else location,
            room_id=room.room_id if room else None,
        )
    )
