"""Each rule of the calendar, in small worlds made for it."""

from datetime import timedelta
from random import Random

import pytest

from callwright.domains.calendar import domain
from callwright.domains.calendar.times import delta, iso, later, parse
from callwright.domains.core import World
from callwright.domains.core.people import make_person
from tests.domains.worlds import make_world

PERSON = make_person(Random(3), "en_GB")
COLLEAGUES = [c.name for c in PERSON.contacts if c.relation == "colleague"]
NEXT_MONDAY = "2026-03-16T10:00:00+00:00"


@pytest.fixture
def world():
    """An empty calendar on Tuesday 2026-03-10 at 08:12, with hours on weekdays and two rooms."""
    now = parse("2026-03-10T08:12:00+00:00").astimezone(
        make_world(0, ["calendar"], "en_GB").now.tzinfo
    )
    made = World(PERSON, now, [domain])
    for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"):
        call(made, "set_working_hours", weekday=day, opens="09:00", closes="17:00")
    rooms = made.states["calendar"].rooms
    for name, capacity in (("Oak", 2), ("Elm", 8)):
        key = f"RM-{name.upper()}"
        rooms.insert(rooms.row(room_id=key, name=name, floor=1, capacity=capacity, screen=False))
    return made


def call(world, tool, **arguments):
    outcome = world.call(f"calendar.{tool}", arguments)
    return outcome.value if outcome.ok else outcome.error["error"]


def add(world, title="Check-up", start=NEXT_MONDAY, length="PT1H", **more):
    return call(world, "add_event", title=title, start=start, length=length, **more)


def test_an_event_ends_after_its_length_and_belongs_to_the_user(world):
    event = add(world)
    assert (event["end"], event["calendar"]) == ("2026-03-16T11:00:00+00:00", "personal")
    assert event["organiser"] == PERSON.name


def test_the_offset_of_the_answer_is_the_users_own(world):
    assert add(world, start="2026-03-16T19:00:00+09:00")["start"] == NEXT_MONDAY


def test_lengths_are_real_time_across_a_clock_change(world):
    event = add(world, start="2026-03-29T00:30:00+00:00", length="PT1H")
    assert event["end"] == "2026-03-29T02:30:00+01:00"


def test_only_the_same_calendar_conflicts_and_touching_is_allowed(world):
    first = add(world)
    assert add(world, title="Other")["code"] == "conflict"
    assert add(world, title="Other", calendar="family")["calendar"] == "family"
    assert add(world, title="After", start=first["end"])["start"] == first["end"]


@pytest.mark.parametrize(
    ("start", "code"),
    [
        ("2026-03-09T10:00:00+00:00", "in_the_past"),
        ("2031-03-09T10:00:00+00:00", "too_far_away"),
        ("1999-03-09T10:00:00+00:00", "too_far_away"),
    ],
)
def test_a_start_lies_ahead_and_near(world, start, code):
    assert add(world, start=start)["code"] == code


@pytest.mark.parametrize("length", ["PT0S", "PT4M", "PT12H1M", "P999D"])
def test_events_last_five_minutes_to_twelve_hours(world, length):
    assert add(world, length=length)["code"] == "bad_length"


def test_colleagues_are_met_in_working_hours_only(world):
    late, sunday = "2026-03-16T16:30:00+00:00", "2026-03-15T10:00:00+00:00"
    friend = next(c.name for c in PERSON.contacts if c.relation == "friend")
    fault = add(world, start=late, attendees=COLLEAGUES[:1])
    assert (fault["code"], fault["opens"], fault["closes"]) == (
        "outside_working_hours",
        "09:00",
        "17:00",
    )
    assert add(world, start=sunday, attendees=COLLEAGUES[:1])["code"] == "not_a_working_day"
    assert add(world, start=sunday, attendees=[friend])["attendees"] == [friend]


def test_a_first_name_is_enough_and_is_told_in_full(world):
    first = COLLEAGUES[0].split()[0]
    assert add(world, attendees=[first, COLLEAGUES[0]])["attendees"] == [COLLEAGUES[0]]
    assert add(world, attendees=["Zebulon"])["code"] == "unknown_contact"


def test_a_guest_is_invited_once_and_uninvited_once(world):
    event = add(world)["event_id"]
    guest = {"event_id": event, "person": COLLEAGUES[0]}
    assert call(world, "invite_person", **guest)["attendees"] == COLLEAGUES[:1]
    assert call(world, "invite_person", **guest)["code"] == "already_invited"
    assert call(world, "uninvite_person", **guest)["attendees"] == []
    assert call(world, "uninvite_person", **guest)["code"] == "not_invited"


def test_a_moved_event_keeps_its_length_and_its_room(world):
    book = {"room_id": "RM-OAK", "title": "Talk", "start": NEXT_MONDAY, "length": "PT1H"}
    event = call(world, "book_room", **book)
    rival = {**book, "title": "Rival", "start": "2026-03-16T12:00:00+00:00"}
    call(world, "book_room", **rival)
    moved = call(world, "move_event", event_id=event["event_id"], start="2026-03-16T14:00:00+00:00")
    assert (moved["end"], moved["room_id"]) == ("2026-03-16T15:00:00+00:00", "RM-OAK")
    clash = call(world, "move_event", event_id=event["event_id"], start=rival["start"])
    assert clash["code"] == "conflict"


