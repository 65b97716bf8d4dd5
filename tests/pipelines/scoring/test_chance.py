"""Kappa against numbers worked out by hand, and its interval against a published formula."""

import math
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from callwright.pipelines.scoring.chance import kappa
from callwright.pipelines.scoring.intervals import student

LABELS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=2)


def spread(table):
    return [pair for pair, count in table.items() for _ in range(count)]


def alone(labels):
    return kappa(labels, range(len(labels)))


def large_sample_error(labels):
    """The standard error of Fleiss, Cohen and Everitt (1969) for independent labels."""
    count, joint = len(labels), Counter(labels)
    ones, others = (Counter(pair[side] for pair in labels) for side in (0, 1))
    equal = sum(share for (one, other), share in joint.items() if one == other) / count
    chance = sum(ones[name] * others[name] for name in ones) / count**2
    value = (equal - chance) / (1 - chance)
    total = 0.0
    for (one, other), cell in joint.items():
        margins = (others[one] + ones[other]) / count
        weight = (one == other) - margins * (1 - value)
        total += cell / count * weight**2
    return math.sqrt(total - (value - chance * (1 - value)) ** 2) / ((1 - chance) * count**0.5)


def test_kappa_is_what_is_agreed_beyond_chance():
    # 35 of 50 are equal; by chance (25 * 30 + 25 * 20) / 2500 = 0.5 would be.
    found = alone(spread({"yy": 20, "yn": 5, "ny": 10, "nn": 15}))
    assert found.value == pytest.approx((0.7 - 0.5) / 0.5)
    assert found.count == 50
    assert found.low < 0.4 < found.high
    assert alone(spread({"yn": 10, "ny": 10})).value == -1
    assert alone(spread({"yy": 3, "nn": 7})).value == 1
    assert alone(spread({"yy": 4, "yn": 4, "ny": 4, "nn": 4})).value == 0


def test_its_interval_is_the_usual_one_where_labels_are_independent():
    labels = spread({"aa": 300, "ab": 40, "ba": 70, "bb": 200, "cc": 90, "ca": 20, "bc": 30})
    found = alone(labels)
    half = student(len(labels) - 1) * large_sample_error(labels)
    assert found.high - found.value == pytest.approx(half, rel=0.01)
    assert found.value - found.low == pytest.approx(half, rel=0.01)


@given(LABELS, st.integers(2, 4))
def test_more_of_the_same_from_a_cluster_is_no_more_evidence(labels, times):
    one = alone(labels)
    more = kappa(labels * times, list(range(len(labels))) * times)
    assert one.count == more.count
    for name in ("value", "low", "high"):
        assert getattr(one, name) == pytest.approx(getattr(more, name))


@given(LABELS)
def test_it_is_the_same_from_either_side_and_within_its_range(labels):
    found, turned = alone(labels), alone([(other, one) for one, other in labels])
    assert found.value == pytest.approx(turned.value)
    assume(found.low is not None)
    assert -1 <= found.low <= found.value <= found.high <= 1


def test_where_nothing_can_be_told_nothing_is():
    for labels in ([], [("a", "a")] * 5):
        assert alone(labels).value is None
    perfect = alone([("a", "a"), ("b", "b")] * 5)
    assert (perfect.value, perfect.low, perfect.high) == (1, None, None)
    assert kappa([("a", "a"), ("b", "a")], "xx").low is None
    constant = alone([("a", "c"), ("b", "c")] * 5)
    assert (constant.value, constant.low, constant.high) == (0, None, None)
