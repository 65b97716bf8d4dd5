"""Rules that single skills must keep, each found by reading rows."""

import json
import re

import pytest

from callwright.generators.factory import Factory
from callwright.schemas.values import kind_of
from tests.generators.conftest import cells, families


def rows(factory: Factory, skill: str, domain: str, count: int):
    cell = next(c for c in cells() if (c.skill, c.domain) == (skill, domain))
    return [member for family in families(factory, cell, count) for member in family]


def test_a_carried_value_is_the_one_that_holds_when_it_is_used(factory: Factory) -> None:
    """A booking that the row itself has just moved must not lend its old dates."""
    for skill in ("multi_step", "multi_turn"):
        for row in rows(factory, skill, "travel+calendar", 160):
            if len(row.task.turns) > 2:
                continue  # what is moved after it was carried is no matter
            moved = {
                c.key for c in row.task.checks.state if "start" in c.values and c.op == "update"
            }
            sources = [a.source for a in row.provenance.arguments if a.source.field_span]
            for source in sources:
                shown = row.messages[source.message].content
                assert not any(key in shown for key in moved), row.task.turns


def test_nothing_is_ended_right_after_it_was_made(factory: Factory) -> None:
    for domain in ("travel", "calendar"):
        for row in rows(factory, "multi_step", domain, 120):
            ended = [
                c.arguments
                for t in row.task.checks.turns
                for c in t.calls
                if c.tool.split(".")[1].startswith("cancel")
            ]
            made = [c.key for c in row.task.checks.state if c.op == "insert"]
            assert not any(key in str(arguments) for key in made for arguments in ended)


def test_parallel_calls_do_not_hold_each_other(factory: Factory) -> None:
    for domain in ("travel", "calendar", "travel+calendar"):
        for row in rows(factory, "parallel", domain, 80):
            calls = row.task.checks.turns[0].calls
            for i, one in enumerate(calls):
                for other in calls[:i]:
                    same = one.tool == other.tool
                    assert not (
                        same and all(other.arguments.get(k) == v for k, v in one.arguments.items())
                    )


def test_clarify_asks_for_what_no_prompt_and_no_look_up_gives(factory: Factory) -> None:
    for domain in ("travel", "calendar"):
        for row in rows(factory, "clarify", domain, 80):
            if row.task.skill != "clarify":
                continue
            asked = [
                a for a in row.provenance.arguments if a.source.span and a.source.span.message == 3
            ]
            assert len(asked) == 1
            assert kind_of(asked[0].kind).name != "entity_id"


def test_a_known_question_does_not_tell_its_own_answer(factory: Factory) -> None:
    for domain in ("travel", "calendar"):
        for row in rows(factory, "already_known", domain, 80):
            if row.task.skill == "already_known":
                said = row.task.checks.turns[1].facts[0].any_of[0].value
                assert not (
                    isinstance(said, str) and len(said) > 8 and said in row.task.turns[1].text
                )


def test_no_pronoun_follows_the_particle_of_a_verb(factory: Factory) -> None:
    for domain in ("travel", "calendar"):
        for row in rows(factory, "multi_turn", domain, 120):
            for turn in row.task.turns:
                assert not any(f" {p} it" in f"{turn.text.lower()} " for p in ("off", "up")), turn


def test_thoughts_do_not_know_the_next_turn(factory: Factory) -> None:
    """In the first turn nobody has asked yet for what the second turn will want."""
    for row in rows(factory, "multi_turn", "travel", 80):
        first = next(m for m in row.messages if m.role == "assistant")
        if first.reasoning and len(row.task.checks.turns[0].calls) == 1:
            assert " before I can " not in first.reasoning


def test_numbers_in_refusals_have_their_unit(factory: Factory) -> None:
    """`207 away` says nothing: details take the kind of the field or parameter of their name."""
    seen = []
    for row in rows(factory, "error_recovery", "vehicle", 250):
        text = row.messages[-1].content or ""
        if "range" in text and any(c.isdigit() for c in text):
            seen.append(text)
            assert "kilomet" in text or "km" in text, text
    assert seen


