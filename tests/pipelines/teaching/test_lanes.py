"""Runs whose recipe names a model: both lanes over HTTP, with faults, resumed and retried."""

import json

import pytest

from callwright.generators.teachers.openai.settings import EndpointSettings, Limits
from callwright.pipelines.progress import Quiet
from callwright.pipelines.release import open_release, verify
from callwright.pipelines.replay import replay
from callwright.pipelines.run import Options, run
from callwright.pipelines.teaching.connection import Connection, connection_of
from callwright.pipelines.teaching.failures import FILE, forget_failed
from callwright.pipelines.teaching.pilot import pilot
from callwright.pipelines.workfolder import WorkFolder
from callwright.schemas.errors import CallwrightError, RecipeError
from tests.generators.teachers.endpoint import FAULTS, EndpointServer, digest_of, say, status
from tests.pipelines.teaching.student_server import key, player, references_of

RECIPE = """
recipe_version: 1
name: taught
namespace: taught
seed: 4
worlds: {train: 3, test: 1}
test_share: 0
mixture:
  - {skill: single, domains: {travel: 6}}
  - {skill: irrelevance, domains: {travel: 2}}
"""
WORDS = "teacher: openai\nmodel: {name: stub, lane: words}\n"
ACTS = "teacher: openai\nmodel: {name: stub, lane: acts, rollouts: 3}\n"
FAST = Limits(attempts=2, first_backoff=0.001, longest_backoff=0.002, breaker_failures=10_000)


def made(tmp_path, name, server=None, lane="", limits=FAST, **options):
    path = tmp_path / "recipe.yaml"
    path.write_text(RECIPE + lane, encoding="utf-8")
    if server is not None:
        endpoint = EndpointSettings(url=server.url)
        options["connection"] = Connection(endpoints=(endpoint,), limits=limits)
    return run(path, Options(tmp_path / name, **options), Quiet())


def rows(folder):
    return {row["id"]: row for row in open_release(folder).rows("sft")}


def proved(folder):
    return list(replay(folder))[-1].proved


def is_asked(body):
    """Whether a request is more than the first word to an endpoint."""
    return body["messages"][0]["content"] != "Say yes."


def asked(server):
    """The digests of requests that were made."""
    return {digest_of(body) for body in server.requests if is_asked(body)}


def echo(body, number):
    """Words every text as its draft does; acts in no task."""
    if "response_format" not in body:
        return say("No.")
    brief = json.loads(body["messages"][1]["content"].partition("\n\n")[2])
    wanted = body["response_format"]["json_schema"]["schema"]["required"]
    return say(json.dumps({name: brief["texts"][name]["draft"] for name in wanted}))


# -- the teacher writes --------------------------------------------------------------------
def test_a_model_that_says_what_the_script_says_gives_the_same_rows(tmp_path):
    scripted = made(tmp_path, "scripted")
    with EndpointServer(echo) as server:
        outcome = made(tmp_path, "worded", server, WORDS)
    assert outcome.manifest.teacher == "openai:stub (words)"
    assert outcome.manifest.prompts.keys() >= {"wording/system", "wording/request"}
    before, after = rows(tmp_path / "scripted"), rows(tmp_path / "worded")
    assert before.keys() == after.keys()
    for name, row in after.items():
        assert row["messages"] == before[name]["messages"]
        assert json.loads(row["provenance"])["teacher"] == "openai:stub"
        assert "persona" in json.loads(row["dials"])
    verify(tmp_path / "worded")
    assert proved(tmp_path / "worded") == len(after)
    assert scripted.manifest.counts == outcome.manifest.counts


def test_chunks_and_what_was_answered_before_change_nothing(tmp_path):
    with EndpointServer(echo) as server:
        first = made(tmp_path, "first", server, WORDS)
        second = made(tmp_path, "second", server, WORDS, chunk_size=2)
    assert first.manifest.content_sha256 == second.manifest.content_sha256


@pytest.mark.parametrize("engine", ["local", pytest.param("ray", marks=pytest.mark.ray)])
def test_workers_change_nothing(tmp_path, engine):
    with EndpointServer(echo) as server:
        alone = made(tmp_path, "alone", server, WORDS)
        several = made(tmp_path, "several", server, WORDS, engine=engine, workers=2, chunk_size=2)
    assert alone.manifest.content_sha256 == several.manifest.content_sha256


