"""A judge in whole runs: over rollouts, after a kill, and with whatever it says."""

import asyncio
import json
import os
import signal
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callwright.generators.judging import ASPECTS, Answer, reconciled
from callwright.generators.settings import JudgeModel
from callwright.pipelines.factory import Taught
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.teaching.judging import Judge
from callwright.schemas.completions import Completion
from callwright.schemas.manifest import read_manifest
from tests.generators.teachers.endpoint import EndpointServer
from tests.pipelines.made import trajectory
from tests.pipelines.teaching.fakes import Fake
from tests.pipelines.teaching.student_server import player, references_of
from tests.pipelines.teaching.test_judging import (
    GREETING,
    answer,
    dislikes,
    greeting,
    is_judged,
    judged,
    made,
    verdicts,
)
from tests.pipelines.teaching.test_lanes import RECIPE, rows

ACTS = "teacher: openai\nmodel: {name: stub, lane: acts, rollouts: 2, judge: {name: stub}}\n"
WORDS = "teacher: openai\nmodel: {name: stub, lane: words, judge: {name: stub}}\n"
PLACES = st.sampled_from(["first", "second", "same"])
ANSWERS = st.builds(Answer, reason=st.just(""), **dict.fromkeys(ASPECTS, PLACES))


# -- rollouts ------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def references(tmp_path_factory):
    larger = RECIPE.replace("travel: 6", "travel: 40").replace("travel: 2", "travel: 8")
    found = references_of(tmp_path_factory.mktemp("references"), larger)
    return {
        name: [{**m, "content": m["content"] and GREETING + m["content"]} for m in messages]
        for name, messages in found.items()
    }


def acting(references, judge):
    """Acts as its references do, with a greeting before every answer; judges by a rule."""
    play = player(references, 100)

    def reply(body, number):
        if not is_judged(body):
            return play(body, number)
        shown = json.loads(body["messages"][1]["content"])
        return judge(shown["first"], shown["second"])

    return EndpointServer(reply)


def model_is_first(first):
    return any(one.get("assistant", "").startswith(GREETING) for one in first)


def test_rollouts_that_are_no_worse_become_rows_with_what_was_found(tmp_path, references):
    with acting(references, lambda first, second: answer()) as server:
        outcome = made(tmp_path / "out", server, ACTS)
    found = rows(tmp_path / "out")
    assert len(found) == 8
    assert {v["judge"]["evidence"] for v in map(verdicts, found.values())} == {
        ", ".join(f"{aspect} same" for aspect in ASPECTS)
    }
    assert judged(outcome)["tallies"]["rows.judged"] >= 8
    assert outcome.manifest.judge == "stub (worse_in 1)"
    assert "judging/judge.v1.md" in outcome.manifest.prompts


def test_rollouts_that_are_worse_fall_and_others_take_their_place(tmp_path, references):
    def judge(first, second):
        model, place = (first, "second") if model_is_first(first) else (second, "first")
        asked = next(one["user"] for one in model if "user" in one)
        return answer(helpfulness=place if len(asked) % 3 == 0 else "same")

    with acting(references, judge) as server:
        outcome = made(tmp_path / "out", server, ACTS)
    found = rows(tmp_path / "out").values()
    assert len(found) == 8
    stage = judged(outcome)
    assert stage["dropped"]["judge.helpfulness"] == stage["entered"] - stage["kept"] > 0
    for row in found:
        asked = next(m["content"] for m in json.loads(row["messages"]) if m["role"] == "user")
        assert len(asked) % 3


# -- a kill --------------------------------------------------------------------------------
def command(folder, out, server):
    (folder / "recipe.yaml").write_text(RECIPE + WORDS, encoding="utf-8")
    start = "from callwright.pipelines.cli import main; main()"
    program = [sys.executable, "-c", start, "run", str(folder / "recipe.yaml")]
    return [*program, "--out", str(folder / out), "--endpoint", server.url, "--quiet"]


def test_a_run_that_is_killed_while_it_judges_gives_the_same_rows(tmp_path):
    judge = dislikes(lambda said: len(said[0]["user"]) % 4 == 0)
    judgements, process = [], None

    def script(body, number):
        if not is_judged(body):
            return greeting(body, number)
        judgements.append(body)
        if process is not None and len(judgements) == half:
            os.kill(process.pid, signal.SIGKILL)
        shown = json.loads(body["messages"][1]["content"])
        return judge(shown["first"], shown["second"])

    with EndpointServer(script) as server:
        subprocess.run(command(tmp_path, "whole", server), check=True, stdout=subprocess.DEVNULL)
        requests, half = sum(server.counts.values()), len(judgements) // 2
    assert half > 4
    judgements.clear()
    with EndpointServer(script) as server:
        process = subprocess.Popen(command(tmp_path, "killed", server), stdout=subprocess.DEVNULL)
        assert process.wait(timeout=120) == -signal.SIGKILL
        process = None
        kept = {
            line.partition(" ")[0]
            for path in (tmp_path / "killed" / ".callwright" / "completions").iterdir()
            for line in path.read_text(encoding="utf-8").splitlines()
        }
        before = sum(server.counts.values())
        subprocess.run(command(tmp_path, "killed", server), check=True, stdout=subprocess.DEVNULL)
        sent = sum(server.counts.values())
    # All that the killed run had kept is not sent again; what was in flight may be.
    assert len(kept) > half // 2
    assert sent - before == requests - len(kept)
    one, other = (
        read_manifest((tmp_path / name / "manifest.json").read_bytes())
        for name in ("whole", "killed")
    )
    assert one.content_sha256 == other.content_sha256
    assert one.funnel == other.funnel


# -- whatever it says ----------------------------------------------------------------------
def reworded(row):
    text = f"Hello. {row.task.turns[0].text}"
    turn = row.task.turns[0].model_copy(update={"text": text})
    return row.model_copy(update={"task": row.task.model_copy(update={"turns": (turn,)})})


def sifted(answers, worse_in, taught, script):
    """What a judge leaves that gives these answers, and what it was asked."""
    coming = iter(answers)
    teacher = Fake(lambda _: Completion(text=next(coming)))
    judge = Judge(teacher, JudgeModel(name="any", worse_in=worse_in, retries=0))
    gate = asyncio.Semaphore(1)
    return asyncio.run(judge.sift(script, taught, gate, Funnel())), teacher.requests


@settings(deadline=None)
@given(ANSWERS, ANSWERS, st.integers(1, 3))
def test_a_judge_only_drops_what_both_orderings_find_worse(forward, backward, worse_in):
    script = (trajectory(1),)
    taught = Taught((reworded(script[0]),))
    answers = [one.model_dump_json() for one in (forward, backward)]
    left, asked = sifted(answers, worse_in, taught, script)
    assert len(asked) == 2
    falls = len(reconciled(forward, backward).found("worse")) >= worse_in
    assert bool(left.family) is not falls
    bare = [row.model_copy(update={"verdicts": taught.family[0].verdicts}) for row in left.family]
    assert bare in ([], list(taught.family))


@settings(deadline=None)
@given(st.lists(st.text() | ANSWERS.map(Answer.model_dump_json), min_size=2, max_size=2))
def test_nothing_that_fell_before_comes_back(answers):
    left, asked = sifted(answers, 1, Taught(), (trajectory(1),))
    assert (left, asked) == (Taught(), [])
