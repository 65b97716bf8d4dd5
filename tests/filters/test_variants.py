"""Equally right variants earn what they must, and say so when they do not."""

from random import Random

import pytest

from callwright.filters.audit import all_variants, fair
from callwright.filters.audit.variant import Variant
from callwright.schemas.checks import Fact, FactValue
from callwright.schemas.values import Money
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


def test_another_surface_leaves_longer_values_as_they_are():
    money = FactValue(kind=Money().spec(), value={"amount": "25.00", "currency": "USD"})
    row = ROWS["single"]
    *before, last = row.messages
    turn = row.task.checks.turns[0].model_copy(update={"facts": (Fact(any_of=(money,)),)})
    checks = row.task.checks.model_copy(update={"turns": (turn,)})
    said = last.model_copy(update={"content": "Of $251.60 you keep $25 for the room."})
    row = row.model_copy(
        update={
            "task": row.task.model_copy(update={"checks": checks}),
            "messages": (*before, said),
        }
    )
    made = [all_variants()["other_surface"](row, PLACE, Random(seed)) for seed in range(20)]
    texts = {variant.messages[-1].content for variant in made if variant is not None}
    assert len(texts) > 1
    assert all(text.startswith("Of $251.60 you keep ") for text in texts)
