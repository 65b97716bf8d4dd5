"""Populated travel worlds: rich, small, and local in their times."""

import json


def test_worlds_are_rich_and_small(worlds):
    for world in worlds:
        state = world.states["travel"]
        assert len(json.dumps(world.snapshot())) < 200_000
        assert len(state.flights) > 50
        assert len(state.hotels) >= 12
        assert 4 <= len(state.bookings) <= 32


def test_local_times_carry_their_own_offsets(worlds):
    for world in worlds[:5]:
        for flight in world.states["travel"].flights:
            assert flight.depart[19:]
            assert flight.arrive[19:]
            assert flight.depart != flight.arrive
