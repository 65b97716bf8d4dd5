"""Tools about whole days, calendars that the user follows, and the user's own habits."""

from datetime import timedelta

from callwright.domains.calendar.looking import MOST_FOUND
from callwright.domains.calendar.rows import (
    Address,
    AgendaMail,
    CalendarName,
    ClearedDay,
    Day,
    EventList,
    Subscription,
    SubscriptionId,
    SubscriptionList,
    Topic,
    UsualMeeting,
    brief,
)
from callwright.domains.calendar.state import CalendarState, by_start
from callwright.domains.calendar.times import at, day_of, parse
from callwright.domains.core import ToolError, tool

LONGEST_RANGE = 14


@tool(alike=("day_agenda", "find_events", "events_with", "next_event", "meeting_load"))
def agenda_between(
    state: CalendarState, first_day: Day, last_day: Day, calendar: CalendarName | None = None
) -> EventList:
    """List everything in the user's calendars over several days, such as a week, in order.

    Args:
        first_day: The first day to look at.
        last_day: The last day to look at, at most two weeks after the first.
        calendar: Only this calendar; all of them when left out.
    """
    first, last = day_of(first_day), day_of(last_day)
    if not 0 <= (last - first).days <= LONGEST_RANGE:
        raise ToolError(
            "bad_range",
            "The last day has to be the first one or up to two weeks later.",
            first_day=first_day,
            last_day=last_day,
        )
    zone = state.now.tzinfo
    found = state.between(at(first, "00:00", zone), at(last + timedelta(days=1), "00:00", zone))
    events = [brief(e) for e in found if calendar in (None, e.calendar)]
    return EventList(events=events[:MOST_FOUND])


@tool(mutates=True, alike=("day_agenda",))
def email_agenda(state: CalendarState, date: Day, email: Address) -> AgendaMail:
    """Send the list of one day's events to an email address.

    Args:
        date: The day whose events are sent.
        email: Where it is sent.
    """
    events = len(state.on(day_of(date)))
    if not events:
        raise ToolError("nothing_to_send", f"There is nothing on {date}.", date=date)
    key = state.new_id(state.mails, "AM", date, email)
    return state.mails.insert(AgendaMail(mail_id=key, date=date, email=email, events=events))


@tool(mutates=True, confirm=True, ends=True, alike=("cancel_event",))
def clear_day(state: CalendarState, date: Day, calendar: CalendarName | None = None) -> ClearedDay:
    """Cancel all of the user's own events on one day for everybody. Cannot be undone.

    What others organise stays.

    Args:
        date: The day to clear.
        calendar: Only this calendar; all of them when left out.
    """
    me = state.person.name
    own = [
        e
        for e in sorted(state.on(day_of(date)), key=by_start)
        if e.organiser == me and calendar in (None, e.calendar) and parse(e.end) > state.now
    ]
    if not own:
        raise ToolError("nothing_to_cancel", f"Nothing of yours is left on {date}.", date=date)
    for event in own:
        state.events.delete(event.event_id)
    return ClearedDay(date=date, cancelled=len(own))


@tool()
def list_subscriptions(state: CalendarState, topic: Topic | None = None) -> SubscriptionList:
    """List the public calendars that the user follows, with how many dates each has ahead.

    Args:
        topic: Only calendars about this.
    """
    found = [s for s in state.subscriptions if topic in (None, s.topic)]
    return SubscriptionList(subscriptions=sorted(found, key=lambda s: s.name))


@tool(mutates=True, confirm=True, ends=True)
def drop_subscription(state: CalendarState, subscription_id: SubscriptionId) -> Subscription:
    """Stop following a public calendar and remove all of its dates.

    Args:
        subscription_id: The calendar to stop following.
    """
    return state.subscriptions.delete(subscription_id)


@tool()
def usual_meeting(state: CalendarState) -> UsualMeeting:
    """Tell the user's own defaults for new events: length, place, and how early the reminder is."""
    row = next(iter(state.defaults))
    return UsualMeeting(length=row.length, before=row.before, location=row.location)
