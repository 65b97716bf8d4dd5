"""Each rule of the phone, broken and kept; what depends on one another moves together."""

from datetime import timedelta

import pytest

RADIOS = ("wifi", "bluetooth", "mobile_data", "hotspot")


def ok(world, tool, **arguments):
    outcome = world.call(f"device.{tool}", arguments)
    assert outcome.ok, outcome.error
    assert not world.violations()
    return outcome.value


def fails(world, code, name, **arguments):
    mark = world.mark()
    outcome = world.call(f"device.{name}", arguments)
    assert outcome.error is not None, outcome.value
    assert outcome.error["error"]["code"] == code
    assert world.diff(mark) == ()
    return outcome.error["error"]


def flip(world, name, on):
    return ok(world, "flip_switch", switch=name, on=on)


def state(world):
    return world.states["device"]


def first(world, table, **equal):
    return state(world).tables[table].where(**equal)[0].key


def change(world, table, key, **fields):
    state(world).tables[table].update(key, **fields)


# -- switches ------------------------------------------------------------------------------
def test_aeroplane_mode_takes_every_radio_and_connection_down(phone):
    ok(phone, "join_network", network_id=first(phone, "networks"))
    ok(phone, "connect_accessory", accessory_id=first(phone, "accessories"))
    flip(phone, "hotspot", True)
    flip(phone, "aeroplane_mode", True)
    assert not any(state(phone).is_on(radio) for radio in RADIOS)
    assert not state(phone).networks.where(connected=True)
    assert not state(phone).accessories.where(connected=True)
    for radio in RADIOS:
        fails(phone, "aeroplane_mode_on", "flip_switch", switch=radio, on=True)
    flip(phone, "aeroplane_mode", False)
    assert not any(state(phone).is_on(radio) for radio in RADIOS), "they stay off by themselves"


def test_low_power_mode_blocks_what_is_off_and_leaves_what_is_on(phone):
    flip(phone, "bluetooth", False)
    flip(phone, "low_power_mode", True)
    assert state(phone).is_on("wifi")
    assert not state(phone).is_on("location")
    assert state(phone).level("brightness").percent == 50
    for name in ("bluetooth", "location", "hotspot"):
        fails(phone, "low_power_blocks", "flip_switch", switch=name, on=True)
    assert fails(phone, "too_bright", "set_level", level="brightness", percent=51)["limit"] == 50
    ok(phone, "set_level", level="ringer_volume", percent=90)
    flip(phone, "low_power_mode", False)
    flip(phone, "bluetooth", True)
    ok(phone, "set_level", level="brightness", percent=90)


@pytest.mark.parametrize(("battery", "charging", "stays"), [(10, False, True), (10, True, False),
                                                            (11, False, False)])  # fmt: skip
def test_low_power_mode_stays_on_with_an_empty_battery(phone, battery, charging, stays):
    flip(phone, "low_power_mode", True)
    change(phone, "devices", first(phone, "devices"), battery=battery, charging=charging)
    if stays:
        fails(phone, "battery_too_low", "flip_switch", switch="low_power_mode", on=False)
    else:
        flip(phone, "low_power_mode", False)


def test_a_hotspot_needs_mobile_data(phone):
    flip(phone, "hotspot", True)
    flip(phone, "mobile_data", False)
    assert not state(phone).is_on("hotspot")
    fails(phone, "mobile_data_off", "flip_switch", switch="hotspot", on=True)


def test_nothing_is_set_to_what_it_is(phone):
    fails(phone, "already_so", "flip_switch", switch="wifi", on=True)
    fails(phone, "level_unchanged", "set_level", level="brightness", percent=70)


# -- networks and accessories --------------------------------------------------------------
def test_one_network_at_a_time(phone):
    one, other = [n.network_id for n in state(phone).networks][:2]
    ok(phone, "join_network", network_id=one)
    fails(phone, "already_connected", "join_network", network_id=one)
    ok(phone, "join_network", network_id=other)
    assert [n.network_id for n in state(phone).networks.where(connected=True)] == [other]


def test_secured_networks_need_a_stored_password(phone):
    key = first(phone, "networks")
    change(phone, "networks", key, secured=True, saved=False)
    fails(phone, "network_unknown", "join_network", network_id=key)
    change(phone, "networks", key, secured=False)
    assert ok(phone, "join_network", network_id=key)["saved"]


