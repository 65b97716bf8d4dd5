"""Answers that deny a deed, claim one that failed, or tell of a find where there was none."""

import pytest

from callwright.filters.reward import score
from tests.filters import toy

PLACE = toy.scene()


def earned(row, answer):
    *before, last = row.messages
    messages = (*before, last.model_copy(update={"content": answer}))
    return score(row.task, messages, PLACE.setting)


@pytest.mark.parametrize(
    "denial",
    [
        "Sorry, I couldn't do that.",
        "I can’t help with that.",
        "Unfortunately, that didn't work.",
        "The request failed.",
        "I was unable to complete the booking: nothing was booked.",
        "I haven't changed anything.",
    ],
)
def test_a_deed_cannot_be_denied(denial):
    row = toy.steps()
    told = row.messages[-1].content
    assert earned(row, told).strict
    for said in (f"{denial} {told}", f"{told} {denial}"):
        got = earned(row, said)
        assert not got.strict
        assert got.components["precision"] == 0


@pytest.mark.parametrize(
    "more",
    [
        "I couldn't find a cheaper one.",
        "No other room was free.",
        "You can't cancel on the day itself.",
        "Nothing else has to be done.",
    ],
)
def test_what_could_not_be_done_besides_may_be_told(more):
    row = toy.steps()
    assert earned(row, f"{row.messages[-1].content} {more}").strict


@pytest.mark.parametrize(
    "claim",
    ["Done! Ash at 10:00.", "All set: 10:00.", "Ash at 10:00 is taken care of.", "Success, 10:00."],
)
def test_what_failed_cannot_be_claimed(claim):
    assert not earned(toy.refused(), claim).strict


@pytest.mark.parametrize(
    "told",
    [
        "Ash can't be had at 10:00.",
        "There is no second Ash at 10:00.",
        "Sorry, booking 10:00 failed. Which room would you like?",
        "Not done: 10:00 is gone.",
        "Somebody else sits there at 10:00.",
    ],
)
def test_what_failed_may_be_told_in_any_words(told):
    assert earned(toy.refused(), told).strict


@pytest.mark.parametrize(
    "told",
    [
        "Oak is what you want on 27 March.",
        "On 27 March I found Oak at 21:30.",
        "There are 3 rooms on 27 March.",
        "There is no problem: Oak is yours on 27 March for £94.",
    ],
)
def test_nothing_found_is_no_find(told):
    assert not earned(toy.empty(), told).strict


@pytest.mark.parametrize(
    "told",
    [
        "Nothing on 27 March.",
        "27 March is fully booked.",
        "I couldn’t find a room for 27 March.",
        "0 rooms on 27 March fit.",
        "None on 27 March, and you are there at 9:35 pm the day before.",
    ],
)
def test_nothing_found_may_be_told_in_any_words(told):
    assert earned(toy.empty(), told).strict


@pytest.mark.parametrize(
    "told",
    [
        "Ash is not quiet.",
        "Ash isn't quiet.",
        "Ash isn\u2019t really quiet.",
        "Ash is no longer quiet.",
    ],
)
def test_a_state_that_is_taken_back_is_not_told(told):
    assert not earned(toy.state(), told).strict


@pytest.mark.parametrize(
    "told", ["Ash is quiet.", "Ash is not only quiet but small.", "Oak is not quiet, Ash is quiet."]
)
def test_a_state_that_is_told_somewhere_is_told(told):
    assert earned(toy.state(), told).strict
