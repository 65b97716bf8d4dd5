"""Other plans of a turn: each earns 1, what is wrong in one is wrong, and each has to be proved."""

from random import Random

import pytest

from callwright.filters.audit import all_operators, all_variants, audit
from callwright.filters.replay import ReplayFilter
from callwright.filters.reward import is_right, score
from callwright.schemas.messages import Message, ToolCall
from tests.filters import toy

PLACE = toy.scene()
LOOK = ("list_rooms", {"date": "2026-03-27"})
"""Another look-up, of a tool that the toy domain does not even have: the checks say enough."""
BOOKINGS = [toy.book("RM-E5F6", title="Stand-up"), toy.book("RM-A1B2")]


def with_others(row, *plans):
    turn = row.task.checks.turns[0].model_copy(update={"others": plans})
    turns = (turn, *row.task.checks.turns[1:])
    checks = row.task.checks.model_copy(
        update={"turns": turns, "readers": ("find_rooms", "list_rooms")}
    )
    return row.model_copy(update={"task": row.task.model_copy(update={"checks": checks})})


def other_look_up(call):
    made = toy.expected("find_rooms", LOOK[1])
    return (made.model_copy(update={"name": LOOK[0], "tool": "desk.list_rooms"}), *call)


STEPS = toy.steps()
ROW = with_others(STEPS, other_look_up(STEPS.task.checks.turns[0].calls[1:]))


def earned(*steps, row=ROW):
    messages = list(row.messages[:2])
    for i, step in enumerate(steps):
        calls = [ToolCall(id=f"{i}{j}", name=n, arguments=a) for j, (n, a) in enumerate(step)]
        messages.append(Message(role="assistant", tool_calls=calls))
    messages.append(row.messages[-1])
    got = score(row.task, messages, PLACE.setting)
    assert is_right(row.task, messages, PLACE.setting) == (got.value == 1)
    return got


@pytest.mark.parametrize("look", [toy.FIND, LOOK])
def test_each_plan_earns_one_in_any_order_of_independent_calls(look):
    for steps in ([[look], BOOKINGS], [[look], BOOKINGS[::-1]], [[look], *([b] for b in BOOKINGS)]):
        got = earned(*steps)
        assert (got.value, got.strict, got.reasons) == (1.0, True, ())
        assert set(got.components.values()) == {1.0}


def test_without_the_other_plan_it_is_wrong():
    assert not earned([LOOK], BOOKINGS, row=STEPS).strict


@pytest.mark.parametrize(
    "steps",
    [
        [BOOKINGS],
        [BOOKINGS, [LOOK]],
        [[LOOK, *BOOKINGS]],
        [[LOOK], BOOKINGS[:1]],
        [[LOOK], [*BOOKINGS, BOOKINGS[0]]],
        [[LOOK, LOOK], BOOKINGS],
        [[("list_rooms", {"date": "2026-03-28"})], BOOKINGS],
        [[("list_rooms", toy.FIND[1])], BOOKINGS],
        [[("find_rooms", LOOK[1])], BOOKINGS],
        [[LOOK], [toy.book("RM-C3D4"), BOOKINGS[1]]],
    ],
)
def test_what_is_wrong_in_the_other_plan_is_wrong(steps):
    got = earned(*steps)
    assert not got.strict
    assert got.value < 1
    assert got.reasons


def test_both_look_ups_are_one_further_look_up():
    got = earned([toy.FIND], [LOOK], BOOKINGS)
    assert got.strict
    assert got.value == pytest.approx(0.975)


def test_no_mutant_passes_where_there_are_two_plans():
    for seed in range(20):
        report = audit(ROW, PLACE, Random(seed), None)
        assert report.survivors == ()
    assert {"wrong_tool", "drop_call", "too_early"} <= set(report.tried)


def test_a_tool_of_another_plan_is_no_wrong_tool():
    names = {tool.name for tool in ROW.task.tools} | {"list_rooms"}
    plans = tuple(
        (toy.expected("find_rooms", {}).model_copy(update={"name": name}),) for name in names
    )
    row = with_others(toy.single(), *plans)
    assert all(all_operators()["wrong_tool"](row, PLACE, Random(seed)) is None for seed in range(9))


# -- proof ---------------------------------------------------------------------------------
def planned(name, *calls):
    row = toy.ALL[[make.__name__ for make in toy.ALL].index(name)]()
    return with_others(row, tuple(toy.expected(*call) for call in calls))


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("single", [("find_rooms", {"date": "2026-03-27"})]),
        ("steps", [("find_rooms", {"date": "2026-03-27"}), *BOOKINGS]),
        ("steps", [("find_rooms", {"date": "2026-03-27"}), *BOOKINGS[::-1]]),
    ],
)
def test_a_plan_that_does_the_same_is_proved(name, calls):
    verdict = ReplayFilter().judge(planned(name, *calls), PLACE)
    assert verdict.keep, verdict.evidence
    assert not PLACE.world.journal


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("single", [("find_rooms", {"date": "2026-03-27", "seats": 4})]),
        ("single", [("find_rooms", {"date": "soon"})]),
        ("single", []),
        ("steps", [toy.FIND, BOOKINGS[0]]),
        ("steps", [toy.FIND, *BOOKINGS, toy.book("RM-C3D4")]),
        ("steps", [("find_rooms", {"date": "2026-03-27", "seats": 4}), *BOOKINGS]),
        ("swap", [toy.FIND]),
    ],
)
def test_a_plan_that_does_less_or_more_drops_the_row(name, calls):
    verdict = ReplayFilter().judge(planned(name, *calls), PLACE)
    assert (verdict.keep, verdict.reason) == (False, "replay.plan_differs")
    assert not PLACE.world.journal


def test_the_variant_really_makes_the_other_plan():
    row = planned("steps", ("find_rooms", {"date": "2026-03-27"}), *BOOKINGS)
    variant = all_variants()["other_plan"](row, PLACE, Random(1))
    shown = [message for message in variant.messages if message.role == "tool"]
    assert len(shown) == 3
    assert "RM-C3D4" in shown[0].content
    assert score(row.task, variant.messages, PLACE.setting).value == 1
    assert all_variants()["other_plan"](toy.steps(), PLACE, Random(1)) is None
