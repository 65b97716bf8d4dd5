"""What always holds in a calendar, whatever was called."""

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

from callwright.domains.calendar.state import CalendarState
from callwright.domains.calendar.times import delta, parse


def times_are_sane(state: CalendarState) -> Iterator[str]:
    """Everything ends after it starts, and lengths agree."""
    for row in (*state.events, *state.holds, *state.invitations, *state.busy):
        if parse(row.end) <= parse(row.start):
            yield f"{row.key} does not end after it starts"
    for event in state.events:
        if parse(event.start) + delta(event.length) != parse(event.end):
            yield f"{event.event_id} has length {event.length}, which its times do not"


def people_are_known(state: CalendarState) -> Iterator[str]:
    """Organisers and attendees are contacts, each at most once; the person is no attendee."""
    known = {contact.name for contact in state.person.contacts}
    for event in state.events:
        if len(set(event.attendees)) != len(event.attendees) or not known >= set(event.attendees):
            yield f"{event.event_id} has attendees that are doubled or unknown"
        if event.organiser not in known | {state.person.name}:
            yield f"{event.event_id} is organised by a stranger"
    for invitation in state.invitations:
        if invitation.organiser not in known:
            yield f"{invitation.invitation_id} comes from a stranger"


def rooms_fit(state: CalendarState) -> Iterator[str]:
    """A booked room exists and is large enough for the event."""
    for event in state.events:
        room = state.rooms.get(event.room_id) if event.room_id else None
        if event.room_id and room is None:
            yield f"{event.event_id} is in a room that does not exist"
        if room and len(event.attendees) + 1 > room.capacity:
            yield f"{event.event_id} has more people than {room.name} seats"


def rooms_are_used_once(state: CalendarState) -> Iterator[str]:
    """No room is double-booked."""
    used: dict[str, list[tuple[datetime, datetime, str]]] = {}
    for row in (*state.holds, *state.events):
        if row.room_id:
            used.setdefault(row.room_id, []).append((parse(row.start), parse(row.end), row.key))
    for room, uses in used.items():
        uses.sort()
        for (_, end, one), (start, _, other) in pairwise(uses):
            if start < end:
                yield f"{other} shares {room} with {one}"


def hours_are_sane(state: CalendarState) -> Iterator[str]:
    """A working day starts before it ends."""
    for day in state.hours:
        if day.opens >= day.closes:
            yield f"{day.weekday} closes before it opens"


INVARIANTS = (
    times_are_sane,
    people_are_known,
    rooms_fit,
    rooms_are_used_once,
    hours_are_sane,
)
