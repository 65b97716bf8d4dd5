"""Equally right variants earn what they must, and say so when they do not."""

from random import Random

import pytest

from callwright.filters.audit import all_variants, fair
from callwright.filters.audit.variant import Variant
from tests.filters import toy

PLACE = toy.scene()
ROWS = {make.__name__: make() for make in toy.ALL}


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("seed", range(5))
def test_no_variant_of_a_good_row_is_rejected(name, seed):
    assert fair(ROWS[name], PLACE, Random(seed)).rejected == ()


def test_there_are_at_least_eight_kinds_and_most_apply_somewhere():
    tried = {kind for row in ROWS.values() for kind in fair(row, PLACE, Random(1)).tried}
    assert len(all_variants()) >= 8
    assert {"reordered_calls", "split_calls", "other_offset", "explicit_default"} <= tried


def test_a_wrong_variant_is_reported():
    def mute(trajectory, scene, rng):
        return Variant("mute", trajectory.messages[:-1])

    report = fair(ROWS["single"], PLACE, Random(1), {"mute": mute})
    assert (report.tried, report.rejected) == (("mute",), ("mute",))
