"""Tools about who comes and where they meet: people, invitations, meeting rooms."""

from callwright.domains.calendar.rows import (
    Event,
    EventId,
    Invitation,
    InvitationId,
    Name,
    Note,
)
from callwright.domains.calendar.state import CalendarState, spans
from callwright.domains.calendar.times import parse
from callwright.domains.core import ToolError, tool


@tool(mutates=True)
def invite_person(state: CalendarState, event_id: EventId, person: Name) -> Event:
    """Invite one more contact to an event of the user.

    Args:
        event_id: The event.
        person: The contact, by full name or first name.
    """
    event = state.mine(event_id)
    name = state.contact(person).name
    if name in event.attendees:
        message = f"{name} is already invited to {event.title}."
        raise ToolError("already_invited", message, person=name, title=event.title)
    if event.room_id is not None:
        state.room_fits(state.rooms.need(event.room_id), len(event.attendees) + 2)
    if state.at_work([name]):
        zone = state.now.tzinfo
        state.within_hours(*(parse(t).astimezone(zone) for t in (event.start, event.end)))
    return state.events.update(event_id, attendees=[*event.attendees, name])


@tool(mutates=True)
def uninvite_person(state: CalendarState, event_id: EventId, person: Name) -> Event:
    """Take a contact off the guest list of an event of the user.

    Args:
        event_id: The event.
        person: The contact, by full name or first name.
    """
    event = state.mine(event_id)
    name = state.contact(person).name
    if name not in event.attendees:
        message = f"{name} is not invited to {event.title}."
        raise ToolError("not_invited", message, person=name, title=event.title)
    return state.events.update(event_id, attendees=[n for n in event.attendees if n != name])


@tool(mutates=True)
def accept_invitation(state: CalendarState, invitation_id: InvitationId) -> Event:
    """Say yes to somebody's invitation; the event goes into the work calendar.

    Refused when the work calendar already has something then.

    Args:
        invitation_id: The invitation.
    """
    asked = state.waiting(invitation_id)
    begins, ends = (parse(t).astimezone(state.now.tzinfo) for t in (asked.start, asked.end))
    state.no_clash("work", begins, ends)
    state.invitations.update(invitation_id, answer="accepted")
    return state.events.insert(
        Event(
            event_id=state.new_id(state.events, "EV", invitation_id),
            title=asked.title,
            **spans(begins, ends),
            calendar="work",
            organiser=asked.organiser,
            attendees=[asked.organiser],
            location=asked.location,
        )
    )


@tool(mutates=True, ends=True)
def decline_invitation(
    state: CalendarState, invitation_id: InvitationId, note: Note | None = None
) -> Invitation:
    """Say no to somebody's invitation, with a word to the organiser if wanted.

    Args:
        invitation_id: The invitation.
        note: What to write to the organiser.
    """
    state.waiting(invitation_id)
    return state.invitations.update(invitation_id, answer="declined", note=note)
