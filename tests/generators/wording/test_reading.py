"""Values are found in any words that say them, and only there."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.generators.wording.reading import around, places, reads, stands, windows
from callwright.schemas.values import ALL_KINDS, Date, Flag, Place
from tests.generators.wording.made import SETTING

CARRIERS = ("I want {} now", "{}, please", "could it be {}", "so {} then")


@pytest.mark.parametrize("kind", ALL_KINDS, ids=repr)
@given(st.randoms(use_true_random=False))
def test_every_surface_is_found_in_a_sentence(kind, rng):
    value = kind.sample(rng, SETTING)
    surface = rng.choice(kind.surfaces(value, SETTING)).text
    sentence = rng.choice(CARRIERS).format(surface)
    found = places(kind, value, "", sentence, SETTING)
    assert found
    assert all(reads(kind, value, sentence[start:end], SETTING) for start, end in found)


def test_the_scripted_words_go_first_and_others_count_as_well():
    date = Date()
    friday = date.read("Friday", SETTING)
    text = "on Friday, that is 13 March"
    assert [text[a:b] for a, b in places(date, friday, "Friday", text, SETTING)] == ["Friday"]
    assert [text[a:b] for a, b in places(date, friday, "Fri", text, SETTING)][-1] == "13 March"


def test_another_value_is_not_found():
    friday = Date().read("Friday", SETTING)
    assert places(Date(), friday, "Friday", "on Saturday", SETTING) == []
    assert places(Place(), "York", "York", "the Yorkshire moors", SETTING) == []


def test_a_bare_no_is_no_flag():
    flag = Flag("lock_wish")
    setting = replace(SETTING, words={"lock_wish": {"true": ["lock"], "false": ["unlock"]}})
    assert places(flag, False, "unlock", "go and open it. No rush.", setting) == []
    assert places(flag, False, "", "do unlock it", setting) == [(3, 9)]


def test_words_stand_at_their_boundaries():
    assert stands("15", "at 15:30 or 15") == [(12, 14)]
    assert stands("Monday", "on Mondays") == [(3, 9)]
    assert stands("art", "start art") == [(6, 9)]
    assert stands("", "anything") == []


def test_windows_are_whole_words_without_punctuation():
    assert [("a b, c")[s:e] for s, e in windows("a b, c")] == [
        *("a b, c", "a b", "a"),
        *("b, c", "b", "c"),
    ]


def test_words_around_a_place():
    text = "see you Friday the week after next, ok"
    assert "Friday the week after" in set(around(text, (8, 14)))
    assert "you Friday" in set(around(text, (8, 14)))