def test_tasks_without_a_reply_are_listed_and_taken_up_again(tmp_path):
    with EndpointServer(echo) as server:
        whole = made(tmp_path, "whole", server, WORDS).manifest.content_sha256

    bad = {"seed": None}

    def first_fails(body, number):
        bad["seed"] = bad["seed"] or body["seed"]
        return status(500) if body["seed"] == bad["seed"] else echo(body, number)

    with EndpointServer(first_fails) as server:
        with pytest.raises(CallwrightError, match=r"no reply to 1 tasks: server_error \(1\)"):
            made(tmp_path, "mended", server, WORDS)
        told = (tmp_path / "mended" / ".callwright" / FILE).read_text().splitlines()
        assert [(one["kind"], one["attempts"]) for one in map(json.loads, told)] == [
            ("server_error", 2)
        ]
        answered = {digest for digest in asked(server) if server.counts[digest] == 1}
    with EndpointServer(echo) as server:
        assert forget_failed(WorkFolder(tmp_path / "mended")) == 1
        mended = made(tmp_path, "mended", server, WORDS)
        assert not answered & asked(server)
    assert mended.manifest.content_sha256 == whole
    assert not (tmp_path / "mended" / ".callwright" / FILE).exists()


def test_a_release_can_do_without_what_failed(tmp_path):
    def some_fail(body, number):
        return status(503) if body["seed"] % 5 == 0 else echo(body, number)

    with EndpointServer(some_fail) as server:
        outcome = made(tmp_path, "out", server, WORDS, without_failed=True)
    assert sum(outcome.manifest.counts["sft"].values()) == 8


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_faults_that_pass_leave_no_trace(tmp_path, fault):
    make = FAULTS[fault][0]
    limits = FAST.model_copy(update={"attempts": 5, "request_seconds": 1.0})
    with EndpointServer(lambda body, number: make() if number == 0 else echo(body, 0)) as server:
        outcome = made(tmp_path, "out", server, WORDS, limits)
    assert sum(outcome.manifest.counts["sft"].values()) == 8
    words = next(s for s in outcome.manifest.funnel["stages"] if s["stage"] == "words")
    assert words["tallies"]["families.first_try"] > 0
    assert not any(name.startswith("failed.") for name in words["tallies"])


def test_a_key_that_is_refused_later_ends_the_run_at_once(tmp_path):
    def script(body, number):
        return status(401) if "response_format" in body else say("Yes.")

    with (
        EndpointServer(script) as server,
        pytest.raises(CallwrightError, match="its key was refused"),
    ):
        made(tmp_path, "out", server, WORDS)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (lambda body, number: status(401), "unauthorized"),
        (lambda body, number: status(404, "no such model"), "refused: status 404"),
        (lambda body, number: say("Yes.", model="another"), "wrong_model"),
        (lambda body, number: FAULTS["html"][0](), "malformed"),
    ],
)
def test_an_endpoint_that_cannot_be_asked_is_named_before_anything_is_made(tmp_path, script, told):
    with EndpointServer(script) as server:
        with pytest.raises(CallwrightError, match=f"{server.url} cannot be asked for stub: {told}"):
            made(tmp_path, "out", server, WORDS, Limits())
        assert all(body["messages"][0]["content"] == "Say yes." for body in server.requests)
        assert len(server.requests) <= 3


def test_a_url_where_nobody_listens_is_named(tmp_path):
    with EndpointServer() as server:
        pass
    with pytest.raises(CallwrightError, match=f"{server.url} cannot be asked for stub: disconn"):
        made(tmp_path, "out", server, WORDS, Limits())


# -- the teacher acts ----------------------------------------------------------------------
@pytest.fixture
def references(tmp_path):
    """The assistant's messages of every task of a larger run of the recipe."""
    return references_of(
        tmp_path, RECIPE.replace("travel: 6", "travel: 40").replace("travel: 2", "travel: 8")
    )