def test_a_withheld_tool_is_called_only_once_it_is_offered(factory: Factory) -> None:
    for row in rows(factory, "missing_tool", "commerce", 40):
        if row.task.skill == "missing_tool":
            refused, acted = row.task.checks.turns
            (offered,) = row.task.turns[1].offers
            assert not refused.calls
            assert refused.declines
            assert {c.name for c in acted.calls} == {offered.name}
            assert offered.name not in {tool.name for tool in row.task.tools}
            assert offered.text in row.task.turns[1].text


def test_conversations_have_two_to_six_turns_and_take_all_turns_a_person_takes(
    factory: Factory,
) -> None:
    """References, corrections, additions, questions about what is shown, other topics."""
    found = rows(factory, "multi_turn", "travel", 250)
    counts = {len(row.task.turns) for row in found}
    assert counts == {2, 3, 4, 5, 6}
    assert max(sum(m.role == "assistant" for m in row.messages) for row in found) >= 12
    again = asked = 0
    for row in found:
        for before, turn in zip(row.task.checks.turns, row.task.checks.turns[1:], strict=False):
            calls = [*before.calls, *turn.calls]
            again += len(calls) == 2 and calls[0].name == calls[1].name
            asked += not turn.calls and bool(turn.facts)
    assert again > 20
    assert asked > 20


def test_a_value_that_is_not_said_again_comes_from_where_it_was_said(factory: Factory) -> None:
    seen = 0
    for row in rows(factory, "multi_turn", "travel", 120):
        users = [i for i, m in enumerate(row.messages) if m.role == "user"]
        for argument in row.provenance.arguments:
            span = argument.source.span
            if span is not None and span.message in users[:-1] and argument.message > users[1]:
                seen += 1
                assert row.messages[span.message].content[span.start : span.end]
    assert seen > 10


def test_plans_reach_eight_calls(factory: Factory) -> None:
    found = rows(factory, "multi_step", "commerce", 300)
    lengths = {row.task.dials["plan_length"] for row in found}
    assert {2, 3, 4, 6} <= lengths
    assert max(lengths) == 8


def test_several_look_ups_are_made_at_once(factory: Factory) -> None:
    for row in rows(factory, "multi_step", "commerce", 60):
        calls = row.task.checks.turns[0].calls
        groups = [m.tool_calls for m in row.messages if len(m.tool_calls) > 1]
        independent = [c for c in calls if not c.after]
        if len(independent) > 1:
            assert len(groups[0]) == len(independent)


@pytest.mark.parametrize("domain", ["calendar", "device", "vehicle"])
def test_what_needs_a_yes_is_looked_up_before_the_question(factory: Factory, domain: str) -> None:
    seen = 0
    for row in rows(factory, "confirm_first", domain, 40):
        first = row.task.checks.turns[0]
        if row.task.skill == "confirm_first":
            assert first.asks
            assert not any(call.mutates for call in first.calls)
            seen += bool(first.calls)
    assert seen


@pytest.mark.parametrize("skill", ["policy_refusal", "confirm_first"])
def test_that_a_prompt_has_a_rule_does_not_tell_what_to_do(factory: Factory, skill: str) -> None:
    """The acting twin stands under a rule as well, about something else."""
    for domain in ("travel", "device", "commerce"):
        for row in rows(factory, skill, domain, 30):
            core = row.task.system.rstrip(".").split(". ")[-1].split("\n")[-1].lower()
            assert any(
                word in core
                for word in ("never", "yes", "confirm", "rules", "not", "check", "circumstances")
            ), row.task.system