def test_networks_need_wifi_and_accessories_bluetooth(phone):
    flip(phone, "wifi", False)
    flip(phone, "bluetooth", False)
    fails(phone, "wifi_off", "list_networks")
    fails(phone, "wifi_off", "join_network", network_id=first(phone, "networks"))
    accessory = first(phone, "accessories")
    fails(phone, "bluetooth_off", "connect_accessory", accessory_id=accessory)
    flip(phone, "aeroplane_mode", True)
    fails(phone, "aeroplane_mode_on", "list_networks")
    fails(phone, "aeroplane_mode_on", "connect_accessory", accessory_id=accessory)
    assert ok(phone, "list_accessories")["accessories"]


def test_accessories_out_of_reach_or_empty(phone):
    key = first(phone, "accessories")
    fails(phone, "not_connected", "disconnect_accessory", accessory_id=key)
    change(phone, "accessories", key, battery=3)
    fails(phone, "battery_too_low", "connect_accessory", accessory_id=key)
    change(phone, "accessories", key, battery=50, in_range=False)
    fails(phone, "out_of_range", "connect_accessory", accessory_id=key)
    change(phone, "accessories", key, in_range=True)
    ok(phone, "connect_accessory", accessory_id=key)
    fails(phone, "already_connected", "connect_accessory", accessory_id=key)
    assert not ok(phone, "disconnect_accessory", accessory_id=key)["connected"]


# -- apps ----------------------------------------------------------------------------------
def test_what_an_app_takes_is_given_back(phone):
    key = first(phone, "apps", installed=False)
    ok(phone, "join_network", network_id=first(phone, "networks"))
    before = state(phone).free()
    ok(phone, "install_app", app_id=key)
    assert state(phone).free() < before or state(phone).apps.need(key).size < 50
    ok(phone, "remove_app", app_id=key)
    assert state(phone).free() == before
    fails(phone, "not_installed", "remove_app", app_id=key)


def test_large_apps_need_wifi_and_any_app_needs_room(phone):
    key = first(phone, "apps", installed=False)
    change(phone, "apps", key, size=201)
    fails(phone, "wifi_needed", "install_app", app_id=key)
    change(phone, "apps", key, size=200)
    ok(phone, "install_app", app_id=key)
    fails(phone, "already_installed", "install_app", app_id=key)
    other = first(phone, "apps", installed=False)
    change(phone, "apps", other, size=150)
    storage = next(iter(state(phone).storage))
    files = round(storage.files + state(phone).free(), 1)
    change(phone, "storage", storage.storage_id, files=files)
    fails(phone, "storage_full", "install_app", app_id=other)
    flip(phone, "mobile_data", False)
    fails(phone, "no_connection", "install_app", app_id=other)


def test_built_in_apps_stay(phone):
    fails(phone, "built_in_app", "remove_app", app_id=first(phone, "apps", name="Camera"))


def test_permissions_go_to_installed_apps_that_ask_for_them(phone):
    key = first(phone, "apps", name="Clock")
    fails(phone, "permission_unknown", "grant_permission", app_id=key, permission="camera")
    fails(phone, "already_granted", "grant_permission", app_id=key, permission="notifications")
    ok(phone, "revoke_permission", app_id=key, permission="notifications")
    fails(phone, "not_granted", "revoke_permission", app_id=key, permission="notifications")
    fails(phone, "permission_missing", "set_alarm", time="04:44")
    fails(phone, "permission_missing", "start_timer", length="PT5M")
    ok(phone, "grant_permission", app_id=key, permission="notifications")
    ok(phone, "set_alarm", time="04:44")
    stranger = first(phone, "apps", installed=False)
    fails(phone, "not_installed", "grant_permission", app_id=stranger, permission="camera")


# -- lost devices --------------------------------------------------------------------------
def test_lost_devices(phone):
    key = list(state(phone).devices)[1].device_id
    change(phone, "devices", key, kind="tablet", online=False)
    fails(phone, "device_offline", "ring_device", device_id=key)
    change(phone, "devices", key, online=True, battery=3)
    fails(phone, "battery_too_low", "ring_device", device_id=key)
    change(phone, "devices", key, battery=4)
    assert ok(phone, "ring_device", device_id=key)["ringing"]
    fails(phone, "already_ringing", "ring_device", device_id=key)
    assert ok(phone, "lock_device", device_id=key)["locked"]
    fails(phone, "already_locked", "lock_device", device_id=key)
    change(phone, "devices", key, kind="speaker", locked=False)
    fails(phone, "cannot_lock", "lock_device", device_id=key)
    fails(phone, "not_found", "device_status", device_id="DV-XXXX")


