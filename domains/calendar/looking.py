"""Tools that look into calendars and change nothing."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache

from callwright.domains.calendar.rows import (
    Availability,
    CalendarName,
    Clock,
    Day,
    Event,
    EventBrief,
    EventId,
    EventList,
    Floor,
    FreeStretch,
    InvitationList,
    Length,
    MeetingLoad,
    Name,
    RoomList,
    Screen,
    Seats,
    SlotList,
    Start,
    Text,
    brief,
)
from callwright.domains.calendar.state import SHARES_CALENDAR, CalendarState, by_start, spans
from callwright.domains.calendar.times import at, day_of, delta, iso, parse
from callwright.domains.core import ToolError, tool

MOST_FOUND = 40
OFF_HOURS = ("09:00", "18:00")
"""Where free time is looked for on a day without working hours."""


@tool(
    alike=(
        "next_event",
        "find_events",
        "events_with",
        "meeting_load",
        "free_slots",
        "agenda_between",
        "email_agenda",
    )
)
def day_agenda(state: CalendarState, date: Day, calendar: CalendarName | None = None) -> EventList:
    """List everything that stands in the user's calendars on one day, in order.

    Args:
        date: The day to look at.
        calendar: Only this calendar; all of them when left out.
    """
    found = [e for e in state.on(day_of(date)) if calendar in (None, e.calendar)]
    return _listed(found)


@tool(alike=("day_agenda", "events_with"))
def find_events(
    state: CalendarState,
    words: Text,
    date: Day | None = None,
    calendar: CalendarName | None = None,
) -> EventList:
    """Search the calendars for events by words of their title or place.

    Looks at coming events only, unless a day is given.

    Args:
        words: Words that stand in the title or the place, in any order.
        date: Only events on this day, which may lie in the past.
        calendar: Only events in this calendar.
    """
    wanted = _words(words)
    found = [
        e
        for e in _pool(state, date)
        if calendar in (None, e.calendar)
        and wanted
        and wanted <= _words(e.title) | _words(e.location or "")
    ]
    return _listed(found)


@tool(alike=("find_events", "day_agenda"))
def events_with(state: CalendarState, person: Name, date: Day | None = None) -> EventList:
    """List the user's events that a certain contact organises or attends.

    Looks at coming events only, unless a day is given.

    Args:
        person: The contact, by full name or first name.
        date: Only events on this day, which may lie in the past.
    """
    name = state.contact(person).name
    return _listed(e for e in _pool(state, date) if name in (e.organiser, *e.attendees))


@tool(alike=("day_agenda", "find_events"))
def next_event(state: CalendarState, calendar: CalendarName | None = None) -> EventBrief:
    """Tell which event of the user starts next from now on.

    Args:
        calendar: Only look in this calendar.
    """
    for event in state.upcoming():
        if parse(event.start) >= state.now and calendar in (None, event.calendar):
            return brief(event)
    where = f"the {calendar} calendar" if calendar else "any calendar"
    raise ToolError("nothing_ahead", f"Nothing is coming up in {where}.")


@tool()
def event_details(state: CalendarState, event_id: EventId) -> Event:
    """Show all there is to one event: organiser, who is invited, place, room and reminder.

    Args:
        event_id: The event.
    """
    return state.events.need(event_id)


@tool(alike=("day_agenda", "block_focus"))
def free_slots(
    state: CalendarState,
    date: Day,
    length: Length,
    after: Clock | None = None,
    before: Clock | None = None,
) -> SlotList:
    """Find the gaps in the user's own day that are long enough for something.

    Looks within the working hours of that day unless other bounds are given.

    Args:
        date: The day to look at.
        length: How long a gap has to be.
        after: Only time from this hour on.
        before: Only time up to this hour.
    """
    day = day_of(date)
    if day < state.now.date():
        raise ToolError("day_is_over", f"{date} is already over.", date=date)
    start, end = _window(state, day, after, before)
    gaps = state.gaps(start, end, max(delta(length), timedelta(minutes=5)))
    slots = [FreeStretch(start=a.isoformat(), end=b.isoformat()) for a, b in gaps]
    return SlotList(date=date, slots=slots[:MOST_FOUND])


@tool()
def person_free(state: CalendarState, person: Name, start: Start, length: Length) -> Availability:
    """Check whether a colleague or the partner is free for a stretch of time.

    Only contacts who share their calendar can be checked.

    Args:
        person: The contact, by full name or first name.
        start: When the stretch begins.
        length: How long it lasts.
    """
    contact = state.contact(person)
    if contact.relation not in SHARES_CALENDAR:
        message = f"{contact.name} does not share a calendar."
        raise ToolError("calendar_not_shared", message, person=contact.name)
    begins = state.ahead(start)
    ends = state.stretch(begins, length)
    free = not _takes(state, contact.name, begins, ends)
    times = {k: v for k, v in spans(begins, ends).items() if k != "length"}
    return Availability(person=contact.name, free=free, **times)


@tool()
def find_rooms(
    state: CalendarState, seats: Seats, screen: Screen | None = None, floor: Floor | None = None
) -> RoomList:
    """List the office's meeting rooms that are large enough, the smallest first.

    Says nothing about when they are in use.

    Args:
        seats: How many people the room has to hold.
        screen: Whether it must have a screen.
        floor: Only rooms on this floor.
    """
    fitting = [
        r
        for r in state.rooms
        if r.capacity >= seats and screen in (None, r.screen) and floor in (None, r.floor)
    ]
    return RoomList(rooms=sorted(fitting, key=lambda r: (r.capacity, r.name))[:MOST_FOUND])


@tool()
def list_invitations(
    state: CalendarState, organiser: Name | None = None, date: Day | None = None
) -> InvitationList:
    """List the invitations from others that the user has not answered yet.

    Args:
        organiser: Only invitations from this contact, by full name or first name.
        date: Only invitations to something on this day.
    """
    name = state.contact(organiser).name if organiser is not None else None
    found = [
        i
        for i in state.invitations.where(answer="pending")
        if name in (None, i.organiser) and date in (None, i.start[:10])
    ]
    return InvitationList(invitations=sorted(found, key=lambda i: parse(i.start))[:MOST_FOUND])


@tool(alike=("day_agenda",))
def meeting_load(state: CalendarState, date: Day) -> MeetingLoad:
    """Count the meetings of one day and how much of the day they take up.

    Args:
        date: The day to count.
    """
    day = day_of(date)
    meetings = [e for e in state.on(day) if e.attendees]
    midnight = at(day, "00:00", state.now.tzinfo)
    taken, done = timedelta(), midnight
    for event in meetings:
        begins, ends = max(parse(event.start), done), parse(event.end)
        ends = min(ends, at(day + timedelta(days=1), "00:00", state.now.tzinfo))
        taken += max(ends - begins, timedelta())
        done = max(done, ends)
    return MeetingLoad(date=date, meetings=len(meetings), taken=iso(taken))


def _listed(events: Iterable[Event]) -> EventList:
    return EventList(events=[brief(e) for e in sorted(events, key=by_start)[:MOST_FOUND]])


def _pool(state: CalendarState, date: str | None) -> list[Event]:
    return state.upcoming() if date is None else state.on(day_of(date))


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    """The words of a text, folded; `1:1` is one word."""
    kept = "".join(c if c.isalnum() or c in ":-'" else " " for c in text.casefold())
    return frozenset(w.strip(":-'") for w in kept.split()) - {""}


def _window(
    state: CalendarState, day: date, after: str | None, before: str | None
) -> tuple[datetime, datetime]:
    usual = state.day_hours(day) or tuple(at(day, c, state.now.tzinfo) for c in OFF_HOURS)
    start = at(day, after, state.now.tzinfo) if after else usual[0]
    end = at(day, before, state.now.tzinfo) if before else usual[1]
    if start >= end:
        opens, closes = f"{start:%H:%M}", f"{end:%H:%M}"
        message = f"There is no time between {opens} and {closes}."
        raise ToolError("empty_window", message, opens=opens, closes=closes)
    return start, end


def _takes(state: CalendarState, name: str, start: datetime, end: datetime) -> bool:
    for taken in state.busy.where(person=name):
        if parse(taken.start) < end and parse(taken.end) > start:
            return True
    return any(name in (e.organiser, *e.attendees) for e in state.between(start, end))