def test_after_a_refusal_the_user_may_take_something_else(factory: Factory) -> None:
    seen = 0
    for row in rows(factory, "error_recovery", "commerce", 120):
        if row.task.skill == "error_recovery" and len(row.task.turns) == 2:
            failed, done = row.task.checks.turns[0].calls[-1], row.task.checks.turns[1].calls[-1]
            assert failed.fails
            assert not done.fails
            assert failed.name == done.name
            assert failed.arguments != done.arguments
            seen += 1
    assert seen > 5


def test_what_opens_the_way_is_still_open_at_the_end(factory: Factory) -> None:
    """Undoing a thing is no dependency: both calls of a pair leave their mark on the world."""
    for domain in ("device", "lifestyle", "travel"):
        for row in rows(factory, "state_dependency", domain, 30):
            calls = row.task.checks.turns[0].calls
            refused = next(i for i, c in enumerate(calls) if c.fails)
            assert calls[-1].arguments == calls[refused].arguments
            assert refused in calls[-1].after
            assert len({(c.table, c.key) for c in row.task.checks.state}) >= 1
            writes = [c for c in calls if c.mutates and not c.fails]
            assert len(writes) == 2


def formed(factory: Factory, skill: str, count: int = 40):
    domains = ("travel", "calendar", "commerce", "device", "vehicle")
    cell = {c.domain: c for c in cells() if c.skill == skill}
    return [f for d in domains for f in families(factory, cell[d], count // 4)]


def alike_for(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def test_a_rule_of_form_holds_in_every_turn_and_is_asked_for_once(factory: Factory) -> None:
    lengths = set()
    for row, twin in formed(factory, "instructions"):
        first, *others = (turn.form for turn in row.task.checks.turns)
        assert first
        assert all(form == first for form in others)
        assert not any(turn.form for turn in twin.task.checks.turns)
        lengths.add(len(row.task.turns))
        assert (twin.task.skill == "multi_turn") == (len(row.task.turns) > 1)
        asked = [m.content for m in row.messages if m.role in {"system", "user"}]
        free = [m.content for m in twin.messages if m.role in {"system", "user"}]
        changed = [(a, b) for a, b in zip(asked, free, strict=True) if a != b]
        assert len(changed) == 1, "the wish stands in one message"
        with_wish, without = changed[0]
        before = alike_for(with_wish, without)
        after = alike_for(with_wish[::-1], without[::-1])
        assert before + after >= len(without), "nothing else has changed"
        assert changed[0][0] in asked[:2], "and it is the prompt or the first turn"
    assert {1, 3} <= lengths


def test_no_prompt_speaks_of_form_beside_a_rule(factory: Factory) -> None:
    for skill in ("instructions", "structured_output"):
        for row, _ in formed(factory, skill):
            assert "avoid lists" not in row.task.system
            assert "Keep answers short" not in row.task.system


def test_a_document_holds_the_result_and_the_twin_tells_it(factory: Factory) -> None:
    places = set()
    for row, twin in formed(factory, "structured_output"):
        check = row.task.checks.turns[0]
        assert check.calls == twin.task.checks.turns[0].calls
        assert check.facts
        assert all(fact.path for fact in check.facts)
        schema = check.form[0].args["schema"]
        document = json.loads(row.messages[-1].content or "")
        assert set(document) == set(schema["required"]) == set(schema["properties"])
        places.add("system" if row.task.system != twin.task.system else "user")
        if row.task.dials["register"] == "voice":
            assert row.task.turns == twin.task.turns, "nobody says a schema aloud"
    assert places == {"system", "user"}


WRONG_ARTICLE = re.compile(
    r"\b(?:a (?=[aeio])(?!one\b)|an (?![aeiou]|hour|honest|(?-i:[A-Z]{2})))\w*", re.IGNORECASE
)


def test_articles_fit_the_words_behind_them(factory: Factory) -> None:
    for cell in cells():
        for family in families(factory, cell, 6):
            for message in (m for row in family for m in row.messages if m.role != "tool"):
                assert not WRONG_ARTICLE.search(message.content or ""), message.content