def test_a_name_in_full_finds_that_device_alone(phone):
    one, other = list(state(phone).devices)[:2]
    change(phone, "devices", one.device_id, name="laptop")
    change(phone, "devices", other.device_id, name="work laptop")
    assert len(ok(phone, "list_devices", name="laptop")["devices"]) == 1
    assert len(ok(phone, "list_devices", name="Work Laptop")["devices"]) == 1


# -- alarms, timers, quiet times -----------------------------------------------------------
def test_alarms_have_different_times(phone):
    made = ok(phone, "set_alarm", time="04:44", days=["Sunday", "Monday"], label="milk")
    assert made["days"] == ["Monday", "Sunday"]
    error = fails(phone, "alarm_exists", "set_alarm", time="04:44")
    assert error["label"] == "milk"
    other = ok(phone, "set_alarm", time="04:45")["alarm_id"]
    fails(phone, "alarm_exists", "move_alarm", alarm_id=other, time="04:44")
    fails(phone, "sound_unchanged", "alarm_sound", alarm_id=other, sound="chimes")
    assert ok(phone, "alarm_sound", alarm_id=other, sound="waves")["time"] == "04:45"
    ok(phone, "delete_alarm", alarm_id=made["alarm_id"])
    ok(phone, "move_alarm", alarm_id=other, time="04:44")


def test_there_is_a_limit_to_alarms_and_timers(phone):
    for minute in range(12 - len(state(phone).alarms)):
        ok(phone, "set_alarm", time=f"03:{minute:02}")
    fails(phone, "alarm_limit", "set_alarm", time="03:59")
    for length in ("PT1M", "PT2M", "PT3M", "PT4M"):
        ok(phone, "start_timer", length=length)
    fails(phone, "timer_limit", "start_timer", length="PT5M")


def test_timers_run_for_a_day_at_most(phone):
    fails(phone, "bad_length", "start_timer", length="P1DT1S")
    fails(phone, "bad_length", "start_timer", length="PT0S")
    made = ok(phone, "start_timer", length="PT90M")
    assert made["length"] == "PT1H30M"
    more = ok(phone, "extend_timer", timer_id=made["timer_id"], extra="PT30M")
    assert more["start"] == made["start"]
    assert more["length"] == "PT2H"
    fails(phone, "bad_length", "extend_timer", timer_id=made["timer_id"], extra="PT23H")


def test_quiet_times_lie_ahead_and_apart(phone):
    at = phone.now + timedelta(days=30)
    span = {"start": at.isoformat(), "end": (at + timedelta(hours=2)).isoformat()}
    made = ok(phone, "plan_quiet_time", **span)
    assert fails(phone, "quiet_already", "plan_quiet_time", **span)["title"] == made["title"]
    after = (at + timedelta(hours=3)).isoformat()
    ok(phone, "plan_quiet_time", start=span["end"], end=after)
    fails(phone, "bad_period", "plan_quiet_time", start=after, end=after)
    late = (at + timedelta(hours=80)).isoformat()
    fails(phone, "bad_period", "plan_quiet_time", start=after, end=late)
    past = (phone.now - timedelta(minutes=1)).isoformat()
    fails(phone, "in_the_past", "plan_quiet_time", start=past, end=after)
    far = at.replace(year=at.year + 2, day=1).isoformat()
    fails(phone, "too_far_away", "plan_quiet_time", start=far, end=far)


def test_contacts_are_let_through_once(phone):
    key, contact = first(phone, "quiet_times"), phone.person.contacts[0]
    fails(phone, "unknown_contact", "let_caller_through", quiet_id=key, person="Zebedee Quux")
    said = contact.name.split()[0].lower()
    made = ok(phone, "let_caller_through", quiet_id=key, person=said)
    assert made["allowed"] == [contact.name]
    fails(phone, "already_allowed", "let_caller_through", quiet_id=key, person=contact.name)
    ok(phone, "cancel_quiet_time", quiet_id=key)
    fails(phone, "not_found", "cancel_quiet_time", quiet_id=key)
