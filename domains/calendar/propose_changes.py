"""What a person would sensibly ask of each tool that changes the calendar."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

from callwright.domains.calendar.populate import FRIENDLY, KIN
from callwright.domains.calendar.propose import (
    LENGTHS,
    Args,
    about,
    coming,
    days_ahead,
    known_as,
    lowered,
    moment,
    offset_is_unsure,
    working_days,
)
from callwright.domains.calendar.rows import WEEKDAYS, Event, Invitation, Room
from callwright.domains.calendar.state import AT_WORK, CalendarState
from callwright.domains.calendar.times import delta, later, parse
from callwright.domains.calendar.titles import CARE, ERRANDS, FAMILY, LEISURE, PAIR, TEAM, Group
from callwright.domains.core import Ask, NoProposal
from callwright.domains.core.proposing import allowed

TRIES = 12
HOURS = {
    "work": ("Travel time", "Work travel", "Offline time", "Time away", "Business travel"),
    "personal": ("Travel time", "Time off", "Private time", "Time away", "Personal travel"),
    "family": ("Travel time", "Family travel", "Family time", "Family outing", "Day out"),
}
"""What a few hours are blocked for, by calendar; a journey may be called so as well."""
DAYS = {
    "work": ("Business trip", "Work trip", "Work travel", "Business travel", "Time away"),
    "personal": ("Short break", "City trip", "Time away", "Time off", "Personal trip"),
    "family": ("Family trip", "Family visit", "Family break", "City trip", "Short break"),
}
"""What a day or more is blocked for."""
PLACES = {
    "work": ("Meridian House", "Pier 9", "Hub Central", "Brunswick Court", "The Foundry"),
    "personal": ("Corner Café", "Harbour Grill", "Market Square", "Station Road", "Old Mill"),
    "family": ("Village Hall", "Leisure Pool", "Willow Park", "Grandma's House", "Oak School"),
}
"""Names that can follow `at`."""
RENAMES = ("Final {0}", "Extended {0}", "Rescheduled {0}", "Short {0}", "Monthly {0}", "Extra {0}")
REGULAR = ("Weekly", "Quarterly", "Year-end")
"""First words of titles that take no other rhythm."""
NOTES = (
    "Sorry, I have a clash that day.",
    "I'm travelling then, please send me the notes.",
    "Happy to join the next one instead.",
    "I don't think I can add much here, but thanks for asking.",
    "Could someone record it for me?",
    "I'm on leave that week.",
)
REMINDERS = ("PT5M", "PT10M", "PT15M", "PT20M", "PT30M", "PT45M", "PT1H", "PT2H")
DAY_AHEAD = ("P1D",)
"""For what people prepare or travel for."""


def add_event(ask: Ask) -> Args:
    """An event of a common sort where its calendar is free."""
    group: Group = ask.rng.choice((TEAM, PAIR, CARE, ERRANDS, LEISURE, FAMILY))
    args: Args = {"title": _new_title(ask, group)}
    colleagues = [c.name for c in ask.state.person.contacts if c.relation in AT_WORK]
    people: list[str] = []
    if group in (TEAM, PAIR):
        people = ask.rng.sample(colleagues, ask.rng.randint(1, 3) if group is TEAM else 1)
    if group is PAIR:
        args["title"] = args["title"].removesuffix(" with {name}")
    length = ask.rng.choice(LENGTHS[1:7])
    start = _free_start(ask, group, delta(length), bool(people))
    args |= {"start": start.isoformat(), "length": length}
    if group.calendar != "personal":
        args["calendar"] = group.calendar
    if people and (group is PAIR or ask.maybe(0.7)):
        args["attendees"] = [known_as(ask, name) for name in people]
    if ask.maybe(0.3):
        args["location"] = ask.rng.choice(PLACES[group.calendar])
    return args


def block_time(ask: Ask) -> Args:
    """A few hours or days from tomorrow on."""
    calendar = ask.rng.choice(("work", "family")) if ask.maybe(0.4) else "personal"
    days = working_days(ask) if calendar == "work" else days_ahead(ask)[1:]
    hours = ask.rng.choice((2, 3, 4, 6, 24, 48))
    start = moment(ask, ask.choose(days), 7, 18 - min(hours, 6))
    end = (start + timedelta(hours=hours)).replace(minute=ask.rng.choice((0, 0, 30)))
    if offset_is_unsure(end):
        raise NoProposal
    args: Args = {
        "title": ask.rng.choice((HOURS if hours < 24 else DAYS)[calendar]),
        "start": start.isoformat(),
        "end": end.isoformat(),
    }
    return args if calendar == "personal" else args | {"calendar": calendar}


def block_focus(ask: Ask) -> Args:
    """A working day with such a gap."""
    day: date = ask.choose(working_days(ask))
    args: Args = {"date": day.isoformat(), "length": ask.rng.choice(LENGTHS[4:])}
    opens, closes = ask.state.day_hours(day)
    if ask.maybe(0.35):
        hour = ask.rng.choice((10, 11, 13, 14))
        args["after"] = f"{hour}:00"
        opens = opens.replace(hour=hour, minute=0)
    if next(ask.state.gaps(opens, closes, delta(args["length"])), None) is None:
        raise NoProposal
    return args


def set_working_hours(ask: Ask) -> Args:
    """New hours of a weekday."""
    opens = ask.rng.choice(("07:00", "07:30", "08:00", "09:30", "10:00"))
    closes = ask.rng.choice(("13:00", "15:00", "16:00", "16:30", "18:30"))
    weekday = ask.rng.choice((*WEEKDAYS[:5], *WEEKDAYS[:6]))
    return {"weekday": weekday, "opens": opens, "closes": closes}


def move_event(ask: Ask) -> Args:
    """A time of a like day at which the event may stand, some hours from its own at most."""
    event = _own(ask)
    length = parse(event.end) - parse(event.start)
    begins = parse(event.start).astimezone(ask.state.now.tzinfo)
    weekend = begins.weekday() > 4
    days = [d for d in days_ahead(ask)[1:] if (d.weekday() > 4) == weekend]
    for _ in range(TRIES):
        day: date = ask.choose(days)
        start = _maybe_moment(ask, day, max(8, begins.hour - 3), min(20, begins.hour + 3))
        if start is None or start == parse(event.start):
            continue
        end = later(start, length)
        if allowed(lambda s=start, e=end: ask.state.place(event, s, e)):
            return {"event_id": event.event_id, "start": start.isoformat()}
    raise NoProposal


def change_length(ask: Ask) -> Args:
    """Another length of a like size that the calendar has room for."""
    event = _own(ask)
    start, usual = parse(event.start).astimezone(ask.state.now.tzinfo), delta(event.length)
    fitting = [
        n
        for n in sorted(set(LENGTHS))
        if delta(n) != usual
        and usual / 2 <= delta(n) <= usual * 2
        and allowed(lambda n=n: ask.state.place(event, start, later(start, delta(n))))
    ]
    return {"event_id": event.event_id, "length": ask.choose(fitting)}


def rename_event(ask: Ask) -> Args:
    """A title that keeps what the event is about."""
    event = _own(ask, lambda e: _plain(e.title))
    title = ask.rng.choice(RENAMES).format(lowered(event.title))
    return {"event_id": event.event_id, "title": title}


def set_location(ask: Ask) -> Args:
    """Another place of the same sort."""
    event = _own(ask)
    places = [p for p in PLACES[event.calendar] if p != event.location]
    return {"event_id": event.event_id, "location": ask.choose(places)}


def cancel_event(ask: Ask) -> Args:
    """An event of the user that has not begun."""
    return {"event_id": _own(ask).event_id}


def set_reminder(ask: Ask) -> Args:
    """A lead time that still lies ahead."""
    event = about(ask, Event, coming(ask))
    left = parse(event.start) - ask.state.now
    far = DAY_AHEAD if event.calendar != "work" or event.location else ()
    fitting = [r for r in (*REMINDERS, *far) if delta(r) < left and r != event.reminder]
    return {"event_id": event.event_id, "before": ask.choose(fitting)}


def invite_person(ask: Ask) -> Args:
    """Somebody of the right circle who is not invited yet."""
    event = _own(ask)
    circle = AT_WORK if event.calendar == "work" else (*FRIENDLY, *KIN)
    contacts = ask.state.person.contacts
    others = [c.name for c in contacts if c.relation in circle and c.name not in event.attendees]
    room = ask.state.rooms.get(event.room_id) if event.room_id else None
    if room and len(event.attendees) + 2 > room.capacity:
        raise NoProposal
    name = ask.choose(others)
    times = (parse(t).astimezone(ask.state.now.tzinfo) for t in (event.start, event.end))
    if circle is AT_WORK and not allowed(lambda: ask.state.within_hours(*times)):
        raise NoProposal
    return {"event_id": event.event_id, "person": known_as(ask, name)}


def uninvite_person(ask: Ask) -> Args:
    """One of several guests."""
    event = _own(ask, lambda e: len(e.attendees) > 1)
    return {"event_id": event.event_id, "person": known_as(ask, ask.choose(event.attendees))}


def accept_invitation(ask: Ask) -> Args:
    """An open invitation at a free time."""
    asked = about(ask, Invitation, (i for i in _waiting(ask) if _can_accept(ask.state, i)))
    if not _can_accept(ask.state, asked):
        raise NoProposal
    return {"invitation_id": asked.invitation_id}


def decline_invitation(ask: Ask) -> Args:
    """An open invitation, sometimes with a note."""
    asked = about(ask, Invitation, _waiting(ask))
    if not allowed(lambda: ask.state.waiting(asked.invitation_id)):
        raise NoProposal
    args: Args = {"invitation_id": asked.invitation_id}
    return args | ({"note": ask.rng.choice(NOTES)} if ask.maybe(0.4) else {})


def book_room(ask: Ask) -> Args:
    """A time at which the room and the work calendar are free."""
    state: CalendarState = ask.state
    room = about(ask, Room, state.rooms)
    title, length = _new_title(ask, TEAM), ask.rng.choice(LENGTHS[1:7])
    for _ in range(TRIES):
        start = _free_start(ask, TEAM, delta(length), True)
        if room.room_id not in state.taken(start, later(start, delta(length))):
            break
    else:
        raise NoProposal
    args: Args = {"room_id": room.room_id, "title": title}
    args |= {"start": start.isoformat(), "length": length}
    colleagues = [c.name for c in state.person.contacts if c.relation in AT_WORK]
    if ask.maybe(0.4):
        names = ask.rng.sample(colleagues, ask.rng.randint(1, 3))
        args["attendees"] = [known_as(ask, name) for name in names]
    return args


def _own(ask: Ask, wanted: Callable[[Event], bool] = lambda event: True) -> Event:
    """The target, or some coming event: one that the person may change."""
    pool = [ask.target] if isinstance(ask.target, Event) else coming(ask)
    me = ask.state.person.name
    ahead = [e for e in pool if parse(e.start) > ask.state.now]
    return ask.choose_good(ahead, lambda e: e.organiser == me and wanted(e))


def _plain(title: str) -> bool:
    """Whether a word of `RENAMES` fits before a title."""
    first = title.split()[0]
    known = tuple(r.split()[0] for r in RENAMES)
    return " with " not in title and len(title) < 60 and first not in (*REGULAR, *known)


def _waiting(ask: Ask) -> list[Invitation]:
    return ask.state.invitations.where(answer="pending")


def _can_accept(state: CalendarState, asked: Invitation) -> bool:
    times = parse(asked.start), parse(asked.end)
    waits = allowed(lambda: state.waiting(asked.invitation_id))
    return waits and allowed(lambda: state.no_clash("work", *times))


def _new_title(ask: Ask, group: Group) -> str:
    used = {e.title for e in ask.state.events}
    return ask.choose(t for t in group.titles if t not in used)


def _maybe_moment(ask: Ask, day: date, low: int = 8, high: int = 18) -> datetime | None:
    try:
        return moment(ask, day, low, high)
    except NoProposal:
        return None


def _free_start(ask: Ask, group: Group, length: timedelta, at_work: bool) -> datetime:
    """A start at which that calendar is free, inside working hours for meetings at work."""
    state: CalendarState = ask.state
    for _ in range(TRIES):
        days = days_ahead(ask) if group.weekend else working_days(ask)
        start = _maybe_moment(ask, ask.choose(days), group.hours[0], group.hours[1] - 2)
        if start is None:
            continue
        end = later(start, length)
        if at_work and not allowed(lambda s=start, e=end: state.within_hours(s, e)):
            continue
        if allowed(lambda s=start, e=end: state.no_clash(group.calendar, s, e)):
            return start
    raise NoProposal
