"""A judge over model-taught rows: two orderings, what falls, what is kept unjudged, and no more."""

import asyncio
import json
from collections import Counter

import pytest

from callwright.generators.judging import ASPECTS
from callwright.generators.settings import JudgeModel
from callwright.generators.teachers.openai.settings import EndpointSettings
from callwright.pipelines.factory import Taught
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.progress import Quiet
from callwright.pipelines.replay import replay
from callwright.pipelines.run import Options, run
from callwright.pipelines.teaching.connection import Connection
from callwright.pipelines.teaching.failures import forget_failed
from callwright.pipelines.teaching.judging import Judge
from callwright.pipelines.workfolder import WorkFolder
from callwright.schemas.errors import CallwrightError, RecipeError
from tests.generators.teachers.endpoint import EndpointServer, digest_of, say, status
from tests.pipelines.teaching.test_lanes import FAST, RECIPE, asked, rows

GREETING = "Hi. "
LANE = "teacher: openai\nmodel: {name: stub, lane: words, judge: {name: stub}}\n"


def wants(body):
    return body["response_format"]["json_schema"]["schema"]["required"]


def is_judged(body):
    return "response_format" in body and "tone" in wants(body)


def greeting(body, number):
    """Words texts as their drafts do, with a greeting before what users say."""
    if "response_format" not in body:
        return say("Yes.")
    brief = json.loads(body["messages"][1]["content"].partition("\n\n")[2])
    drafts = {name: brief["texts"][name]["draft"] for name in wants(body)}
    return say(
        json.dumps({n: GREETING * n.startswith("user") + text for n, text in drafts.items()})
    )


def answer(**choices):
    return say(json.dumps({"reason": "", **dict.fromkeys(ASPECTS, "same"), **choices}))


def taught_by(judge):
    """A server whose model words texts and judges by a rule, given both versions."""

    def reply(body, number):
        if not is_judged(body):
            return greeting(body, number)
        shown = json.loads(body["messages"][1]["content"])
        return judge(shown["first"], shown["second"])

    return EndpointServer(reply)


def is_model(said):
    return said[0]["user"].startswith(GREETING)


def dislikes(some):
    """Finds the model's version worse in tone where `some` holds of it."""

    def judge(first, second):
        model, place = (first, "second") if is_model(first) else (second, "first")
        return answer(tone=place) if some(model) else answer()

    return judge


def made(folder, server, lane=LANE, **options):
    path = folder.parent / "recipe.yaml"
    path.write_text(RECIPE + lane, encoding="utf-8")
    connection = Connection(endpoints=(EndpointSettings(url=server.url),), limits=FAST)
    return run(path, Options(folder, **{"connection": connection, **options}), Quiet())


def judged(outcome):
    return next(s for s in outcome.manifest.funnel["stages"] if s["stage"] == "judge")


def verdicts(row):
    return {one["filter"]: one for one in json.loads(row["verdicts"])}


def test_rows_that_are_no_worse_stay_and_carry_what_was_found(tmp_path):
    with taught_by(lambda first, second: answer()) as server:
        outcome = made(tmp_path / "out", server)
    found = rows(tmp_path / "out")
    seen = [row for row in found.values() if "judge" in verdicts(row)]
    for row in found.values():
        # What still says the script's words needs no comparison.
        greets = json.loads(row["messages"])[1]["content"].startswith(GREETING)
        assert ("judge" in verdicts(row)) == greets
    for row in seen:
        assert verdicts(row)["judge"]["keep"]
        assert verdicts(row)["judge"]["evidence"] == ", ".join(f"{a} same" for a in ASPECTS)
    stage = judged(outcome)
    assert stage["dropped"] == {}
    assert stage["tallies"]["rows.judged"] == len(seen) > 0
    assert stage["tallies"]["rows.same_words"] == len(found) - len(seen)
    assert stage["tallies"]["requests"] == 2 * stage["tallies"]["rows.judged"]
    assert outcome.manifest.judge == "stub (worse_in 1)"
    assert "judging/judge.v1.md" in outcome.manifest.prompts
    assert list(replay(tmp_path / "out"))[-1].proved == len(found)


def test_rows_that_are_worse_both_ways_round_fall_with_their_family(tmp_path):
    def some(said):
        return len(said[0]["user"]) % 3 == 0

    with taught_by(dislikes(some)) as server:
        outcome = made(tmp_path / "out", server)
    stage = judged(outcome)
    assert stage["dropped"] == {"judge.tone": stage["entered"] - stage["kept"]}
    assert stage["tallies"]["dropped.tone"] == stage["tallies"]["rows.dropped"] > 0
    for row in rows(tmp_path / "out").values():
        said = [{"user": json.loads(row["messages"])[1]["content"]}]
        assert not (is_model(said) and some(said))
    assert len(rows(tmp_path / "out")) == sum(outcome.manifest.cells.values())


