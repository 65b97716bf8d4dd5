"""The rules of the calendar: what may stand where, and what goes wrong. Tools only translate."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from typing import TypeVar

from callwright.domains.calendar.rows import (
    WEEKDAYS,
    AgendaMail,
    Busy,
    Event,
    Hold,
    Invitation,
    MeetingDefaults,
    Room,
    Subscription,
    WorkDay,
)
from callwright.domains.calendar.times import at, delta, iso, later, parse, seconds
from callwright.domains.core import Contact, State, Table, ToolError

AT_WORK = ("manager", "colleague", "assistant")
SHARES_CALENDAR = (*AT_WORK, "partner")
"""Relations whose free and busy times the person may see."""
FEWEST, MOST = timedelta(minutes=5), timedelta(hours=12)
LONGEST_BLOCK = timedelta(days=21)
HORIZON_YEARS = 2
Placed = TypeVar("Placed", Event, Hold)
"""What has a start and an end."""


class CalendarState(State):
    """One person's calendars, the employer's rooms, and other people's shared time."""

    events: Table[Event]
    rooms: Table[Room]
    holds: Table[Hold]
    invitations: Table[Invitation]
    busy: Table[Busy]
    hours: Table[WorkDay]
    subscriptions: Table[Subscription]
    mails: Table[AgendaMail]
    defaults: Table[MeetingDefaults]

    # -- people ----------------------------------------------------------------------------
    def contact(self, name: str) -> Contact:
        """The contact with that full name, or the only one with that first name."""
        said = name.casefold()
        for contact in self.person.contacts:
            if said in (contact.name.casefold(), contact.name.split()[0].casefold()):
                return contact
        raise ToolError("unknown_contact", f"{name} is not among the contacts.", person=name)

    def everyone(self, names: Iterable[str]) -> list[str]:
        """The full names of contacts, each once, in the order given."""
        return list(dict.fromkeys(self.contact(name).name for name in names))

    def at_work(self, names: Iterable[str]) -> bool:
        """Whether a colleague is among the named contacts."""
        return any(self.contact(name).relation in AT_WORK for name in names)

    # -- time ------------------------------------------------------------------------------
    def moment(self, text: str) -> datetime:
        """A moment in the person's zone; refused when it is years away."""
        found = parse(text)
        if abs(found.year - self.now.year) > HORIZON_YEARS:
            raise ToolError("too_far_away", f"{text} is too far from today.", start=text)
        return found.astimezone(self.now.tzinfo)

    def ahead(self, text: str) -> datetime:
        """A moment that is not over yet."""
        found = self.moment(text)
        if found < self.now:
            raise ToolError("in_the_past", f"{text} is already over.", start=found.isoformat())
        return found

    def stretch(self, start: datetime, length: str) -> datetime:
        """The end of something that starts then; refused below 5 minutes and above 12 hours."""
        if not FEWEST <= delta(length) <= MOST:
            message = "An event lasts between 5 minutes and 12 hours."
            raise ToolError("bad_length", message, length=length)
        return later(start, delta(length))

    def day_hours(self, day: date) -> tuple[datetime, datetime] | None:
        """When work starts and ends on that day; None when it is no working day."""
        for row in self.hours.where(weekday=WEEKDAYS[day.weekday()]):
            zone = self.now.tzinfo
            return at(day, row.opens, zone), at(day, row.closes, zone)
        return None

    def within_hours(self, start: datetime, end: datetime) -> None:
        """Refuse a time that is not inside the working hours of its day."""
        hours = self.day_hours(start.date())
        if hours is None:
            message = f"{start:%A} is not a working day, and colleagues are invited."
            raise ToolError("not_a_working_day", message, date=start.date().isoformat())
        if start < hours[0] or end > hours[1]:
            raise ToolError(
                "outside_working_hours",
                "Meetings with colleagues have to stay inside working hours.",
                start=start.isoformat(),
                opens=f"{hours[0]:%H:%M}",
                closes=f"{hours[1]:%H:%M}",
            )

    # -- events ----------------------------------------------------------------------------
    def between(self, start: datetime, end: datetime, besides: str = "") -> list[Event]:
        """Events that overlap a stretch of time, by start."""
        found = [e for e in overlapping(self.events, start, end) if e.event_id != besides]
        return sorted(found, key=by_start)

    def on(self, day: date) -> list[Event]:
        """Events that touch a day, by start."""
        start = at(day, "00:00", self.now.tzinfo)
        return self.between(start, at(day + timedelta(days=1), "00:00", self.now.tzinfo))

    def upcoming(self) -> list[Event]:
        """Events that are not over, by start."""
        now = self.now.timestamp()
        return sorted((e for e in self.events if seconds(e.end) > now), key=by_start)

    def no_clash(self, calendar: str, start: datetime, end: datetime, besides: str = "") -> None:
        """Refuse a time at which the same calendar already has something."""
        for other in self.between(start, end, besides):
            if other.calendar == calendar:
                raise ToolError(
                    "conflict",
                    f"{other.title} is already in the {calendar} calendar at that time.",
                    title=other.title,
                    start=other.start,
                    end=other.end,
                )

    def mine(self, event_id: str) -> Event:
        """An event that the person may change: their own, and not over."""
        event = self.events.need(event_id)
        if event.organiser != self.person.name:
            message = f"{event.title} was set up by {event.organiser}, who has to change it."
            raise ToolError("not_organiser", message, title=event.title, organiser=event.organiser)
        return self.current(event_id)

    def current(self, event_id: str) -> Event:
        """An event that is not over."""
        event = self.events.need(event_id)
        if parse(event.end) <= self.now:
            raise ToolError("in_the_past", f"{event.title} is already over.", start=event.start)
        return event

    def place(self, event: Event, start: datetime, end: datetime) -> None:
        """Check that the event may stand at that time: its calendar, its people, its room."""
        self.no_clash(event.calendar, start, end, event.event_id)
        if self.at_work(event.attendees):
            self.within_hours(start, end)
        if event.room_id is not None:
            self.room_free(self.rooms.need(event.room_id), start, end, event.event_id)

    # -- rooms -----------------------------------------------------------------------------
    def taken(self, start: datetime, end: datetime, besides: str = "") -> set[str]:
        """Ids of the rooms that are in use in a stretch of time."""
        held = {h.room_id for h in overlapping(self.holds, start, end)}
        own = {e.room_id for e in self.between(start, end, besides) if e.room_id is not None}
        return held | own

    def room_free(self, room: Room, start: datetime, end: datetime, besides: str = "") -> None:
        """Refuse a room that is in use in a stretch of time."""
        if room.room_id in self.taken(start, end, besides):
            message = f"{room.name} is taken at that time."
            raise ToolError("room_taken", message, room=room.name, start=start.isoformat())

    def room_fits(self, room: Room, people: int) -> None:
        """Refuse a room with fewer seats than people."""
        if people > room.capacity:
            raise ToolError(
                "room_too_small",
                f"{room.name} seats {room.capacity}, and {people} people are coming.",
                room=room.name,
                capacity=room.capacity,
                people=people,
            )

    # -- invitations -----------------------------------------------------------------------
    def waiting(self, invitation_id: str) -> Invitation:
        """An invitation that has no answer yet and is not over."""
        invitation = self.invitations.need(invitation_id)
        if invitation.answer != "pending":
            raise ToolError(
                "already_answered",
                f"The invitation to {invitation.title} was {invitation.answer} before.",
                title=invitation.title,
                answer=invitation.answer,
            )
        if parse(invitation.end) <= self.now:
            message = f"{invitation.title} is already over."
            raise ToolError("in_the_past", message, start=invitation.start)
        return invitation

    # -- free time -------------------------------------------------------------------------
    def gaps(
        self, start: datetime, end: datetime, length: timedelta
    ) -> Iterator[tuple[datetime, datetime]]:
        """Free stretches of at least `length`, by start."""
        free_from = max(start, round_up(self.now))
        for event in self.between(start, end):
            begins, ends = (parse(t).astimezone(self.now.tzinfo) for t in (event.start, event.end))
            if begins - free_from >= length:
                yield free_from, begins
            free_from = max(free_from, ends)
        if end - free_from >= length:
            yield free_from, end


def overlapping(rows: Iterable[Placed], start: datetime, end: datetime) -> list[Placed]:
    """The rows that overlap a stretch of time, in their order."""
    # Moments of different zones are compared slowly, and worlds hold hundreds of rows.
    first, last = start.timestamp(), end.timestamp()
    return [row for row in rows if seconds(row.start) < last and seconds(row.end) > first]


def by_start(event: Event) -> tuple[datetime, str]:
    """Sort key: start, then title."""
    return parse(event.start), event.title


def round_up(moment: datetime) -> datetime:
    """The next quarter of an hour."""
    late = moment.minute % 15 or moment.second
    return moment if not late else later(moment, timedelta(minutes=15 - moment.minute % 15))


def spans(start: datetime, end: datetime) -> dict[str, str]:
    """The time fields of an event."""
    return {
        "start": start.isoformat(),
        "end": end.isoformat(),
        "length": iso(elapsed(start, end)),
    }


def elapsed(start: datetime, end: datetime) -> timedelta:
    """Real time between two moments, also across a clock change."""
    return timedelta(seconds=end.timestamp() - start.timestamp())
