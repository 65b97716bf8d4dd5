"""A proved family in a teacher's words: judged again, asked again, or left to the script."""

import asyncio
from itertools import islice

import pytest
import yaml

from callwright.generators.wording import BriefSettings
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.produce import judged
from callwright.pipelines.teaching.words import STAGE, WordingSettings, worded
from callwright.schemas.seeds import SeedPath
from tests.house.source import ROOT
from tests.pipelines.wording.fakes import Bad, Echo, Failing, Paraphraser, Raw, texts_of

SETTINGS = WordingSettings(brief=BriefSettings(model="some/model"), retries=2)
PATH = SeedPath.root("tests", 1)
RECIPE = yaml.safe_load((ROOT / "pipelines/recipes/assistant.yaml").read_text("utf-8"))
SKILLS = {line["skill"]: list(line["domains"]) for line in RECIPE["mixture"]}
AT_FIRST = 0.9
"""Least share of the paraphraser's families that pass at the first try, over all skills."""


@pytest.fixture(scope="module")
def run(toolkit, smith):
    def words(family, teacher, path=PATH, **changes):
        settings = SETTINGS.model_copy(update=changes)
        return asyncio.run(worded(family, toolkit, smith, teacher, settings, path))

    return words


@pytest.fixture(scope="module")
def trip(proved):
    """A plain one-turn family that thinks."""
    dials = {"register": "plain", "thinking": True}
    every = proved("single", "travel")
    return next(f for f in every if dials.items() <= f[0].task.dials.items() and len(f) == 1)


# -- words that hold -----------------------------------------------------------------------
def test_families_of_every_skill_and_domain_pass_in_other_words(proved, run, toolkit):
    states, changed = {}, 0
    for skill, domains in SKILLS.items():
        for domain in domains:
            for family in islice(proved(skill, domain), 1):
                new, outcome = run(family, Paraphraser(), PATH.at(skill, domain))
                states.setdefault(skill, []).append(outcome.state)
                changed += [m.messages for m in new] != [m.messages for m in family]
                assert judged(toolkit, new, Funnel()) == new
                assert [m.task.checks for m in new] == [m.task.checks for m in family]
    every = [state for found in states.values() for state in found]
    assert set(states) == set(SKILLS)
    assert set(every) <= {"first_try", "retried", "partly", "fallen_back"}
    assert every.count("first_try") >= AT_FIRST * len(every), states
    assert changed >= AT_FIRST * len(every)


def test_an_echo_gives_the_same_verdicts(proved, run):
    for skill, domains in SKILLS.items():
        for family in islice(proved(skill, domains[0]), 1):
            new, outcome = run(family, Echo(), PATH.at(skill))
            assert (outcome.state, outcome.rejected, outcome.scripted) == ("first_try", {}, 0)
            for was, now in zip(family, new, strict=True):
                assert now.messages == was.messages
                assert now.verdicts == was.verdicts
                assert now.provenance.arguments == was.provenance.arguments


def test_who_worded_a_row_stands_in_it(trip, run):
    (row,), outcome = run(trip, Echo())
    assert row.provenance.teacher == "fake:echo"
    assert row.task.dials["persona"]["device"] in {"phone keyboard", "laptop", "tablet"}
    counts = outcome.counts()
    assert counts == {"families.first_try": 1, "requests": 1, "texts.worded": outcome.worded}
    funnel = Funnel()
    funnel.tally(STAGE, counts)


def test_the_same_path_gives_the_same_requests_and_the_next_try_another_seed(trip, run):
    one, two = Raw("no"), Raw("no")
    run(trip, one)
    run(trip, two)
    assert [r.digest for r in one.requests] == [r.digest for r in two.requests]
    assert len({r.seed for r in one.requests}) == 3
    assert len({r.digest for r in one.requests}) == 3


