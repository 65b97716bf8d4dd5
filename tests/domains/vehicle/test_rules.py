"""Each rule of the car, in a world whose car is set up for it."""

from datetime import timedelta

import pytest

from callwright.domains.core.output import lists
from callwright.domains.vehicle import domain
from callwright.domains.vehicle.kinds import WINDOWS
from callwright.domains.vehicle.times import parse


def state_of(world):
    return world.states["vehicle"]


def call(world, tool, **arguments):
    outcome = world.call(f"vehicle.{tool}", arguments)
    return outcome.value if outcome.ok else outcome.error["error"]


def code(world, tool, **arguments):
    return call(world, tool, **arguments).get("code")


def drive(world):
    state_of(world).change(moving=True, gear="drive", plugged_in=False, charging=False)


def ahead(world, **time):
    when = (state_of(world).now + timedelta(**time)).replace(minute=0, second=0)
    return when.isoformat()


def reachable(world):
    state = state_of(world)
    return min(state.places, key=lambda p: p.distance)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("set_boot", {"open_boot": True}), ("set_door_lock", {"lock": False})],
)
def test_some_things_need_a_standing_car(world, tool, arguments):
    state_of(world).change(locked=True)
    drive(world)
    assert code(world, tool, **arguments) == "not_while_driving"


def test_a_moving_car_may_be_locked_but_keeps_its_driver(world):
    drive(world)
    other = state_of(world).profiles.where(active=False)[0]
    assert code(world, "switch_profile", profile_id=other.profile_id) == "not_while_driving"
    assert call(world, "set_door_lock", lock=True) == {"locked": True}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("set_temperature", {"temperature": 20}),
        ("heat_seat", {"seat": "driver_seat", "level": 2}),
    ],
)
def test_comfort_needs_battery_or_a_plug(world, tool, arguments):
    state_of(world).change(battery=9)
    assert code(world, tool, **arguments) is None
    state_of(world).change(plugged_in=False)
    assert code(world, tool, **arguments) == "battery_too_low"
    assert code(world, "heat_seat", seat="driver_seat", level=0) is None
    assert code(world, "precondition", ready_at=ahead(world, days=1)) == "battery_too_low"


def test_a_zone_is_set_alone_or_with_the_whole_cabin(world):
    call(world, "set_temperature", temperature=18)
    call(world, "set_temperature", temperature=24, zone="rear_row")
    found = {c.name: c.temperature for c in state_of(world).zones("whole_cabin")}
    assert found == {"driver_side": 18, "passenger_side": 18, "rear_row": 24}


def test_a_seat_without_heating_stays_cold(world):
    state = state_of(world)
    state.comforts.update(state.comfort("rear_left_seat").comfort_id, level=None)
    assert code(world, "heat_seat", seat="rear_left_seat", level=1) == "seat_not_heated"


def test_only_a_closed_car_locks_and_doors_are_named(world):
    state = state_of(world)
    state.parts.update(state.part("rear left door").part_id, opening=100)
    assert call(world, "set_door_lock", lock=True)["door"] == "rear left door"
    state.parts.update(state.part("rear left door").part_id, opening=0)
    call(world, "set_boot", open_boot=True)
    assert call(world, "set_door_lock", lock=True)["door"] == "boot"


def test_what_is_so_already_is_refused(world):
    assert call(world, "set_door_lock", lock=False)["state"] == "unlocked"
    assert call(world, "set_boot", open_boot=False)["state"] == "closed"


def test_opening_the_boot_unlocks(world):
    call(world, "set_door_lock", lock=True)
    call(world, "set_boot", open_boot=True)
    assert not state_of(world).car.locked


@pytest.mark.parametrize("window", WINDOWS)
def test_the_child_lock_holds_rear_windows_only(world, window):
    state_of(world).change(child_lock=True)
    refused = code(world, "move_window", window=window, opening=30)
    assert refused == ("child_lock" if window.startswith("rear") else None)


def test_charging_depends_on_plug_limit_and_itself(world):
    assert code(world, "set_charging", charge=False) == "not_charging"
    assert call(world, "set_charging", charge=True)["charging"]
    assert code(world, "set_charging", charge=True) == "already_charging"
    assert not call(world, "set_charge_limit", limit=60)["charging"]
    assert code(world, "set_charging", charge=True) == "limit_reached"
    assert code(world, "set_charge_limit", limit=49) == "limit_too_low"
    state_of(world).change(plugged_in=False)
    assert code(world, "set_charging", charge=True) == "not_plugged_in"


def test_a_schedule_has_time_in_it(world):
    assert code(world, "schedule_charging", start="22:00", until="22:00") == "empty_schedule"
    assert call(world, "schedule_charging", start="22:00") == {"start": "22:00", "plugged_in": True}


def test_a_charger_needs_the_plug_a_free_point_and_a_free_hour(world):
    state, when = state_of(world), ahead(world, hours=3)
    one, two, three, *_ = state.stations
    state.stations.update(one.station_id, plug="Mennekes", free_points=3)
    state.stations.update(two.station_id, plug="CCS", free_points=0)
    state.stations.update(three.station_id, plug="CCS", free_points=1)
    for station, expected in ((one, "wrong_plug"), (two, "station_busy"), (three, None)):
        found = code(world, "reserve_charger", station_id=station.station_id, arrive_at=when)
        assert found == expected
    again = {"station_id": three.station_id, "arrive_at": when}
    assert code(world, "reserve_charger", **again) == "already_reserved"


