"""Families of every skill and domain, in their own words and in others."""

import json

import pytest

from callwright.generators.factory import Factory
from callwright.generators.wording import (
    Unworded,
    Wordsmith,
    checked,
    draw_persona,
    misquotes,
    reworded,
)
from callwright.schemas.completions import Completion
from callwright.schemas.rows import from_row, rl_task, to_rows
from callwright.schemas.seeds import SeedPath
from tests.generators.conftest import cells, families

PATH = SeedPath.root("tests", 1)


@pytest.fixture(scope="module")
def smith(factory: Factory) -> Wordsmith:
    return Wordsmith.of(factory.domains)


def reply(words, finish="stop"):
    return Completion(text=json.dumps(words, ensure_ascii=False), finish=finish)


def one(factory, skill, domain, want, count=30):
    cell = next(c for c in cells() if (c.skill, c.domain) == (skill, domain))
    return next(f for f in families(factory, cell, count) if want(f))


def test_the_scripts_own_words_give_the_same_family_with_the_same_places(factory, smith) -> None:
    seen = 0
    for cell in cells():
        for family in families(factory, cell, 1):
            texts = smith.texts(family)
            persona = draw_persona(PATH, texts[0].register)
            words = {text.key: text.script for text in texts}
            new = reworded(family, texts, reply(words), persona, "fake", smith)
            seen += len(new)
            for number, (was, now) in enumerate(zip(family, new, strict=True)):
                if not any(use.member == number for text in texts for use in text.uses):
                    assert now == was
                    continue
                dials = {**was.task.dials, "persona": persona.model_dump()}
                assert now.task.dials == dials
                assert now.provenance.teacher == "fake"
                back = now.model_copy(
                    update={
                        "task": now.task.model_copy(update={"dials": was.task.dials}),
                        "provenance": now.provenance.model_copy(
                            update={"teacher": was.provenance.teacher}
                        ),
                    }
                )
                assert back == was
    assert seen > 100


def test_every_text_that_may_be_worded_is_asked_for_once(factory, smith) -> None:
    for cell in cells():
        for family in families(factory, cell, 1):
            texts = smith.texts(family)
            assert len({text.key for text in texts}) == len(texts)
            places = [(u.member, u.message, t.part) for t in texts for u in t.uses]
            assert len(set(places)) == len(places)
            said = {text.script for text in texts if text.part == "user"}
            assert len(said) == sum(text.part == "user" for text in texts)


def test_twins_with_one_request_share_its_words(factory, smith) -> None:
    family = one(factory, "missing_tool", "calendar", lambda f: len(f) == 2)
    texts = smith.texts(family)
    words = {text.key: text.script for text in texts}
    shared = next(text for text in texts if len(text.uses) == 2)
    opened = {"terse": "so ", "voice": "so "}.get(shared.register, "So then. ")
    words[shared.key] = opened + shared.script
    new = reworded(family, texts, reply(words), draw_persona(PATH, shared.register), "m", smith)
    assert {member.task.turns[0].text for member in new} == {words[shared.key]}
    assert new[0].task.turns[1].offers == family[0].task.turns[1].offers
    shown = family[0].task.turns[1].offers[0].text
    assert new[0].messages[3].content.endswith(f"\n{shown}")


def test_requests_for_a_form_keep_their_words_in_the_whole_family(factory, smith) -> None:
    family = one(factory, "instructions", "travel", lambda f: f[0].task.skill == "instructions")
    parts = {text.part for text in smith.texts(family)}
    assert "user" not in parts
    assert "answer" in parts


def test_a_document_is_never_worded(factory, smith) -> None:
    family = one(factory, "structured_output", "travel", lambda f: len(f) > 1)
    assert not any(text.script.startswith("{") for text in smith.texts(family))


def test_moved_words_move_their_places(factory, smith) -> None:
    family = one(factory, "single", "travel", lambda f: f[0].task.dials["register"] == "plain")
    texts = smith.texts(family)
    words = {text.key: text.script for text in texts}
    words["user_1"] = f"So then. {words['user_1']}"
    (row,) = reworded(family, texts, reply(words), draw_persona(PATH, "plain"), "m", smith)
    for was, now in zip(family[0].provenance.arguments, row.provenance.arguments, strict=True):
        if was.source.span and was.source.span.message == 1:
            assert now.source.span.start == was.source.span.start + len("So then. ")
            old, new = family[0].task.turns[0].text, row.task.turns[0].text
            span, moved = was.source.span, now.source.span
            assert old[span.start : span.end] == new[moved.start : moved.end]


def test_a_worded_row_is_stored_and_read_back(factory, smith) -> None:
    family = one(factory, "multi_turn", "device", lambda f: True)
    texts = smith.texts(family)
    words = {text.key: text.script for text in texts}
    persona = draw_persona(PATH, texts[0].register)
    (row, *_) = reworded(family, texts, reply(words), persona, "m", smith)
    sft, rl = to_rows(row)
    assert from_row(sft) == row
    assert rl_task(rl).dials["persona"] == persona.model_dump()


@pytest.mark.parametrize(
    ("text", "finish", "reason"),
    [
        ("Sure! Here are the texts.", "stop", "unreadable"),
        ('{"user_1": "find', "length", "cut_off"),
        ("[]", "stop", "unreadable"),
        ("null", "stop", "unreadable"),
        (None, "stop", "unreadable"),
        ("{}", "stop", "missing_text"),
        ('{"user_1": 7, "answer_1_1": ""}', "stop", "missing_text"),
        ("[" * 100_000, "stop", "unreadable"),
        ('{"user_1": "' + "a" * 300_000 + '"}', "stop", "unreadable"),
    ],
)
def test_a_reply_that_is_no_answer_is_refused_as_a_whole(
    factory, smith, text, finish, reason
) -> None:
    family = one(factory, "single", "travel", lambda f: True)
    with pytest.raises(Unworded) as error:
        checked(family, smith.texts(family), Completion(text=text, finish=finish), smith)
    assert error.value.reason == reason
    assert error.value.words == {}


def test_good_texts_are_kept_beside_bad_ones(factory, smith) -> None:
    family = one(factory, "single", "travel", lambda f: True)
    texts = smith.texts(family)
    words = {text.key: text.script for text in texts} | {"answer_1_1": "{}"}
    with pytest.raises(Unworded) as error:
        checked(family, texts, reply(words), smith)
    assert {problem.key for problem in error.value.problems} == {"answer_1_1"}
    assert error.value.words.keys() == words.keys() - {"answer_1_1"}
    more = {"answer_1_1": texts[-1].script}
    assert checked(family, texts, reply(more), smith, error.value.words) == words | more


def test_a_thought_repeats_only_words_that_the_user_says(factory, smith) -> None:
    for cell in cells():
        for family in families(factory, cell, 1):
            texts = smith.texts(family)
            quoting = [
                (text, need)
                for text in texts
                if text.part == "thought"
                for user in texts
                if user.part == "user" and set(user.uses) & {*_turn(text, user)}
                for need in user.needs
                if need.kind and need.kind.name == "date" and need.words in text.script
            ]
            if quoting:
                thought, need = quoting[0]
                user = next(t for t in texts if need in t.needs)
                changed = {user.key: user.script.replace(need.words, "that day")}
                assert thought.key in {p.key for p in misquotes(texts, changed)}
                assert misquotes(texts, {}) == []
                return
    pytest.fail("no thought repeats a date")


def _turn(thought, user):
    place = (thought.uses[0].member, thought.uses[0].turn)
    return [use for use in user.uses if (use.member, use.turn) == place]
