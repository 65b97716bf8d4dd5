"""A judge is measured on pairs of which one knows what is right."""

import json
from collections import Counter

import pytest
from typer.testing import CliRunner

from callwright.generators.judging import ASPECTS, flaws
from callwright.pipelines.cli import app
from callwright.pipelines.progress import open_progress
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.release import verify
from callwright.pipelines.run import Options, run
from callwright.pipelines.teaching.checkpoints import folder_of
from callwright.pipelines.teaching.judge_trial import EQUAL, cases
from callwright.schemas.errors import CallwrightError, OutputError
from tests.generators.teachers.endpoint import EndpointServer, say, status

SAME = dict.fromkeys(ASPECTS, "same")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    folder = tmp_path_factory.mktemp("judged") / "data"
    run(find_recipe("tiny"), Options(folder), open_progress(True))
    return folder


def flaw_in(texts, others):
    """The flaw that one version has and the other has not, by its words."""
    for flaw in flaws("en").values():
        own = [t for line in texts for who, t in line.items() if who == flaw.where]
        fair = [t for line in others for who, t in line.items() if who == flaw.where]
        if not own or own == fair:
            continue
        put = {
            "before": any(own[-1].startswith(w) for w in flaw.words),
            "after": any(own[-1].endswith(w) for w in flaw.words),
            "upper": own[-1] == fair[-1].upper(),
            "twice": own[-1] == f"{fair[-1]} {fair[-1]}",
        }[flaw.how]
        if put:
            return flaw
    return None


def perfect(first, second):
    for texts, others, better in ((first, second, "second"), (second, first, "first")):
        flaw = flaw_in(texts, others)
        if flaw is not None:
            return {**SAME, flaw.aspect: better}
    return SAME


def serving(judge):
    def reply(body, number):
        if body["messages"][0]["content"] == "Say yes.":
            return say("Yes.")
        shown = json.loads(body["messages"][1]["content"])
        found = judge(shown["first"], shown["second"])
        return say(found if isinstance(found, str) else json.dumps({"reason": "", **found}))

    return EndpointServer(reply)


def invoke(dataset, server, *words, name="trial"):
    where = ["--endpoint", server.url, "--model", "stub", "--name", name]
    return CliRunner().invoke(app, ["judge", str(dataset), *where, *map(str, words)])


def figures(dataset, judge, *words, name="trial"):
    with serving(judge) as server:
        done = invoke(dataset, server, *words, name=name)
    assert done.exit_code == 0, done.output
    return json.loads((folder_of(dataset) / f"{name}.judge.json").read_text())


def test_every_kind_of_pair_comes_up_and_the_seed_draws_them(dataset):
    drawn = cases(dataset, 60, 1)
    assert {case.kind for case in drawn} == {*flaws("en"), EQUAL}
    assert drawn == cases(dataset, 60, 1)
    assert [c.id for c in drawn] != [c.id for c in cases(dataset, 60, 2)]
    assert Counter(c.id for c in drawn).most_common(1)[0][1] == 1
    for case in drawn:
        assert (case.candidate == case.reference) == (case.kind == EQUAL) == (case.aspect is None)
    assert len(cases(dataset, 7, 1)) == 7


def test_a_perfect_judge_agrees_with_all_that_is_known(dataset):
    found = figures(dataset, perfect, "-n", 60, name="perfect")
    assert found["agreement"]["value"] == found["flaws_found"]["value"] == 1
    assert found["agreement"]["rows"] == found["cases"] == 60
    assert found["false_alarms"]["value"] == 0
    assert found["consistent"]["value"] == found["readable"]["value"] == 1
    assert found["agreement"]["low"] < 1
    assert {kind: one["aspect"] for kind, one in found["kinds"].items()} == {
        EQUAL: None,
        **{kind: flaw.aspect for kind, flaw in flaws("en").items()},
    }
    assert found["judge"] == "openai:stub"
    assert "judging/judge.v1.md" in found["prompts"]
    verify(dataset)


def test_a_judge_that_only_knows_places_finds_nothing(dataset):
    found = figures(dataset, lambda *_: dict.fromkeys(ASPECTS, "first"), name="places")
    assert found["flaws_found"]["value"] == found["false_alarms"]["value"] == 0
    assert found["consistent"]["value"] == 0


def test_a_judge_that_prefers_what_is_shorter_misses_what_is_not_longer(dataset):
    def shorter(first, second):
        longer_first = len(json.dumps(first)) >= len(json.dumps(second))
        return {**SAME, "tone": "second" if longer_first else "first"}

    found = figures(dataset, shorter, name="shorter")
    # Whichever of two equal versions comes first loses: the two orderings disagree.
    # That drops nothing, and yet it is not what there is to say of equal ones.
    assert found["false_alarms"]["value"] == 0
    assert found["kinds"][EQUAL]["agreement"]["value"] == 0
    by_aspect = {one["aspect"]: one["agreement"]["value"] for one in found["kinds"].values()}
    assert by_aspect["naturalness"] == by_aspect["helpfulness"] == 0
    # Capitals are no longer than small letters.
    assert found["kinds"]["rude"]["agreement"]["value"] == 1
    assert found["kinds"]["shouting"]["agreement"]["value"] == 0


def test_what_cannot_be_read_agrees_with_nothing(dataset):
    found = figures(dataset, lambda *_: "The first.", "-n", 20, name="unreadable")
    assert found["readable"]["value"] == found["agreement"]["value"] == 0
    assert found["consistent"]["value"] is None


def test_the_table_says_how_a_row_falls_and_how_often_it_was_asked(dataset):
    words = ("-n", 20, "--worse-in", 2, "--repeat", 2)
    with serving(perfect) as server:
        shown = invoke(dataset, server, *words, name="twice").output
    assert "20 pairs, each 2 times; worse_in 2" in shown
    found = json.loads((folder_of(dataset) / "twice.judge.json").read_text())
    # No flaw is one of two aspects.
    assert found["flaws_found"]["value"] == 0
    assert (found["repeat"], found["worse_in"], found["asked"]["worse_in"]) == (2, 2, 2)
    assert (found["cases"], found["comparisons"], found["repeatable"]["rows"]) == (20, 40, 20)
    assert figures(dataset, perfect, "-n", 20, name="once")["repeatable"]["rows"] == 0


def test_more_runs_ask_only_for_what_the_first_have_not(dataset):
    with serving(perfect) as server:
        assert invoke(dataset, server, "-n", 12, name="more").exit_code == 0
        first = len(server.requests)
        assert invoke(dataset, server, "-n", 12, "--repeat", 2, name="more").exit_code == 0
        assert len(server.requests) == 2 * first > 0


def test_the_same_command_asks_for_nothing_again(dataset):
    with serving(perfect) as server:
        assert invoke(dataset, server, "-n", 12, name="again").exit_code == 0
        first = len(server.requests)
        assert invoke(dataset, server, "-n", 12, name="again").exit_code == 0
        assert len(server.requests) == first > 0


def test_what_is_wrong_is_an_error_for_the_user(dataset, tmp_path):
    with serving(perfect) as server:
        assert isinstance(invoke(dataset, server, name="../x").exception, OutputError)
        assert isinstance(invoke(tmp_path, server).exception, OutputError)

    def failing(body, number):
        return say("Yes.") if body["messages"][0]["content"] == "Say yes." else status(400)

    with EndpointServer(failing) as server:
        error = invoke(dataset, server, "-n", 3, name="none").exception
        assert isinstance(error, CallwrightError)
        assert "refused" in str(error)