def test_range_counts_the_way_back_and_keeps_a_reserve(world):
    state, place = state_of(world), reachable(world)
    state.places.update(place.place_id, distance=200)
    there = call(world, "check_range", place=place.name.upper())
    assert (there["within_range"], there["distance"], there["range"]) == (True, 200, 220)
    assert not call(world, "check_range", place=place.name, round_trip=True)["within_range"]
    assert code(world, "check_range", place="Nowhere Hall") == "place_unknown"


def test_navigation_stops_at_the_range_and_trips_at_the_limit(world):
    state, place = state_of(world), reachable(world)
    state.places.update(place.place_id, distance=290)
    assert code(world, "start_navigation", place_id=place.place_id) == "out_of_range"
    trip = {"destination": place.name, "depart": ahead(world, days=15)}
    assert code(world, "plan_trip", **trip) is None
    call(world, "set_charge_limit", limit=70)
    trip["depart"] = ahead(world, days=16)
    assert code(world, "plan_trip", **trip) == "out_of_range"


def test_trips_lie_ahead_and_apart(world):
    place, when = reachable(world).name, ahead(world, days=15)
    made = call(world, "plan_trip", destination=place, depart=when)
    assert code(world, "plan_trip", destination=place, depart=when) == "trip_overlap"
    assert code(world, "plan_trip", destination=place, depart=made["arrive"]) is None
    for days, expected in ((-1, "in_the_past"), (70, "too_far_away")):
        later = ahead(world, days=days)
        assert code(world, "plan_trip", destination=place, depart=later) == expected


def test_a_cancelled_trip_leaves_its_time_and_cannot_be_used(world):
    place, when = reachable(world).name, ahead(world, days=15)
    trip = call(world, "plan_trip", destination=place, depart=when)
    call(world, "cancel_trip", trip_id=trip["trip_id"])
    assert code(world, "cancel_trip", trip_id=trip["trip_id"]) == "already_cancelled"
    name = world.person.contacts[0].name
    assert code(world, "share_trip", trip_id=trip["trip_id"], person=name) == "already_cancelled"
    assert code(world, "plan_trip", destination=place, depart=when) is None
    shown = call(world, "list_trips", date=when[:10])["trips"]
    assert trip["trip_id"] not in [t["trip_id"] for t in shown]


def test_trips_are_shared_with_contacts_once_and_charged_for_enough(world):
    trip, name = state_of(world).planned()[0], world.person.contacts[0].name
    state_of(world).trips.update(trip.trip_id, shared_with=[])
    share = {"trip_id": trip.trip_id, "person": name}
    assert call(world, "share_trip", **share)["shared_with"] == [name]
    assert code(world, "share_trip", **share) == "already_shared"
    assert code(world, "share_trip", trip_id=trip.trip_id, person="Xx Yy") == "unknown_contact"
    low = {"trip_id": trip.trip_id, "level": trip.battery_needed - 1}
    assert code(world, "charge_for_trip", **low) == "level_too_low"


def test_places_have_one_name(world):
    place = reachable(world)
    assert code(world, "save_place", name=place.name.lower()) == "name_taken"
    call(world, "save_place", name="Pine Gate")
    assert call(world, "find_places", words="pine gate")["places"][0]["category"] == "other"


def test_a_slot_is_booked_once(world):
    slot = next(s for s in state_of(world).slots if not s.taken)
    visit = call(world, "book_service", slot_id=slot.slot_id)
    assert (visit["start"], visit["price"]) == (slot.start, slot.price)
    assert code(world, "book_service", slot_id=slot.slot_id) == "slot_taken"
    shown = call(world, "list_service_slots", job=slot.job)["slots"]
    assert slot.slot_id not in [s["slot_id"] for s in shown]


def test_a_profile_sets_the_car_up(world):
    state = state_of(world)
    other = state.profiles.where(active=False)[0]
    call(world, "switch_profile", profile_id=other.profile_id)
    assert state.car.volume == other.volume
    assert state.comfort("driver_side").temperature == other.temperature
    assert code(world, "switch_profile", profile_id=other.profile_id) == "already_driver"


def test_phone_music_needs_the_phone(world):
    state_of(world).change(phone_connected=False)
    assert code(world, "play_media", source="phone_music") == "phone_not_connected"
    assert call(world, "play_media", source="news", volume=10) == {"source": "news", "volume": 10}


def test_the_guard_runs_forward_and_not_for_ever(world):
    start = ahead(world, days=1)
    for days, expected in ((0, "end_before_start"), (30, "too_long"), (3, None)):
        assert code(world, "watch_car", start=start, end=ahead(world, days=days)) == expected


def test_the_answer_has_the_persons_own_offset(world):
    when = parse(ahead(world, days=2)).astimezone(parse("2026-01-01T00:00:00+00:00").tzinfo)
    made = call(world, "precondition", ready_at=when.isoformat())
    assert made["ready_at"] == when.astimezone(state_of(world).now.tzinfo).isoformat()


@pytest.mark.parametrize("name", ["start_navigation", "cancel_trip", "book_service"])
def test_unknown_ids_are_not_found(world, name):
    (param,) = [p.name for p in domain.by_name[name].params if p.required]
    assert code(world, name, **{param: "XX-0000"}) == "not_found"


def test_every_look_up_returns_forty_rows_at_most(worlds):
    for world in worlds[:5]:
        for tool in domain.tools:
            if lists(tool.output) and not [p for p in tool.params if p.required]:
                (items,) = call(world, tool.name).values()
                assert 1 <= len(items) <= 40
