"""Calendar: events, meeting rooms, invitations, and other people's time."""

from pathlib import Path

from callwright.domains.calendar import (
    adding,
    changing,
    days,
    inviting,
    looking,
    propose,
    propose_days,
)
from callwright.domains.calendar import propose_changes as changes
from callwright.domains.calendar.checks import INVARIANTS
from callwright.domains.calendar.populate import populate
from callwright.domains.calendar.state import CalendarState
from callwright.domains.core import Domain

TOOLS = (
    (looking.day_agenda, propose.day_agenda),
    (looking.find_events, propose.find_events),
    (looking.events_with, propose.events_with),
    (looking.next_event, propose.next_event),
    (looking.event_details, propose.event_details),
    (looking.free_slots, propose.free_slots),
    (looking.person_free, propose.person_free),
    (looking.find_rooms, propose.find_rooms),
    (looking.list_invitations, propose.list_invitations),
    (looking.meeting_load, propose.meeting_load),
    (adding.add_event, changes.add_event),
    (adding.block_time, changes.block_time),
    (adding.block_focus, changes.block_focus),
    (adding.set_working_hours, changes.set_working_hours),
    (changing.move_event, changes.move_event),
    (changing.change_length, changes.change_length),
    (changing.rename_event, changes.rename_event),
    (changing.set_location, changes.set_location),
    (changing.cancel_event, changes.cancel_event),
    (changing.set_reminder, changes.set_reminder),
    (inviting.invite_person, changes.invite_person),
    (inviting.uninvite_person, changes.uninvite_person),
    (inviting.accept_invitation, changes.accept_invitation),
    (inviting.decline_invitation, changes.decline_invitation),
    (adding.book_room, changes.book_room),
    (days.agenda_between, propose_days.agenda_between),
    (days.email_agenda, propose_days.email_agenda),
    (days.clear_day, propose_days.clear_day),
    (days.list_subscriptions, propose_days.list_subscriptions),
    (days.drop_subscription, propose_days.drop_subscription),
    (days.usual_meeting, propose_days.usual_meeting),
)

domain = Domain(
    name="calendar",
    title="Calendar",
    state=CalendarState,
    tools=tuple(tool for tool, _ in TOOLS),
    populate=populate,
    proposers={tool.name: proposer for tool, proposer in TOOLS},
    folder=Path(__file__).parent,
    invariants=INVARIANTS,
)
