"""Strict match: typed equality, optimal assignment, partial order; properties by hypothesis."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.filters.assign import assign
from callwright.filters.match import match
from callwright.filters.rollout import Act
from callwright.schemas.checks import Leaf
from callwright.schemas.values import Date, Money
from tests.filters import toy

SETTING = toy.scene().setting


def acts(*steps):
    return [Act(i, name, arguments) for i, step in enumerate(steps) for name, arguments in step]


def credit(found):
    return sum(m.parts.credit for m in found.matches)


def parts(act, expected):
    return match([Act(0, *act)], [expected], SETTING).matches[0].parts


@given(st.lists(st.lists(st.floats(0, 1), min_size=4, max_size=4), min_size=1, max_size=4))
def test_assignment_is_the_best_of_all(gains):
    columns = assign(gains)
    got = sum(row[c] for row, c in zip(gains, columns, strict=True) if c is not None)
    rows = range(len(gains))
    best = max(sum(gains[i][p[i]] for i in rows) for p in permutations(range(4), len(gains)))
    assert got == pytest.approx(best)
    assert len({c for c in columns if c is not None}) == sum(c is not None for c in columns)


@pytest.mark.parametrize("gains", [[], [[]], [[0.0]], [[-1.0, 0.0]]])
def test_assignment_of_nothing(gains):
    assert assign(gains) == [None] * len(gains)


def test_greedy_matching_would_reject_a_right_answer():
    assert assign([[0.9, 1.0], [0.1, 0.9]]) == [0, 1]


EQUAL = [
    ("seats", 2.0),
    ("date", "2026-03-27"),
]


@pytest.mark.parametrize(("name", "value"), EQUAL)
def test_the_same_value_written_otherwise(name, value):
    expected = toy.expected(*toy.FIND)
    assert parts(("find_rooms", {**toy.FIND[1], name: value}), expected).right


def test_the_same_instant_in_another_offset():
    expected = toy.expected(*toy.book())
    assert parts(toy.book(start="2026-03-27T12:00:00+02:00"), expected).right
    assert not parts(toy.book(start="2026-03-27T12:00:00+00:00"), expected).right


def test_omitted_equals_explicit_default():
    expected = toy.expected(*toy.FIND)
    assert parts(("find_rooms", {**toy.FIND[1], "quiet": False}), expected).right
    assert not parts(("find_rooms", {**toy.FIND[1], "quiet": True}), expected).right
    # 0 is no boolean, however equal Python finds them.
    assert not parts(("find_rooms", {**toy.FIND[1], "quiet": 0}), expected).right


WRONG = [
    ({"date": "2026-03-27"}, (1, 0.5, 0.5)),
    ({"date": "2026-03-27", "seats": 3}, (1, 1, 0.5)),
    ({"date": "2026-03-27", "seats": "2"}, (1, 1, 0.5)),
    ({"date": "2026-03-27", "seats": True}, (1, 1, 0.5)),
    ({"date": "2026-03-27", "seats": None}, (1, 1, 0.5)),
    ({"date": "2026-03-27", "seats": 2, "floor": 1}, (1, 2 / 3, 2 / 3)),
    ({"date": {"y": 2026}, "seats": [2]}, (1, 1, 0)),
    ({}, (1, 0, 0)),
    (None, (1, 0, 0)),
]


@pytest.mark.parametrize(("arguments", "credit"), WRONG)
def test_wrong_arguments_earn_a_part(arguments, credit):
    got = parts(("find_rooms", arguments), toy.expected(*toy.FIND))
    assert (got.name, got.names, got.values) == credit


def test_nested_arguments_and_formats():
    leaves = {
        "/where/when": Leaf(kind=Date().spec(), format="dmy"),
        "/where/max": Leaf(kind=Money().spec(), format="text"),
    }
    arguments = {"where": {"when": "27/03/2026", "max": "94.00 GBP"}}
    expected = toy.expected(*toy.FIND).model_copy(
        update={"leaves": leaves, "arguments": arguments, "defaults": {}}
    )
    assert parts(
        ("find_rooms", {"where": {"max": "94.00 GBP", "when": "27/03/2026"}}), expected
    ).right
    for wrong in ({"when": "2026-03-27"}, {"max": "94.00 EUR"}, {"max": 94.0}, {"else": 1}):
        got = parts(("find_rooms", {"where": {**arguments["where"], **wrong}}), expected)
        assert not got.right
    assert not parts(("find_rooms", {"where": "there"}), expected).right


def test_parallel_calls_match_in_any_order_and_each_once():
    expected = [toy.expected(*toy.book(room)) for room in ("RM-A1B2", "RM-C3D4", "RM-E5F6")]
    for order in permutations(("RM-A1B2", "RM-C3D4", "RM-E5F6")):
        assert match(acts([toy.book(r) for r in order]), expected, SETTING).right
    twice = match(
        acts([toy.book("RM-A1B2"), toy.book("RM-A1B2"), toy.book("RM-C3D4")]), expected, SETTING
    )
    assert twice.wrong == 1
    assert [m.parts.right for m in twice.matches] == [True, True, False]


def test_a_needed_result_must_come_first():
    expected = [toy.expected(*toy.FIND), toy.expected(*toy.book(), after=(0,))]
    assert match(acts([toy.FIND], [toy.book()]), expected, SETTING).right
    assert match(acts([toy.FIND, toy.book()]), expected, SETTING).order == 0
    assert match(acts([toy.book()], [toy.FIND]), expected, SETTING).order == 0


def test_equal_calls_are_told_apart_by_their_order():
    """The later look-up needs the booking, the earlier does not: only exchanging them shows it."""
    expected = [
        toy.expected(*toy.book()),
        toy.expected(*toy.FIND, after=(0,)),
        toy.expected(*toy.FIND),
    ]
    assert match(acts([toy.FIND], [toy.book()], [toy.FIND]), expected, SETTING).right


CALLS = [toy.FIND, ("find_rooms", {"date": "2026-03-28"}), toy.book("RM-A1B2"), toy.book("RM-C3D4")]


@given(st.permutations(CALLS), st.permutations(CALLS))
def test_a_permutation_changes_nothing(made, wanted):
    expected = [toy.expected(*call) for call in wanted]
    assert match(acts(made), expected, SETTING).right


@given(
    st.lists(st.sampled_from(CALLS), max_size=5),
    st.lists(st.sampled_from(CALLS), max_size=3),
    st.randoms(),
)
def test_the_credit_does_not_depend_on_the_order_of_parallel_calls(made, wanted, random):
    expected = [toy.expected(*call) for call in wanted]
    one = match(acts(made), expected, SETTING)
    random.shuffle(made)
    two = match(acts(made), expected, SETTING)
    assert one.wrong == two.wrong
    assert credit(one) == pytest.approx(credit(two))
