"""What stands in a calendar: events, rooms, invitations, other people's time, working hours."""

from typing import Annotated

from callwright.domains.core import Output, Profile, Row
from callwright.schemas.values import (
    Choice,
    Count,
    Date,
    DateTime,
    Duration,
    Email,
    EntityId,
    Flag,
    FreeText,
    ListOf,
    PersonName,
    Time,
    Title,
)

EventId = Annotated[str, EntityId("calendar_event", prefix="EV")]
RoomId = Annotated[str, EntityId("meeting_room", prefix="RM")]
InvitationId = Annotated[str, EntityId("invitation", prefix="IN")]
SubscriptionId = Annotated[str, EntityId("calendar_subscription", prefix="SB")]
TOPICS = ("public_holidays", "sports_fixtures", "school_dates", "office_closures", "local_culture")
Topic = Annotated[str, Choice("subscription_topic", TOPICS)]
Entries = Annotated[int, Count(low=0, high=500, noun="date")]
Address = Annotated[str, Email(), Profile("email")]
CALENDARS = ("work", "personal", "family")
CalendarName = Annotated[str, Choice("calendar", CALENDARS)]
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
Weekday = Annotated[str, Choice("work_weekday", WEEKDAYS)]
Answer = Annotated[str, Choice("invitation_answer", ("pending", "accepted", "declined"))]
Start = Annotated[str, DateTime(role="start")]
End = Annotated[str, DateTime(role="end")]
Length = Annotated[str, Duration()]
Name = Annotated[str, PersonName()]
Names = Annotated[list[str], ListOf(PersonName(), low=1, high=6)]
Attendees = Annotated[list[str], ListOf(PersonName(), low=0, high=12)]
Day = Annotated[str, Date()]
Clock = Annotated[str, Time()]
Text = Annotated[str, Title()]
Note = Annotated[str, FreeText()]
Seats = Annotated[int, Count(low=1, high=60)]
Floor = Annotated[int, Count(low=0, high=40)]
Screen = Annotated[bool, Flag("room_screen")]


class Event(Row):
    """One entry of the person's calendar."""

    event_id: EventId
    title: Text
    start: Start
    end: End
    length: Length
    """Always the time between start and end."""
    calendar: CalendarName
    organiser: Name
    attendees: Attendees
    """Everybody invited but the person; a meeting is an event with attendees."""
    location: Text | None = None
    room_id: RoomId | None = None
    reminder: Length | None = None
    """How long before the start the person is reminded."""


class Room(Row):
    """A meeting room at the employer's."""

    room_id: RoomId
    name: Text
    floor: Floor
    capacity: Seats
    screen: Screen


class Hold(Row):
    """A room taken by somebody else."""

    hold_id: Annotated[str, EntityId("hold", prefix="HD")]
    room_id: RoomId
    start: Start
    end: End


class Invitation(Row):
    """Somebody else's event that the person was asked to join."""

    invitation_id: InvitationId
    title: Text
    organiser: Name
    start: Start
    end: End
    answer: Answer
    location: Text | None = None
    note: Note | None = None
    """What the person answered, if anything."""


class Busy(Row):
    """A time at which a contact with a shared calendar is taken."""

    busy_id: Annotated[str, EntityId("busy", prefix="BS")]
    person: Name
    start: Start
    end: End


class WorkDay(Row):
    """The working hours of one weekday; a weekday without a row is no working day."""

    workday_id: Annotated[str, EntityId("workday", prefix="WD")]
    weekday: Weekday
    opens: Clock
    closes: Clock


class Subscription(Row):
    """A public calendar that the person follows."""

    subscription_id: SubscriptionId
    name: Text
    topic: Topic
    entries: Entries
    """How many dates of it lie ahead."""
    added: Day


class AgendaMail(Row):
    """The events of a day, sent to an address."""

    mail_id: Annotated[str, EntityId("agenda_mail", prefix="AM")]
    date: Day
    email: Address
    events: Annotated[int, Count(low=0, high=500, noun="event")]


class MeetingDefaults(Row):
    """What the person usually wants of a new event."""

    defaults_id: Annotated[str, EntityId("meeting_defaults", prefix="MD")]
    length: Length
    before: Length
    """How long before the start a reminder comes."""
    location: Text
    """Where meetings are held."""


class UsualMeeting(Output):
    """The person's own defaults for events."""

    length: Length
    before: Length
    location: Text


class SubscriptionList(Output):
    """Calendars that the person follows, by name."""

    subscriptions: list[Subscription]


class ClearedDay(Output):
    """A day after the person's own events on it were cancelled."""

    date: Day
    cancelled: Annotated[int, Count(low=0, high=500, noun="event")]


class EventBrief(Output):
    """An event as lists show it."""

    event_id: EventId
    title: Text
    start: Start
    end: End
    calendar: CalendarName
    location: Text | None = None


class EventList(Output):
    """Events by start."""

    events: list[EventBrief]


class FreeStretch(Output):
    """A stretch of free time."""

    start: Start
    end: End


class SlotList(Output):
    """Free stretches of one day, by start."""

    date: Day
    slots: list[FreeStretch]


class RoomList(Output):
    """Rooms, the smallest fitting one first."""

    rooms: list[Room]


class InvitationList(Output):
    """Invitations that wait for an answer, by start."""

    invitations: list[Invitation]


class Availability(Output):
    """Whether somebody is free in a stretch of time."""

    person: Name
    free: Annotated[bool, Flag("person_free")]
    start: Start
    end: End


class MeetingLoad(Output):
    """How full a day is."""

    date: Day
    meetings: Annotated[int, Count(low=0, high=500, noun="meeting")]
    taken: Length
    """How much of the day meetings take, overlaps counted once."""


class BlockedTime(Output):
    """A stretch of time that is now blocked."""

    event_id: EventId
    title: Text
    start: Start
    end: End
    calendar: CalendarName
    overlaps: Annotated[int, Count(low=0, high=500, noun="event")]
    """Events that stand in the same time."""


def brief(event: Event) -> EventBrief:
    """The event as lists show it."""
    return EventBrief(**{name: getattr(event, name) for name in EventBrief.model_fields})