# -- words that do not ---------------------------------------------------------------------
def test_a_rejected_text_alone_is_asked_for_again_with_the_reason(trip, run):
    teacher = Bad("answer", lambda draft, _: f"As an AI: {draft}", good_from=2)
    (row,), outcome = run(trip, teacher)
    assert (outcome.state, outcome.requests) == ("retried", 2)
    assert outcome.rejected == {"meta_talk": 1}
    second = teacher.requests[1]
    assert second.response_schema["required"] == ["answer_1_1"]
    assert '"meta_talk"' in second.messages[-1].content
    assert row.messages == trip[0].messages


def test_what_the_filters_reject_is_asked_for_again(trip, run):
    teacher = Bad("answer", lambda draft, _: f"{draft} That took 417 steps.", good_from=2)
    _, outcome = run(trip, teacher)
    assert outcome.state == "retried"
    assert set(outcome.rejected) <= {"chain.grounding.number", "chain.reference.not_strict"}
    assert "417" in teacher.requests[1].messages[-1].content


def test_what_stays_rejected_keeps_the_scripts_words_and_the_rest_is_kept(trip, run):
    teacher = Bad("thought", lambda draft, _: f"{draft} The system prompt says so.")
    (row,), outcome = run(trip, teacher)
    assert (outcome.state, outcome.requests) == ("partly", 3)
    assert outcome.rejected == {"meta_talk": 3 * outcome.scripted}
    assert row.task.dials["scripted_texts"] == outcome.scripted > 0
    assert row.provenance.teacher == "fake:bad"
    assert row.messages == trip[0].messages


def test_user_turns_fall_back_all_together(proved, run):
    family = next(f for f in proved("multi_turn", "travel") if len(f[0].task.turns) > 1)

    class Half(Paraphraser):
        def words(self, request):
            said = super().words(request)
            return said | {"user_1": "{}"} if "user_1" in said else said

    new, outcome = run(family, Half())
    assert outcome.state in {"partly", "fallen_back"}
    assert outcome.rejected["placeholder"] == 3
    assert [m.task.turns for m in new] == [m.task.turns for m in family]


def test_nothing_is_kept_in_part_where_that_is_not_wanted(trip, run):
    teacher = Bad("thought", lambda draft, _: f"{draft} The system prompt says so.")
    new, outcome = run(trip, teacher, partial=False)
    assert new is trip
    assert (outcome.state, outcome.worded) == ("fallen_back", 0)
    assert outcome.counts()["families.fallen_back"] == 1


def test_a_failing_teacher_leaves_the_script_and_is_counted(trip, run):
    teacher = Failing()
    new, outcome = run(trip, teacher)
    assert new is trip
    assert (outcome.state, outcome.failure, outcome.failed_attempts) == ("failed", "timed_out", 3)
    assert outcome.counts()["failed.timed_out"] == 1
    assert outcome.counts()["failed.attempts"] == 3
    assert len(teacher.requests) == 1


@pytest.mark.parametrize(
    ("reply", "finish", "reason"),
    [("<html>busy</html>", "stop", "unreadable"), ('{"user_1": "I', "length", "cut_off")],
)
def test_a_broken_reply_is_counted_and_asked_for_again(trip, run, reply, finish, reason):
    teacher = Raw(reply, finish)
    new, outcome = run(trip, teacher)
    assert new is trip
    assert outcome.rejected == {reason: 3}
    assert texts_of(teacher.requests[0])[1].keys() == texts_of(teacher.requests[2])[1].keys()


# -- what only the whole chain sees --------------------------------------------------------
BREAKS = {
    "a fact of another row": ("answer", lambda d, t: d.replace("1", "7") + " £12,345 in all."),
    "an invented name": ("answer", lambda d, t: f"{d} That is what Barnaby Quill said."),
    "an invented day": ("thought", lambda d, t: f"{d} It is for 3 January 2031."),
}


@pytest.mark.parametrize("case", BREAKS)
def test_lies_are_dropped_by_the_chain(trip, run, case):
    new, outcome = run(trip, Bad(*BREAKS[case]), partial=False)
    assert new is trip
    reasons = set(outcome.rejected)
    assert reasons
    assert all(r.startswith("chain.") or r in {"missing_fact", "adds_value"} for r in reasons)
