"""Quotas: sizes of rounds, room for twins, and cells that cannot be filled."""

from math import ceil

import pytest

from callwright.generators.settings import Cell
from callwright.pipelines.quotas import FULL, NO_CELL, PATIENCE, SEEN_ELSEWHERE, Quotas
from callwright.schemas.errors import RecipeError
from tests.pipelines.fake import TWINS


def quotas(**counts):
    return Quotas(
        {Cell(skill=s, domain="travel", split="train"): n for s, n in counts.items()}, TWINS
    )


def name(skill, split="train"):
    return f"{skill}/travel/{split}"


def sizes(made):
    return {state.cell.skill: size for state, size in made.orders()}


def test_cells_that_abstain_come_first_else_recipe_order():
    made = quotas(single=9, irrelevance=2, parallel=3, already_known=1)
    assert [s.cell.skill for s in made] == ["irrelevance", "already_known", "single", "parallel"]


def test_the_first_round_leaves_out_what_twins_will_bring():
    assert sizes(quotas(single=100, irrelevance=40)) == {"irrelevance": 40, "single": 60}
    assert sizes(quotas(single=40, irrelevance=40)) == {"irrelevance": 40}


def test_later_rounds_follow_what_passed():
    made = quotas(single=100)
    state = made.states[name("single")]
    state.entered, state.passed, state.accepted = 107, 53, 53
    assert made.size(state) == ceil(47 / (53 / 107))
    state.passed = 0
    assert made.size(state) == 8 * 47 + 64


def test_a_small_cell_is_judged_by_its_siblings_too():
    cells = [Cell(skill="single", domain="travel", split=split) for split in ("train", "test")]
    other = Cell(skill="single", domain="calendar", split="train")
    made = Quotas({cells[0]: 100, cells[1]: 4, other: 50}, TWINS)
    large, small, stranger = (made.states[cell.name] for cell in (*cells, other))
    large.entered, large.passed, large.accepted = 96, 50, 50
    small.entered, small.passed, small.accepted = 4, 0, 0
    stranger.entered, stranger.passed, stranger.accepted = 50, 1, 1
    # Half of the candidates pass there: four in twelve are to be expected here.
    assert made.size(small) == ceil(4 / ((0 + SEEN_ELSEWHERE * 0.5) / (4 + SEEN_ELSEWHERE)))
    # What its siblings yield is forgotten when it goes on to bring nothing.
    small.entered = 400
    assert made.size(small) == 8 * 4 + 64


def test_rounds_that_bring_nothing_ask_for_twice_as_many_the_next_time():
    made = quotas(single=10)
    state = made.states[name("single")]
    state.entered, state.passed, state.accepted = 20, 10, 8
    first = made.size(state)
    sizes = []
    for _ in range(PATIENCE - 1):
        made.end_round({name("single"): state.taken})
        sizes.append(made.size(state))
    assert sizes == [first * 2**n for n in range(1, PATIENCE)]


def test_an_acting_family_leaves_room_for_twins_to_come():
    made = quotas(single=3, irrelevance=2)
    single, irrelevance = made.states[name("single")], made.states[name("irrelevance")]
    assert made.refusal(single, [name("single")]) == ""
    made.accept(single, [name("single")])
    assert made.refusal(single, [name("single")]) == FULL
    pair = [name("irrelevance"), name("single")]
    for _ in range(2):
        assert made.refusal(irrelevance, pair) == ""
        made.accept(irrelevance, pair)
    assert made.complete


def test_a_twin_with_a_choice_leaves_room_for_those_without():
    made = quotas(single=1, multi_step=1, irrelevance=1, already_known=1)
    known = made.states[name("already_known")]
    assert made.refusal(known, [name("already_known"), name("single")]) == FULL
    assert made.refusal(known, [name("already_known"), name("multi_step")]) == ""


def test_a_member_without_a_cell_is_no_room():
    made = quotas(single=3)
    assert made.refusal(made.states[name("single")], [name("single", "test")]) == NO_CELL


def test_a_family_is_refused_whole_when_one_member_has_no_room():
    made = quotas(parallel=1)
    assert made.refusal(made.states[name("parallel")], [name("parallel")] * 2) == FULL


def test_a_cell_without_progress_stops_the_run_with_its_reasons():
    made = quotas(single=5)
    state = made.states[name("single")]
    state.entered = 30
    state.funnel.count("replay", "replay.result_differs", 20)
    before = {name("single"): 0}
    for _ in range(PATIENCE - 1):
        made.end_round(before)
    with pytest.raises(RecipeError, match=r"single/travel/train .* 0 of 5 .* 30 .*differs \(20\)"):
        made.end_round(before)


def test_progress_takes_the_count_of_empty_rounds_back():
    made = quotas(single=5)
    made.end_round({name("single"): 0})
    made.accept(made.states[name("single")], [name("single")])
    made.end_round({name("single"): 0})
    assert made.states[name("single")].stale == 0


def test_a_cell_of_twins_keeps_room_for_those_of_another_such_cell():
    """profile -> clarify -> single: clarify must not fill its cell before profile's twins came."""
    skills = {"profile": ("clarify",), "clarify": ("single",), "single": ()}
    cells = {s: Cell(skill=s, domain="travel", split="train") for s in skills}
    made = Quotas({cells["clarify"]: 10, cells["profile"]: 6, cells["single"]: 20}, skills)
    clarify = made.states[cells["clarify"].name]
    assert made.size(clarify) == 10 - 6
    members = [cells["clarify"].name, cells["single"].name]
    for _ in range(4):
        assert made.refusal(clarify, members) == ""
        made.accept(clarify, members)
    assert made.refusal(clarify, members) == FULL
    profile = made.states[cells["profile"].name]
    for _ in range(6):
        twins = [cells["profile"].name, cells["clarify"].name]
        assert made.refusal(profile, twins) == ""
        made.accept(profile, twins)
    assert clarify.missing == 0
