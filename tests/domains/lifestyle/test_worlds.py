"""Populated worlds are ones in which people have something to ask for."""

import pytest

from callwright.domains.lifestyle import domain
from callwright.domains.lifestyle.state import moment, weekday
from tests.domains.worlds import make_world

SEEDS = pytest.mark.parametrize("seed", range(12))


def state_of(seed):
    return make_world(seed, [domain]).states["lifestyle"]


@SEEDS
def test_a_world_is_sound_and_full(seed):
    world = make_world(seed, [domain])
    state = world.states["lifestyle"]
    assert world.violations() == []
    assert 16 <= len(state.restaurants) <= 34
    assert len(state.confirmed()) >= 2
    assert len(state.ticket_orders) == 3
    assert sum(lesson.status == "booked" for lesson in state.classes) == 4


@SEEDS
def test_nothing_begins_in_the_past(seed):
    state = state_of(seed)
    for rows in (state.sittings, state.reservations, state.shows, state.classes):
        assert all(moment(row.start) > state.now for row in rows)


@SEEDS
def test_tables_of_an_evening_begin_at_different_times(seed):
    """So there is one earliest table of a day."""
    state = state_of(seed)
    starts = [table.start for table in state.sittings]
    assert len(starts) == len(set(starts))


@SEEDS
def test_restaurants_serve_when_they_are_open(seed):
    state = state_of(seed)
    for table in state.sittings:
        restaurant = state.named(table.restaurant)
        assert weekday(table.start) != restaurant.closed_on
        assert table.start[11:16] >= restaurant.opens


def test_prices_are_in_the_currency_of_the_person():
    for seed in range(12):
        state = state_of(seed)
        assert {show.price["currency"] for show in state.shows} == {state.person.currency}
