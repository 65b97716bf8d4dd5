"""What a person would sensibly ask of each tool that looks, in a given world."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from callwright.domains.calendar import looking
from callwright.domains.calendar.rows import Event, Invitation, Room
from callwright.domains.calendar.state import SHARES_CALENDAR
from callwright.domains.calendar.times import at, parse
from callwright.domains.calendar.titles import GENERIC
from callwright.domains.core import Ask, NoProposal, Output, Row, Tool
from callwright.domains.core.output import lists

Args = dict[str, Any]
R = TypeVar("R", bound=Row)
LENGTHS = ("PT15M", "PT30M", "PT30M", "PT45M", "PT1H", "PT1H", "PT1H30M", "PT2H")


# -- what proposers share ------------------------------------------------------------------
def about(ask: Ask, row: type[R], options: Iterable[R]) -> R:
    """The row the call must be about, else one of `options`."""
    return ask.target if isinstance(ask.target, row) else ask.choose(options)


def known_as(ask: Ask, name: str) -> str:
    """The name by which the person speaks of a contact: mostly the first name."""
    return name.split()[0] if ask.maybe(0.65) else name


def lowered(title: str) -> str:
    """A title as it stands inside a sentence: names and acronyms keep their capitals."""
    first, _, rest = title.partition(" ")
    plain = (first[1:].islower() and first not in ("Spanish", "Sunday")) or first == "A"
    return f"{first.lower()} {rest}".strip() if plain else title


def coming(ask: Ask) -> list[Event]:
    """Events that have not begun."""
    return [e for e in ask.state.upcoming() if parse(e.start) > ask.state.now]


def days_ahead(ask: Ask, most: int = 18) -> list[date]:
    """The days from today on."""
    today = ask.state.now.date()
    return [today + timedelta(days=n) for n in range(most)]


def working_days(ask: Ask, first: int = 1) -> list[date]:
    """Working days from `first` days after today on."""
    return [d for d in days_ahead(ask)[first:] if ask.state.day_hours(d) is not None]


def moment(ask: Ask, day: date, low: int = 8, high: int = 19) -> datetime:
    """A round moment of that day that lies ahead."""
    if low > high:
        raise NoProposal
    clock = f"{ask.rng.randint(low, high):02}:{ask.rng.choice(('00', '00', '30', '15'))}"
    found = at(day, clock, ask.state.now.tzinfo)
    if found <= ask.state.now or offset_is_unsure(found):
        raise NoProposal
    return found


def offset_is_unsure(found: datetime) -> bool:
    """Whether clocks skip that local time or show it twice."""
    return found.utcoffset() != found.replace(fold=1).utcoffset()


def finding(ask: Ask, look_up: Tool, row: Row, args: Args) -> Args:
    """`args`, when what they find holds the row; else there is nothing to propose."""
    found = look_up.fn(ask.state, **args)
    items: list[Output] = [found]
    for name in lists(type(found)):
        items = getattr(found, name)
    if row.key not in [getattr(item, next(iter(type(item).model_fields))) for item in items]:
        raise NoProposal
    return args


# -- one proposer per tool -----------------------------------------------------------------
def day_agenda(ask: Ask) -> Args:
    """A day of the past or coming days that has events."""
    event = about(ask, Event, (e for e in ask.state.events if _near(ask, e)))
    args: Args = {"date": event.start[:10]}
    if ask.maybe(0.25):
        args["calendar"] = event.calendar
    return finding(ask, looking.day_agenda, event, args)


def find_events(ask: Ask) -> Args:
    """An event by the words people use for it; a past one by its day as well."""
    event = about(ask, Event, coming(ask))
    args: Args = {"words": _words(ask, event.title)}
    if ask.maybe(0.45) or parse(event.end) <= ask.state.now:
        args["date"] = event.start[:10]
    if ask.maybe(0.15):
        args["calendar"] = event.calendar
    return finding(ask, looking.find_events, event, args)


def events_with(ask: Ask) -> Args:
    """Somebody who is in an event of the user; on its day where they share more than is listed."""
    event = about(ask, Event, (e for e in coming(ask) if e.attendees))
    others = {event.organiser, *event.attendees} - {ask.state.person.name}
    args: Args = {"person": known_as(ask, ask.choose(sorted(others)))}
    found = looking.events_with.fn(ask.state, **args).data()["events"]
    if ask.maybe(0.4) or len(found) >= looking.MOST_FOUND or parse(event.end) <= ask.state.now:
        args["date"] = event.start[:10]
    return finding(ask, looking.events_with, event, args)


def next_event(ask: Ask) -> Args:
    """Mostly any calendar, else one that has something coming."""
    args: Args = {}
    calendars = sorted({e.calendar for e in coming(ask)})
    if ask.maybe(0.4):
        args["calendar"] = about(ask, Event, coming(ask)).calendar
    if not calendars:
        raise NoProposal
    return args if ask.target is None else finding(ask, looking.next_event, ask.target, args)


def event_details(ask: Ask) -> Args:
    """A coming event."""
    event = about(ask, Event, coming(ask))
    return {"event_id": event.event_id}


def free_slots(ask: Ask) -> Args:
    """A working day that still has such a gap."""
    args: Args = {
        "date": ask.choose(working_days(ask, 0)).isoformat(),
        "length": ask.rng.choice(LENGTHS),
    }
    if ask.maybe(0.3):
        args["after"] = ask.rng.choice(("10:00", "11:00", "12:00", "13:00", "14:00"))
    if ask.maybe(0.2):
        args["before"] = ask.rng.choice(("15:00", "16:00", "17:00"))
    if not looking.free_slots.fn(ask.state, **args).data()["slots"]:
        raise NoProposal
    return args


def person_free(ask: Ask) -> Args:
    """Somebody who shares a calendar, in working hours."""
    people = [c.name for c in ask.state.person.contacts if c.relation in SHARES_CALENDAR]
    start = moment(ask, ask.choose(working_days(ask)), 9, 16)
    return {
        "person": known_as(ask, ask.choose(people)),
        "start": start.isoformat(),
        "length": ask.rng.choice(LENGTHS),
    }


def find_rooms(ask: Ask) -> Args:
    """A size that some room has, of which the wanted room is one."""
    room = about(ask, Room, ask.state.rooms)
    sizes = [n for n in (2, 3, 4, 5, 6, 8, 10, 12, 15, 20) if n <= room.capacity]
    args: Args = {"seats": ask.choose(sizes[-4:])}
    if room.screen and ask.maybe(0.4):
        args["screen"] = True
    if ask.maybe(0.25):
        args["floor"] = room.floor
    return args


def list_invitations(ask: Ask) -> Args:
    """Open invitations, narrowed by facts about one of them."""
    args: Args = {}
    asked = about(ask, Invitation, ask.state.invitations.where(answer="pending"))
    if ask.maybe(0.45):
        args["organiser"] = known_as(ask, asked.organiser)
    if ask.maybe(0.3):
        args["date"] = asked.start[:10]
    return finding(ask, looking.list_invitations, asked, args)


def meeting_load(ask: Ask) -> Args:
    """A day with meetings."""
    days = {e.start[:10] for e in coming(ask) if e.attendees}
    return {"date": ask.choose(sorted(days))}


def _near(ask: Ask, event: Event) -> bool:
    return timedelta(days=-2) < parse(event.start) - ask.state.now < timedelta(days=16)


def _words(ask: Ask, title: str) -> str:
    """The words of a title by which people look for it."""
    head, _, last = title.rpartition(" ")
    short = head if head and last in GENERIC and ask.maybe(0.4) else title
    return lowered(short)
