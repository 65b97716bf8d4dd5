"""Garbage: Python looks for none while families are made, and it is looked for in the end."""

import gc
import weakref

import pytest

from callwright.pipelines.produce import COLLECT_EVERY, Garbage


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


def test_the_count_begins_anew_and_is_longer_after_a_search_in_vain(garbage):
    garbage.leave_alone()
    gc.collect()
    gc.freeze()
    garbage.grew(COLLECT_EVERY)
    alive = weakref.ref(Knot())
    garbage.grew(2 * COLLECT_EVERY - 1)
    assert alive() is not None
    garbage.grew(1)
    assert alive() is None
    alive = weakref.ref(Knot())
    garbage.grew(COLLECT_EVERY)
    assert alive() is None
