"""User simulators are held to the task: what breaks a rule voids the rollout."""

import asyncio
import json

import pytest

from callwright.filters.simulator import violations
from callwright.generators.rollout import ModelUser
from callwright.pipelines.teaching.attempts import attempt
from callwright.schemas.completions import Completion
from tests.generators.conftest import cells, families
from tests.pipelines.teaching import fakes


@pytest.fixture(scope="module")
def talk(factory):
    return fakes.candidate(factory, "multi_turn", fits=lambda row: len(row.task.turns) > 2)


def parrot(request):
    """A model that says what it is told to say."""
    return Completion(text=json.loads(request.messages[-1].content)["say"])


def chatty(request):
    """One that says it in more words."""
    return Completion(text=f"Well, {parrot(request).text}")


def spoilt(what):
    """One that adds something to it."""
    return lambda request: Completion(text=f"{parrot(request).text} {what}")


def tried(one, reply, rollouts=1, **changes):
    user = ModelUser(fakes.Fake(reply), "fake-user")
    player = fakes.player(fakes.perfect(one.reference), user=user, **changes)
    return asyncio.run(attempt(one.task, one.scene, player, one.path, 0)), user


def test_a_model_that_says_the_script_is_no_worse_than_it(talk):
    got, user = tried(talk, parrot)
    assert got.strict
    assert got.rollout.user == "model/1:fake/1"
    assert got.rollout.user_usage.attempts == len(talk.task.turns)
    requests = user._teacher.requests
    assert [r.tools for r in requests] == [()] * len(requests)


def test_the_simulator_sees_no_call_no_result_and_no_check(talk):
    _, user = tried(talk, parrot)
    for request in user._teacher.requests:
        data = json.loads(request.messages[-1].content)
        assert data.keys() == {"say", "values", "said", "heard"}
        assert all(len(message.tool_calls) == 0 for message in request.messages)


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("My budget is 735 euros.", "adds_fact"),
        ("Ask Wilhelmina Quarrington about it.", "adds_fact"),
        ("Make it the 29th of February.", "adds_fact"),
        ("It must be at 3:47 am.", "adds_fact"),
        ('Just send {"city": 1}.', "solves_task"),
        ("<tool_call>", "solves_task"),
        ("That's all, bye!", "ends_early"),
        ("I'm done.", "ends_early"),
    ],
)
def test_what_no_turn_gives_voids_the_rollout(talk, what, code):
    got, _ = tried(talk, spoilt(what))
    assert (got.rollout.ended, got.rollout.detail) == ("void", code)
    assert got.rollout.violations[0].code == code
    assert not got.rollout.counts
    assert got.rollout.messages[-1].role == "user"
    assert not fakes.acting(got.rollout.messages)


def test_naming_a_tool_solves_the_task(factory):
    one = fakes.candidate(
        factory, "single", fits=lambda row: any("_" in tool.name for tool in row.task.tools)
    )
    name = next(tool.name for tool in one.task.tools if "_" in tool.name)
    got, _ = tried(one, spoilt(f"Use {name} for it."))
    assert got.rollout.detail == "solves_task"
    assert got.rollout.violations[0].evidence == name


@pytest.mark.parametrize("end", ["", "  ", "END", "*done*", "Stop."])
def test_ending_before_all_is_said(talk, end):
    def reply(request):
        data = json.loads(request.messages[-1].content)
        return Completion(text=data["say"] if not data["said"] else end)

    got, _ = tried(talk, reply)
    assert (got.rollout.ended, got.rollout.detail) == ("void", "ends_early")
    assert fakes.acting(got.rollout.messages)


def test_a_farewell_in_the_last_turn_ends_nothing_early(talk):
    last = len(talk.task.turns) - 1
    said = f"{talk.task.turns[last].text} That's all, bye!"
    assert violations(talk.task, last, said, talk.scene.setting) == []


