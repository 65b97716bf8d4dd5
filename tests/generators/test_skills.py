"""Rules that single skills must keep, each found by reading rows."""

from callwright.generators.factory import Factory
from callwright.schemas.values import kind_of
from tests.generators.conftest import cells, families


def rows(factory: Factory, skill: str, domain: str, count: int):
    cell = next(c for c in cells() if (c.skill, c.domain) == (skill, domain))
    return [member for family in families(factory, cell, count) for member in family]


def test_a_carried_value_is_the_one_that_holds_when_it_is_used(factory: Factory) -> None:
    """A booking that the row itself has just moved must not lend its old dates."""
    for skill in ("multi_step", "multi_turn"):
        for row in rows(factory, skill, "travel+calendar", 120):
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
            called = [c.tool.split(".")[1] for t in row.task.checks.turns for c in t.calls]
            made = [c for c in row.task.checks.state if c.op == "insert"]
            assert not (made and any(name.startswith("cancel") for name in called))


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
