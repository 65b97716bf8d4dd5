"""Populated phones: rich, small, and with the shortages that failures come from."""

import json


def test_worlds_are_rich_and_small(worlds):
    for world in worlds:
        state = world.states["device"]
        assert len(json.dumps(world.snapshot())) < 60_000
        assert [d.name for d in state.devices] == [d.name for d in world.person.devices]
        assert len([a for a in state.apps if a.installed]) >= 12
        assert len(state.networks) >= 4
        assert len(state.accessories) >= 3
        assert len(state.alarms) >= 3
        assert len(state.quiet_times) >= 3


def test_modes_and_shortages_occur(worlds):
    """Failures that come from the world itself stand in some of them, and never in most."""
    states = [world.states["device"] for world in worlds]
    for name in ("aeroplane_mode", "low_power_mode", "do_not_disturb"):
        assert 0 < sum(s.is_on(name) for s in states) < 15
    assert any(not d.online for s in states for d in s.devices)
    assert any(not a.in_range for s in states for a in s.accessories)
    assert any(n.secured and not n.saved for s in states for n in s.networks)
