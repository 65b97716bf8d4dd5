"""Form rules: every type has texts that keep it and texts that break it, by a little."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callwright.filters.forms import LONGEST, broken, checkers, share_kept
from callwright.filters.forms.breaks import BREAKS
from callwright.schemas.forms import FORMS, FormRule

PERSON = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"],
          "additionalProperties": False}  # fmt: skip
TABLE = "| Name | Price |\n| --- | :-: |\n| Oak | £94 |"
KEEPS = [
    ("words_at_most", {"count": 3}, "It's 7:25, – OK"),
    ("words_at_most", {"count": 2}, "- one\n- two"),
    ("words_at_least", {"count": 2}, "naïve café"),
    ("words_exactly", {"count": 3}, "  check-in is\n\n£94  "),
    ("words_between", {"low": 2, "high": 3}, "a b c"),
    ("sentences_at_most", {"count": 1}, "It leaves at 7 p.m. on Friday with Dr. Who."),
    ("sentences_at_least", {"count": 2}, "First\nsecond"),
    ("sentences_exactly", {"count": 2}, 'He said "yes." It costs 3.50 e.g. in cash.'),
    ("sentences_exactly", {"count": 1}, "Wait...?!  "),
    ("sentence_words_at_most", {"count": 2}, "So be. It is!"),
    ("paragraphs_exactly", {"count": 2}, "one\ntwo\n \n\nthree\n\n"),
    ("lines_exactly", {"count": 2}, "one\n\n\ntwo\n"),
    ("one_line", {}, "one line \n"),
    ("characters_at_most", {"count": 4}, "  café \n"),
    ("characters_at_least", {"count": 4}, "café"),
    ("includes_words", {"words": ["Thanks", "at noon"]}, "at  NOON, thanks!"),
    ("includes_words", {"words": ["it’s"]}, "It's done"),
    ("avoids_words", {"words": ["sure"]}, "Surely unsure of the assurance"),
    ("word_at_least", {"word": "so", "count": 2}, "So, so-so"),
    ("word_in_sentence", {"word": "oak", "place": 2}, "It is free. Oak is."),
    ("starts_with", {"phrase": "Done:"}, "\nDone: it is"),
    ("ends_with", {"phrase": "That's all."}, "It is. That's all. \n"),
    ("no_contractions", {}, "It is Ana's, o'clock, the guests' and 'quoted'"),
    ("unique_words", {}, "one, two three"),
    ("alternating_words", {}, "a to the room"),
    ("palindromes_at_least", {"count": 2}, "Anna's level, Otto!"),
    ("all_lower", {}, "straße 3 – ok"),
    ("all_upper", {}, "CAFÉ 3"),
    ("capital_words_at_least", {"count": 1}, "it is NOT I"),
    ("capital_words_at_most", {"count": 1}, "I am A OK"),
    ("letter_at_least", {"letter": "e", "count": 2}, "Éte"),
    ("letter_at_most", {"letter": "e", "count": 0 + 1}, "one"),
    ("avoids_letter", {"letter": "e"}, "Oak"),
    ("ascii_only", {}, "plain\n'text'"),
    ("script_only", {"script": "latin"}, "Ñandú 3 – ª"),
    ("script_only", {"script": "han"}, "三点。"),
    ("script_only", {"script": "cyrillic"}, "Да, 3"),
    ("no_commas", {}, "one; two"),
    ("no_exclamations", {}, "Oh."),
    ("no_questions", {}, "Is it so."),
    ("no_digits", {}, "seven"),
    ("no_brackets", {}, "a < b"),
    ("no_emojis", {}, "20 °C → €3 ©"),
    ("ends_with_mark", {"mark": "!"}, "Oh! "),
    ("bulleted", {}, "- one\n* two\n\n• three"),
    ("bullets_exactly", {"count": 1}, "It is:\n- one\n-two\n```\n- code\n```"),
    ("numbered", {}, "1. one\n2) two"),
    ("labelled_lines", {}, "- Name: Oak\nOpens: 06:30"),
    ("title", {}, "[Rooms]\nOak"),
    ("highlights_at_least", {"count": 2}, "**Oak** and **£94 a day**"),
    ("sections_exactly", {"count": 2}, "one\n***\ntwo"),
    ("table", {"columns": ["Name", "Price"]}, TABLE),
    ("quoted", {}, ' "all of it" '),
    ("quoted", {}, "“all of it”"),
    ("postscript", {}, "Oak.\nP.S. It is quiet."),
    ("placeholders_at_least", {"count": 1}, "Dear [name], see [this](https://a.example)"),
    ("code_block", {}, "```json\n{}\n```\n"),
    ("plain_text", {}, "2 * 3 - 1 = 5, see BK-1_a and [1]"),
    ("json_only", {}, ' {"a": [1, 2.5, null]} '),
    ("json_schema", {"schema": PERSON}, '{"name": "Ana"}'),
]  # fmt: skip
BREAKING = [
    ("words_at_most", {"count": 3}, "one two three four"),
    ("words_at_least", {"count": 3}, "one – two !"),
    ("words_exactly", {"count": 2}, "one"),
    ("words_between", {"low": 2, "high": 3}, "a b c d"),
    ("sentences_at_most", {"count": 1}, "It leaves. It lands"),
    ("sentences_at_most", {"count": 1}, "- one\n- two"),
    ("sentences_at_least", {"count": 2}, "It costs 3.50 at 10 a.m. or so"),
    ("sentences_exactly", {"count": 2}, "One.\nTwo.\nThree."),
    ("sentence_words_at_most", {"count": 2}, "So be it. It is!"),
    ("paragraphs_exactly", {"count": 2}, "one\ntwo"),
    ("lines_exactly", {"count": 2}, "one"),
    ("one_line", {}, "one\u2028line"),
    ("one_line", {}, "one\r\nline"),
    ("characters_at_most", {"count": 4}, "cafés"),
    ("characters_at_least", {"count": 4}, "caf   "),
    ("includes_words", {"words": ["thanks", "noon"]}, "thanks this afternoon"),
    ("avoids_words", {"words": ["sure"]}, "SURE!"),
    ("word_at_least", {"word": "so", "count": 2}, "so some"),
    ("word_in_sentence", {"word": "oak", "place": 2}, "Oak is. Oak."),
    ("word_in_sentence", {"word": "oak", "place": 1}, "Nothing."),
    ("starts_with", {"phrase": "Done:"}, "done: it is"),
    ("ends_with", {"phrase": "That's all."}, "That's all"),
    ("no_contractions", {}, "It’s so"),
    ("no_contractions", {}, "I COULDN'T"),
    ("unique_words", {}, "One, ONE"),
    ("alternating_words", {}, "an ox"),
    ("palindromes_at_least", {"count": 1}, "a 11 to"),
    ("all_lower", {}, "oak Is"),
    ("all_lower", {}, "123"),
    ("all_upper", {}, "OAk"),
    ("capital_words_at_least", {"count": 1}, "I am Ok"),
    ("capital_words_at_most", {"count": 1}, "NO, NEVER"),
    ("letter_at_least", {"letter": "e", "count": 2}, "one"),
    ("letter_at_most", {"letter": "e", "count": 1}, "eé"),
    ("avoids_letter", {"letter": "e"}, "É"),
    ("ascii_only", {}, "it’s"),
    ("script_only", {"script": "latin"}, "оak"),
    ("script_only", {"script": "latin"}, "123"),
    ("no_commas", {}, "1,250"),
    ("no_commas", {}, "一，二"),
    ("no_exclamations", {}, "¡Oh"),
    ("no_questions", {}, "Is it？"),
    ("no_digits", {}, "at ٣"),
    ("no_brackets", {}, "so (it is)"),
    ("no_emojis", {}, "Done ✅"),
    ("no_emojis", {}, "Done 🙂"),
    ("ends_with_mark", {"mark": "."}, "Oh.)"),
    ("bulleted", {}, "Here:\n- one"),
    ("bulleted", {}, "```\n- one\n```"),
    ("bullets_exactly", {"count": 2}, "- one\n  text\n"),
    ("numbered", {}, "1. one\n3. three"),
    ("numbered", {}, "2. two"),
    ("labelled_lines", {}, "Name: Oak\nopens at 06:30"),
    ("title", {}, "[Rooms]"),
    ("title", {}, "[Rooms] Oak\nAsh"),
    ("highlights_at_least", {"count": 1}, "** Oak ** and *Ash*"),
    ("sections_exactly", {"count": 2}, "one\n***\n\n***\ntwo"),
    ("table", {"columns": ["Name", "Price"]}, TABLE + "\nThat is all."),
    ("table", {"columns": ["Name", "Price"]}, TABLE.replace("Price", "Cost")),
    ("table", {"columns": ["Name", "Price"]}, "\n".join(TABLE.split("\n")[:2])),
    ("quoted", {}, '"one" and "two"'),
    ("quoted", {}, '"'),
    ("postscript", {}, "P.S. It is quiet."),
    ("postscript", {}, "Oak\nP.S."),
    ("placeholders_at_least", {"count": 1}, "[this](https://a.example)"),
    ("code_block", {}, "Here:\n```\n{}\n```"),
    ("code_block", {}, "```\na\n```\n```\nb\n```"),
    ("code_block", {}, "```\n```"),
    ("plain_text", {}, "- one"),
    ("plain_text", {}, "see `it`"),
    ("json_only", {}, "```json\n{}\n```"),
    ("json_only", {}, '"text"'),
    ("json_only", {}, '{"a": 1, "a": 2}'),
    ("json_only", {}, '{"a": NaN}'),
    ("json_only", {}, "[" * 5000 + "]" * 5000),
    ("json_schema", {"schema": PERSON}, '{"name": 3}'),
    ("json_schema", {"schema": PERSON}, '{"name": "Ana", "age": 3}'),
    ("json_schema", {"schema": PERSON}, 'Here: {"name": "Ana"}'),
    ("json_schema", {"schema": {"type": "nothing"}}, "{}"),
    ("json_schema", {"schema": {"$ref": "https://a.example/x"}}, "{}"),
]  # fmt: skip


def test_every_type_has_a_checker_and_an_edit_that_breaks_it():
    assert set(checkers()) == set(FORMS) == set(BREAKS)
    assert len(FORMS) >= 50


@pytest.mark.parametrize("cases", [KEEPS, BREAKING], ids=["keeps", "breaks"])
def test_every_type_has_an_example(cases):
    assert {name for name, _, _ in cases} == set(FORMS)


@pytest.mark.parametrize(("name", "args", "text"), KEEPS)
def test_a_text_that_keeps_the_rule(name, args, text):
    assert broken(FormRule(type=name, args=args), text) == ""


@pytest.mark.parametrize(("name", "args", "text"), BREAKING)
def test_a_text_that_breaks_the_rule(name, args, text):
    assert broken(FormRule(type=name, args=args), text)


@pytest.mark.parametrize(("name", "args", "text"), KEEPS)
def test_an_empty_text_keeps_no_rule(name, args, text):
    for nothing in ("", " \n\t"):
        assert broken(FormRule(type=name, args=args), nothing)


@pytest.mark.parametrize(
    "rule",
    [
        FormRule(type="no_such_rule"),
        FormRule(type="words_at_most"),
        FormRule(type="words_at_most", args={"count": "3"}),
        FormRule(type="words_at_most", args={"count": True}),
        FormRule(type="words_at_most", args={"count": 0}),
        FormRule(type="one_line", args={"count": 1}),
        FormRule(type="includes_words", args={"words": []}),
    ],
)
def test_a_rule_that_cannot_be_read_is_broken(rule):
    assert broken(rule, "text")


ARGS = {name: args for name, args, _ in KEEPS}
TEXTS = st.text(max_size=300) | st.text("ab.!? \n-*[]{}|\"'`#1,:é😀", max_size=300)


@given(text=TEXTS, name=st.sampled_from(sorted(FORMS)))
@settings(max_examples=400, deadline=None)
def test_checkers_judge_any_text(text, name):
    assert isinstance(broken(FormRule(type=name, args=ARGS[name]), text), str)


NASTY = ["- ", "a.", "**a", "[", "|-", "n't ", "1. ", "` ", "P.S. ", "\n***\n", '{"a":', "it'", "_"]


@pytest.mark.parametrize("name", sorted(FORMS))
def test_the_longest_text_takes_little_time(name):
    rule = FormRule(type=name, args=ARGS[name])
    started = time.process_time()
    for piece in NASTY:
        broken(rule, (piece * LONGEST)[:LONGEST])
    assert time.process_time() - started < 3


def test_a_text_past_the_limit_keeps_no_rule():
    assert broken(FormRule(type="no_commas"), "a" * (LONGEST + 1))


def test_the_share_of_rules_kept():
    rules = (FormRule(type="no_commas"), FormRule(type="one_line"))
    assert share_kept(rules, "one, two") == 0.5
    assert share_kept((), "anything") == 1.0