def test_rollouts_that_pass_become_the_rows(tmp_path, references):
    with EndpointServer(player(references, 100)) as server:
        outcome = made(tmp_path, "acted", server, ACTS)
    assert outcome.manifest.teacher == "openai:stub (acts)"
    for row in rows(tmp_path / "acted").values():
        dials = json.loads(row["dials"])
        assert (dials["pass_rate"], dials["pass_rate_of"]) == (1.0, "openai:stub")
        messages = json.loads(row["messages"])
        said = [m["content"] for m in messages if m["role"] == "assistant"]
        known = references[key(messages, json.loads(row["tools"]))]
        assert said == [m["content"] for m in known]
    assert "preference" not in outcome.manifest.counts
    verify(tmp_path / "acted")
    assert proved(tmp_path / "acted") == 8


def test_a_model_that_fails_now_and_then_gives_rates_and_pairs(tmp_path, references):
    with EndpointServer(player(references, 60)) as server:
        outcome = made(tmp_path, "acted", server, ACTS)
    rates = {
        json.loads(row["dials"])["pass_rate"] for row in open_release(tmp_path / "acted").rows("rl")
    }
    assert rates <= {1 / 3, 2 / 3, 1.0}
    assert len(rates) > 1
    pairs = list(open_release(tmp_path / "acted").rows("preference"))
    assert pairs
    assert sum(outcome.manifest.counts["preference"].values()) == len(pairs)
    for pair in pairs:
        assert json.loads(pair["rewards"])["rejected"] < json.loads(pair["rewards"])["chosen"]
    acts = next(s for s in outcome.manifest.funnel["stages"] if s["stage"] == "acts")
    tallies = acts["tallies"]
    assert tallies["rollouts"] == 3 * tallies["tasks"]
    assert tallies["tasks"] == tallies["tasks.accepted"] + tallies.get("tasks.rejected", 0)


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - {"wrong-model"}))
def test_a_rollout_without_a_reply_is_taken_up_again(tmp_path, references, fault):
    fail, kind = FAULTS[fault]
    with EndpointServer(player(references, 60)) as server:
        whole = made(tmp_path, "whole", server, ACTS).manifest.content_sha256

    play, bad = player(references, 60), {"seed": None}

    def one_fails(body, number):
        if is_asked(body) and body["seed"] % 100 < 60:
            bad["seed"] = bad["seed"] or body["seed"]
        return fail() if body["seed"] == bad["seed"] else play(body, number)

    limits = FAST.model_copy(update={"request_seconds": 1.0})
    with (
        EndpointServer(one_fails) as server,
        pytest.raises(CallwrightError, match=rf"no reply to 1 tasks: {kind} \(1\)"),
    ):
        made(tmp_path, "mended", server, ACTS, limits)
    answered = {digest for digest in asked(server) if server.counts[digest] == 1}
    with EndpointServer(player(references, 60)) as server:
        assert forget_failed(WorkFolder(tmp_path / "mended")) == 1
        assert made(tmp_path, "mended", server, ACTS).manifest.content_sha256 == whole
        # The whole chunk is made anew, and nothing that was answered is asked again.
        assert answered
        assert not answered & asked(server)
        assert bad["seed"] in {body["seed"] for body in server.requests}


def test_a_recipe_can_ask_for_tasks_of_some_difficulty(tmp_path, references):
    lane = ACTS.replace("rollouts: 3", "rollouts: 3, pass_rate: [0.2, 0.8]")
    with EndpointServer(player(references, 60)) as server:
        made(tmp_path, "acted", server, lane)
    for row in rows(tmp_path / "acted").values():
        assert 0.2 <= json.loads(row["dials"])["pass_rate"] <= 0.8


