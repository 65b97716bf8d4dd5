"""Garbage: Python looks for none while families are made, and it is looked for in the end."""

import gc
import weakref

import pytest

from callwright.pipelines.produce import COLLECT_AT_LEAST, COLLECT_EVERY, GROWTH, Garbage


class Knot:
    """Refers to itself, so only a search for cycles frees it."""

    def __init__(self):
        self.me = self


@pytest.fixture
def garbage():
    yield Garbage()
    gc.enable()
    gc.unfreeze()


def test_dead_cycles_go_once_there_are_many_candidates(garbage):
    garbage.leave_alone()
    assert not gc.isenabled()
    alive = weakref.ref(Knot())
    garbage.grew(COLLECT_EVERY - 1)
    assert alive() is not None
    garbage.grew(1)
    assert alive() is None


def test_the_count_begins_anew_and_is_longer_after_a_search_that_found_hardly_any(garbage):
    garbage.leave_alone()
    gc.collect()
    gc.freeze()
    garbage.grew(COLLECT_EVERY)
    alive = weakref.ref(Knot())
    garbage.grew(GROWTH * COLLECT_EVERY - 1)
    assert alive() is not None
    garbage.grew(1)
    assert alive() is None
    alive = weakref.ref(Knot())
    garbage.grew(GROWTH * COLLECT_EVERY)
    assert alive() is not None
    garbage.grew(COLLECT_AT_LEAST)
    assert alive() is None


def test_it_is_looked_for_as_often_as_before_where_candidates_leave_much(garbage):
    garbage.leave_alone()
    for _ in range(3):
        knots = [Knot() for _ in range(COLLECT_EVERY + 1)]
        alive = weakref.ref(knots.pop())
        del knots
        garbage.grew(COLLECT_EVERY)
        assert alive() is None
