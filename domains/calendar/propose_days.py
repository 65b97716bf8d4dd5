"""What a person would sensibly ask about whole days, followed calendars and habits."""

from datetime import date, timedelta

from callwright.domains.calendar import days
from callwright.domains.calendar.propose import Args, about, coming, finding
from callwright.domains.calendar.rows import Event, Subscription
from callwright.domains.core import Ask

SPANS = (1, 2, 3, 4, 6, 6, 6, 6, 13)
"""Days from the first to the last; mostly a week."""


def agenda_between(ask: Ask) -> Args:
    """Some days with an event among them, mostly a week from today, tomorrow or a Monday on."""
    event = about(ask, Event, coming(ask))
    day, today = date.fromisoformat(event.start[:10]), ask.state.now.date()
    monday = day - timedelta(days=day.weekday())
    first = ask.rng.choice([d for d in (today, day, monday) if d <= day])
    span = max(ask.rng.choice(SPANS), (day - first).days)
    args: Args = {
        "first_day": first.isoformat(),
        "last_day": (first + timedelta(days=min(span, days.LONGEST_RANGE))).isoformat(),
    }
    if ask.maybe(0.2):
        args["calendar"] = event.calendar
    return finding(ask, days.agenda_between, event, args)


def email_agenda(ask: Ask) -> Args:
    """A coming day with events, mostly to the person's own address."""
    day = ask.choose(sorted({e.start[:10] for e in coming(ask)}))
    person = ask.state.person
    others = [c.email for c in person.contacts]
    return {"date": day, "email": person.email if ask.maybe(0.75) else ask.choose(others)}


def clear_day(ask: Ask) -> Args:
    """A coming day on which the person has something."""
    me = ask.state.person.name
    own = [e for e in coming(ask) if e.organiser == me]
    event = ask.choose(own)
    args: Args = {"date": event.start[:10]}
    return args | ({"calendar": event.calendar} if ask.maybe(0.5) else {})


def list_subscriptions(ask: Ask) -> Args:
    """All of them, or those about something."""
    row = about(ask, Subscription, ask.state.subscriptions)
    return {"topic": row.topic} if ask.maybe(0.35) else {}


def drop_subscription(ask: Ask) -> Args:
    """Any of them."""
    return {"subscription_id": about(ask, Subscription, ask.state.subscriptions).subscription_id}


def usual_meeting(ask: Ask) -> Args:
    """Nothing to say."""
    return {}