# -- options -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lane", "told"),
    [
        ("teacher: openai\n", "openai needs the key `model`"),
        ("model: {name: stub, lane: words}\n", "a model needs `teacher: openai`"),
        (WORDS, "model stub needs --endpoint URL"),
        ("teacher: openai\nmodel: {name: stub, lane: sings}\n", "model.lane is 'sings'"),
    ],
)
def test_a_model_and_its_connection_belong_together(tmp_path, lane, told):
    with pytest.raises(RecipeError, match=told):
        made(tmp_path, "out", lane=lane)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("vllm: {replica: 2}\n", r"vllm\.replica: Extra inputs"),
        ("vllm: {flags: [port=1]}\n", r"vllm\.flags: .*is no flag"),
        ("endpoints: [{url: 'http://h/v1'}]\nvllm: {replicas: 2}\n", "endpoints or vllm, not both"),
        ("endpoints: [{url: 'ftp://h/v1'}]\n", r"endpoints\.0\.url: .*http or https"),
        ("budget: {tokens: 0}\n", r"budget\.tokens: "),
        ("[]\n", "it: Input should be"),
        ("a: [\n", "--connection"),
    ],
)
def test_a_wrong_connection_is_told_with_its_key(tmp_path, text, told):
    file = tmp_path / "connection.yaml"
    file.write_text(text, encoding="utf-8")
    lane = "teacher: vllm\nmodel: {name: acme/none, lane: words}\n"
    with pytest.raises(CallwrightError, match=told):
        made(tmp_path, "out", lane=lane, connection=connection_of((), "", file))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("--api-key=x", "model.name is '--api-key=x': .*begin with a dash"),
        ("''", "model.name is '': .*at least 1 character"),
        (r'"a\0b"', r"model.name is 'a\\x00b': .*unprintable"),
    ],
)
@pytest.mark.parametrize("served", [None, Connection(vllm={"replicas": 2})])
def test_a_model_that_no_server_can_be_started_for_is_named(tmp_path, name, told, served):
    lane = f"teacher: vllm\nmodel: {{name: {name}, lane: words}}\n"
    with pytest.raises(RecipeError, match=told):
        made(tmp_path, "out", lane=lane, connection=served)
    assert not (tmp_path / "out").exists()


def test_a_scripted_recipe_takes_no_connection(tmp_path):
    with EndpointServer() as server, pytest.raises(RecipeError, match="names no model"):
        made(tmp_path, "out", server)


# -- what it costs -------------------------------------------------------------------------
def test_a_pilot_tells_what_the_whole_recipe_would_take(tmp_path):
    recipe = tmp_path / "recipe.yaml"
    recipe.write_text(RECIPE + WORDS, encoding="utf-8")
    with EndpointServer(echo) as server:
        priced = EndpointSettings(url=server.url, prompt_price=1e5, completion_price=2e5)
        store = str(tmp_path / "completions")
        connection = Connection(endpoints=(priced,), limits=FAST, completions=store)
        options = Options(tmp_path / "none", connection=connection)
        words, acts = pilot(recipe, options, 3, ("words", "acts"))
        assert (words.lane, words.families, words.failed) == ("words", 3, 0)
        assert words.accepted == words.rows >= 3
        assert words.taken.replies == words.tallies["requests"]
        assert words.taken.usage.prompt_tokens == 10 * words.taken.replies
        assert words.taken.usage.cost == pytest.approx(
            words.taken.replies * (10 * 1e5 + 5 * 2e5) / 1e6
        )
        assert words.scale == 8 / words.kept
        assert (acts.accepted, acts.kept, acts.scale) == (0, 0, None)
        paid = asked(server)
        run(recipe, Options(tmp_path / "out", connection=connection), Quiet())
        assert all(server.counts[digest] == 1 for digest in paid)


def test_rows_that_fall_back_count_as_rows_of_the_recipe(tmp_path):
    recipe = tmp_path / "recipe.yaml"
    recipe.write_text(RECIPE + WORDS, encoding="utf-8")
    with EndpointServer(lambda body, number: say("{}")) as server:
        connection = Connection(endpoints=(EndpointSettings(url=server.url),), limits=FAST)
        (words,) = pilot(recipe, Options(tmp_path / "none", connection=connection), 3, ())
    assert (words.accepted, words.kept) == (0, words.rows)
    assert words.scale == 8 / words.rows


def test_a_run_that_only_fails_says_so(tmp_path):
    def script(body, number):
        return status(500) if is_asked(body) else say("Yes.")

    with (
        EndpointServer(script) as server,
        pytest.raises(CallwrightError, match=r"gave no reply to \d+ tasks: server_error"),
    ):
        made(tmp_path, "out", server, WORDS)
    assert (tmp_path / "out" / ".callwright" / FILE).exists()


def test_a_recipe_without_a_model_has_no_pilot(tmp_path):
    recipe = tmp_path / "recipe.yaml"
    recipe.write_text(RECIPE, encoding="utf-8")
    with pytest.raises(RecipeError, match="names no model"):
        pilot(recipe, Options(tmp_path / "none"), 3, ())