@pytest.mark.parametrize("place", ["first", "second"])
def test_a_judge_that_only_knows_places_drops_nothing(tmp_path, place):
    with taught_by(lambda *_: answer(**dict.fromkeys(ASPECTS, place))) as server:
        stage = judged(made(tmp_path / "out", server))
    assert stage["dropped"] == {}
    assert stage["tallies"]["tone.inconsistent"] == stage["tallies"]["rows.judged"] > 0


def test_rows_whose_verdict_cannot_be_read_are_kept_and_counted(tmp_path):
    with taught_by(lambda *_: say("The first one, since it told me so.")) as server:
        outcome = made(tmp_path / "out", server)
    tallies = judged(outcome)["tallies"]
    assert tallies["rows.unreadable"] > 0
    assert "rows.judged" not in tallies
    assert tallies["replies.unreadable"] == tallies["requests"]
    assert not any("judge" in verdicts(row) for row in rows(tmp_path / "out").values())


def test_workers_and_what_was_answered_before_change_nothing(tmp_path):
    kept = tmp_path / "replies"
    with taught_by(dislikes(lambda said: len(said[0]["user"]) % 3 == 0)) as server:
        where = Connection(
            endpoints=(EndpointSettings(url=server.url),), limits=FAST, completions=str(kept)
        )
        alone = made(tmp_path / "alone", server, connection=where)
        requests = Counter(map(digest_of, server.requests))
        several = made(tmp_path / "two", server, connection=where, workers=2, chunk_size=2)
        assert requests.keys() >= asked(server)
        assert max(server.counts[one] for one in asked(server)) == 1
    assert alone.manifest.content_sha256 == several.manifest.content_sha256


def test_rows_without_a_verdict_for_a_broken_endpoint_are_taken_up_again(tmp_path):
    like = dislikes(lambda said: len(said[0]["user"]) % 3 == 0)
    with taught_by(like) as server:
        whole = made(tmp_path / "whole", server).manifest
    broken = []

    def fails_for_one(first, second):
        said = sorted(map(json.dumps, (first, second)))
        broken[:] = broken or [said]
        return status(500) if said == broken[0] else like(first, second)

    with (
        taught_by(fails_for_one) as server,
        pytest.raises(CallwrightError, match=r"no reply to 1 tasks: server_error \(1\)"),
    ):
        made(tmp_path / "mended", server)
    with taught_by(like) as server:
        assert forget_failed(WorkFolder(tmp_path / "mended")) == 1
        mended = made(tmp_path / "mended", server).manifest
    assert mended.content_sha256 == whole.content_sha256
    assert mended.funnel == whole.funnel


def test_a_family_that_fell_before_stays_down_and_nobody_is_asked():
    class Nobody:
        async def complete(self, request):
            raise AssertionError("the judge was asked")

    fallen, funnel = Taught(), Funnel()
    judge = Judge(Nobody(), JudgeModel(name="stub"))
    sifted = asyncio.run(judge.sift((), fallen, asyncio.Semaphore(1), funnel))
    assert sifted == fallen
    assert funnel.data() == ()


def test_another_judge_needs_endpoints_of_its_own(tmp_path):
    other = LANE.replace("judge: {name: stub}", "judge: {name: other}")
    with taught_by(lambda *_: answer()) as server:
        with pytest.raises(RecipeError, match="judge other is another model than stub"):
            made(tmp_path / "out", server, other)
        endpoint = EndpointSettings(url=server.url)
        both = Connection(endpoints=(endpoint,), judge_endpoints=(endpoint,), limits=FAST)
        with pytest.raises(RecipeError, match=r"names no model\.judge"):
            made(tmp_path / "out", server, LANE.replace(", judge: {name: stub}", ""),
                 connection=both)  # fmt: skip


def test_another_judge_is_asked_where_it_answers(tmp_path):
    other = LANE.replace("judge: {name: stub}", "judge: {name: other}")

    def verdict(body, number):
        assert body["model"] == "other"
        same = json.dumps({"reason": "", **dict.fromkeys(ASPECTS, "same")})
        return say(same if is_judged(body) else "Yes.", model="other")

    with EndpointServer(greeting) as server, EndpointServer(verdict) as second:
        connection = Connection(
            endpoints=(EndpointSettings(url=server.url),),
            judge_endpoints=(EndpointSettings(url=second.url),),
            limits=FAST,
        )
        outcome = made(tmp_path / "out", server, other, connection=connection)
    assert outcome.manifest.judge == "other (worse_in 1)"
    assert judged(outcome)["tallies"]["rows.judged"] > 0
    assert not any(map(is_judged, server.requests))