def test_a_room_is_used_once_and_seats_everybody(world):
    book = {"room_id": "RM-OAK", "title": "Talk", "start": NEXT_MONDAY, "length": "PT1H"}
    small = call(world, "book_room", **book, attendees=COLLEAGUES[:2])
    assert (small["code"], small["people"]) == ("room_too_small", 3)
    event = call(world, "book_room", **book, attendees=COLLEAGUES[:1])
    assert call(world, "book_room", **book)["code"] == "room_taken"
    full = call(world, "invite_person", event_id=event["event_id"], person=COLLEAGUES[1])
    assert full["code"] == "room_too_small"
    call(world, "set_location", event_id=event["event_id"], location="Café")
    assert call(world, "book_room", **{**book, "title": "x"})["code"] == "conflict"


def test_blocked_time_may_overlap_and_says_so(world):
    add(world)
    block = {
        "title": "Trip",
        "start": "2026-03-16T08:00:00+00:00",
        "end": "2026-03-17T20:00:00+00:00",
    }
    assert call(world, "block_time", **block)["overlaps"] == 1
    assert (
        call(world, "block_time", **{**block, "end": block["start"]})["code"] == "end_before_start"
    )
    assert (
        call(world, "block_time", **{**block, "end": "2026-05-17T20:00:00+00:00"})["code"]
        == "too_long"
    )


def test_focus_time_takes_the_first_gap(world):
    add(world, start="2026-03-16T09:30:00+00:00", length="PT2H", calendar="family")
    slot = call(world, "block_focus", date="2026-03-16", length="PT1H")
    assert slot["start"] == "2026-03-16T11:30:00+00:00"
    assert call(world, "block_focus", date="2026-03-16", length="PT6H")["code"] == "no_free_slot"
    assert (
        call(world, "block_focus", date="2026-03-15", length="PT1H")["code"] == "not_a_working_day"
    )


def test_free_slots_leave_out_what_is_taken_and_over(world):
    add(world, start="2026-03-10T10:00:00+00:00", length="PT2H")
    slots = call(world, "free_slots", date="2026-03-10", length="PT1H")["slots"]
    spans = [(s["start"][11:16], s["end"][11:16]) for s in slots]
    assert spans == [("09:00", "10:00"), ("12:00", "17:00")]
    assert call(world, "free_slots", date="2026-03-09", length="PT1H")["code"] == "day_is_over"
    bounds = {"after": "15:00", "before": "14:00"}
    assert (
        call(world, "free_slots", date="2026-03-11", length="PT1H", **bounds)["code"]
        == "empty_window"
    )


def test_meeting_load_counts_overlaps_once(world):
    add(world, attendees=COLLEAGUES[:1])
    add(
        world,
        title="Same time",
        attendees=COLLEAGUES[:1],
        calendar="work",
        start="2026-03-16T10:30:00+00:00",
    )
    add(world, title="Alone", calendar="family")
    load = call(world, "meeting_load", date="2026-03-16")
    assert (load["meetings"], load["taken"]) == (2, "PT1H30M")


def test_reminders_lie_ahead(world):
    event = add(world)["event_id"]
    assert call(world, "set_reminder", event_id=event, before="P1D")["reminder"] == "P1D"
    assert call(world, "set_reminder", event_id=event, before="P7D")["code"] == "too_late_to_remind"


def test_others_events_are_left_alone_and_invitations_answered_once(world):
    table = world.states["calendar"].invitations
    times = {"start": NEXT_MONDAY, "end": "2026-03-16T11:00:00+00:00"}
    for key in ("IN-AAA", "IN-BBB"):
        row = table.row(
            invitation_id=key, title=key, organiser=COLLEAGUES[0], answer="pending", **times
        )
        table.insert(row)
    event = call(world, "accept_invitation", invitation_id="IN-AAA")
    assert call(world, "accept_invitation", invitation_id="IN-AAA")["code"] == "already_answered"
    assert call(world, "accept_invitation", invitation_id="IN-BBB")["code"] == "conflict"
    assert call(world, "decline_invitation", invitation_id="IN-BBB", note="No")["note"] == "No"
    assert call(world, "cancel_event", event_id=event["event_id"])["code"] == "not_organiser"


def test_nothing_ahead_and_nothing_found(world):
    assert call(world, "next_event")["code"] == "nothing_ahead"
    assert call(world, "find_events", words="!!")["events"] == []
    assert call(world, "event_details", event_id="EV-0000")["code"] == "not_found"


def test_private_calendars_stay_private(world):
    friend = next(c.name for c in PERSON.contacts if c.relation == "friend")
    fault = call(world, "person_free", person=friend, start=NEXT_MONDAY, length="PT1H")
    assert fault["code"] == "calendar_not_shared"
    add(world, calendar="work", attendees=COLLEAGUES[:1])
    asked = {"person": COLLEAGUES[0].split()[0], "start": NEXT_MONDAY, "length": "PT30M"}
    assert call(world, "person_free", **asked)["free"] is False


@pytest.mark.parametrize("minutes", [0, 5, 60, 90, 1440, 1500])
def test_durations_survive_the_round_trip(minutes):
    assert delta(iso(timedelta(minutes=minutes))) == timedelta(minutes=minutes)


def test_later_adds_real_time():
    start = parse("2026-03-16T10:00:00+00:00")
    assert later(start, timedelta(hours=2)).isoformat() == "2026-03-16T12:00:00+00:00"
