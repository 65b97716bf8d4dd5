"""Makers of form rules: what is drawn can be asked for, and what is realised keeps the rule."""

from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from callwright.domains.core.template import slots
from callwright.filters.forms import broken
from callwright.filters.forms.breaks import broken_text
from callwright.generators.forms import makers
from callwright.generators.forms.asking import joined, wishes
from callwright.generators.forms.base import GROUPS, Draft, Source
from callwright.generators.forms.marks import in_words, without_brackets, without_commas
from callwright.generators.forms.pack import form_pack
from callwright.generators.forms.wording import written_out
from callwright.generators.language.core import core_pack
from callwright.schemas.forms import FORMS, FormRule

PACK = form_pack("en")
VALUES = ("BK-QH38", "Tejo Air", "£94", "Friday 27 March", "07:25", "3 bags", "Ana Lopes")
CLAUSES = (
    "It's {} now", "Held: {}", "The total is {}", "You have {} and {}", "{} is booked for {}",
    "That's {} (or {})", "There are 2 of them, {} and {}", "Done", "level, Otto",
)  # fmt: skip


@st.composite
def drafts(draw) -> Draft:
    """Answers as the tellers write them: a few sentences with values, points, rows."""
    said = draw(st.lists(st.sampled_from(VALUES), min_size=2, max_size=4, unique=True))
    clauses = draw(st.lists(st.sampled_from(CLAUSES), min_size=1, max_size=3))
    end = draw(st.sampled_from(".!"))
    text = " ".join(c.format(*(said * 2)) + end for c in clauses)
    labels = ("Name", "Price", "Pay by", "Booking ID")[: len(said)]
    row = tuple(zip(labels, said, strict=True))
    rows = draw(st.sampled_from([(), (row,), (row, row)]))
    points = tuple(f"{label}: {words}" for label, words in row)
    return Draft(text, points, rows, "Flight search", tuple(said))


@pytest.mark.parametrize("name", sorted(FORMS))
@given(drafts=st.lists(drafts(), min_size=1, max_size=3), seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_what_is_realised_keeps_the_rule_and_an_edit_breaks_it(name, drafts, seed):
    maker, source = makers()[name], Source(Random(seed), PACK)
    args = maker.draw(drafts, source)
    assume(args is not None)
    rule = FormRule(type=name, args=args)
    for draft in drafts:
        made = maker.realise(draft, args, source)
        if made is None:
            continue
        assert broken(rule, made.text) == "", (rule, made.text)
        wrong = broken_text(rule, made.text)
        assert wrong is None or broken(rule, wrong), (rule, wrong)


PLAIN = [
    Draft(
        "You see two rooms, Oak and Elm. They're quiet!",
        ("Oak", "Elm"),
        ((("Name", "Oak"), ("Seats", "two")), (("Name", "Elm"), ("Seats", "two"))),
        "Rooms",
        ("Oak", "Elm"),
    ),
    Draft("Otto is at level two.", ("A: b", "C: d"), ((("A", "b"), ("C", "d")),), "Way", ("two",)),
    Draft("OK, a room is up.", title="Room"),
    Draft("Oak it is", title="Room"),
    Draft("A to the room"),
]


@pytest.mark.parametrize("name", sorted(FORMS))
def test_every_rule_can_be_drawn_realised_and_broken(name):
    maker, done = makers()[name], 0
    for seed in range(40):
        for draft in PLAIN:
            source = Source(Random(seed), PACK)
            args = maker.draw([draft], source)
            made = maker.realise(draft, args, source) if args is not None else None
            if made is None:
                continue
            rule = FormRule(type=name, args=args)
            assert broken(rule, made.text) == ""
            wrong = broken_text(rule, made.text)
            done += wrong is not None and bool(broken(rule, wrong))
    assert done


@pytest.mark.parametrize("name", sorted(FORMS))
def test_every_rule_is_asked_for_in_four_ways_or_more(name):
    wordings = PACK.wordings[name]
    assert len(set(wordings)) >= 4
    named = set(FORMS[name].args) | {"answer", "blank"}
    assert all(slots(text) <= named for text in wordings)
    if name != "placeholders_at_least":
        said = {frozenset(slots(text) & set(FORMS[name].args)) for text in wordings}
        assert said == {frozenset(FORMS[name].args)}, "a wording leaves out what is wanted"


def test_what_is_drawn_for_a_whole_conversation_can_be_asked_without_it():
    for maker in makers().values():
        keys = [k for k in PACK.wordings if k.partition(".")[0] == maker.type]
        for key in keys if maker.weight else ():
            lasting = [w for w in PACK.wordings[key] if " it " not in f" {w} "]
            assert len(lasting) >= 2, key


def test_rules_are_asked_for_aloud_without_signs():
    rules = (
        FormRule(type="words_at_most", args={"count": 20}),
        FormRule(type="avoids_words", args={"words": ["sure"]}),
    )
    for seed in range(20):
        source = Source(Random(seed), PACK)
        text = joined(wishes(rules, source, lasting=False, aloud=True), source)
        assert "twenty" in text
        assert '"' not in text


def test_makers_are_of_known_groups_and_most_drawn_ones_are_natural():
    assert {m.group for m in makers().values()} <= set(GROUPS)
    drawn = {name for name, m in makers().items() if m.weight}
    assert len(drawn) >= 25
    assert not drawn & {"alternating_words", "letter_at_least", "palindromes_at_least"}


def test_the_styles_that_speak_of_form_are_those_of_the_prompts():
    assert set(PACK.styles_about_form) <= set(core_pack("en").system["style"])


def test_contractions_are_written_out():
    assert written_out("It’s Ana's, I can't and won't") == "It is Ana's, I cannot and will not"
    assert written_out("They'd go") is None


def test_commas_are_left_out():
    said = "On Friday, March 27, 2026 it is £1,250.50, and 3 go, Ana"
    assert without_commas(said) == "On Friday March 27 2026 it is £1250.50 and 3 go – Ana"


def test_brackets_are_left_out():
    assert without_brackets("Oak (floor 2) and Elm (floor 3).") == "Oak, floor 2, and Elm, floor 3."
    assert without_brackets("Oak [2]") is None


def test_numbers_are_said_in_words():
    assert in_words("2 rooms, 31 seats") == "Two rooms, thirty-one seats"
    for text in ("at 07:25", "£94", "BK-2A", "21.5 degrees", "250 seats", "29 Chapel Road"):
        assert in_words(text) is None


def test_words_that_realisers_add_break_no_rule_about_marks():
    """Rules about marks are realised before a start, an end or a postscript is added."""
    for text in (*PACK.starts, *PACK.ends, *PACK.postscripts):
        for name, maker in makers().items():
            if maker.group == "marks" and not FORMS[name].args:
                assert broken(FormRule(type=name), text) == "", (name, text)