def test_saying_a_later_turn_too_soon(talk):
    turns = [turn.text for turn in talk.task.turns]
    setting = talk.scene.setting
    later = [
        (at, turn)
        for at, turn in enumerate(talk.task.turns)
        if at and turn.reveals and violations(talk.task, 0, f"{turns[0]} {turn.text}", setting)
    ]
    assert later
    codes = {
        code for code, _ in violations(talk.task, 0, f"{turns[0]} {later[0][1].text}", setting)
    }
    assert codes == {"adds_fact"}


def test_a_result_that_no_user_sees(factory):
    one = fakes.candidate(factory, "single")
    found = violations(
        one.task, 0, "That was QX-88812 then.", one.scene.setting, shown=["QX-88812"]
    )
    assert ("adds_fact", "QX-88812 (of a result)") in found


def test_leaving_out_a_value(factory):
    one = fakes.candidate(factory, "single", fits=lambda row: row.task.turns[0].reveals)
    codes = {code for code, _ in violations(one.task, 0, "please do it", one.scene.setting)}
    assert codes == {"omits_fact"}


def test_another_choice_is_another_fact(factory):
    """A word for another value of a choice is seen, though it is no figure and no name."""
    seen = 0
    for cell in [c for c in cells() if c.skill == "single"]:
        for row in [row for family in families(factory, cell, 12) for row in family]:
            task, setting = row.task, fakes.candidate_of(factory, row).scene.setting
            for kind in {x.typed for c in task.checks.turns[0].calls for x in c.leaves.values()}:
                if kind.name == "choice":
                    text = task.turns[0].text
                    others = [
                        kind.surfaces(value, setting)[0].text
                        for value in kind.values
                        if f" {value}" not in text and value not in task.turns[0].reveals
                    ]
                    found = violations(task, 0, f"{text} or rather {others[0]}", setting)
                    seen += any(code == "adds_fact" for code, _ in found)
    assert seen > 5


def test_no_script_breaks_its_own_rules(factory):
    """The rules see nothing in the task's own words, said with a word more so that they look."""
    for cell in cells():
        for row in [row for family in families(factory, cell, 2) for row in family]:
            setting = fakes.candidate_of(factory, row).scene.setting
            for at, turn in enumerate(row.task.turns):
                assert violations(row.task, at, f"{turn.text} please", setting) == []


def test_an_aside_of_a_model_is_held_to_the_rules_too(factory):
    one = fakes.candidate(factory, "single")

    def user(request):
        data = json.loads(request.messages[-1].content)
        return Completion(text=data.get("say", "My budget is 735 euros."))

    def assistant(request):
        if fakes.step_of(request) == 0:
            return Completion(text="Which one?")
        return fakes.completion(fakes.acting(one.reference.messages)[fakes.step_of(request) - 1])

    player = fakes.player(assistant, user=ModelUser(fakes.Fake(user), "fake-user"), asides=1)
    got = asyncio.run(attempt(one.task, one.scene, player, one.path, 0))
    assert (got.rollout.ended, got.rollout.detail) == ("void", "adds_fact")


def test_a_simulator_without_a_reply_is_a_failure_of_its_own(talk):
    got, _ = tried(talk, fakes.failing("server_error", 2))
    assert (got.rollout.ended, got.rollout.detail) == ("failed", "user.server_error")
    assert got.rollout.attempts == 2


def test_other_words_of_a_simulator_make_a_row_with_sources_of_its_own(factory):
    """The row holds what was really said, and every source stands there."""
    accepter, made = fakes.accepter(factory), 0
    for number in range(6):
        one = fakes.candidate(factory, "single", number=number)
        got, _ = tried(one, chatty)
        assert got.rollout.ended == "finished"
        row, reason = accepter.row(one, got.rollout)
        assert row is not None, reason
        assert row.task.turns[0].text == f"Well, {one.task.turns[0].text}"
        assert row.provenance.frames == ()
        made += row.provenance.arguments != one.reference.provenance.arguments
    assert made
