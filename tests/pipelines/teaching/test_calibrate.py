"""Calibration: groups, what is kept beside a release, and the command."""

import asyncio
import json
import shutil

import pytest
from typer.testing import CliRunner

from callwright.domains.core.discovery import discover
from callwright.pipelines.cli import app
from callwright.pipelines.progress import open_progress
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.release import Release, verify
from callwright.pipelines.run import Options, run
from callwright.pipelines.teaching import checkpoints
from callwright.pipelines.teaching.accepting import Accepter
from callwright.pipelines.teaching.acts import act
from callwright.pipelines.teaching.candidates import release_candidates
from callwright.schemas.errors import CallwrightError, OutputError
from tests.pipelines.teaching import fakes
from tests.pipelines.teaching.student_server import key, serving


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("calibrated") / "data"
    run(find_recipe("tiny"), Options(folder), open_progress(True))
    return folder


@pytest.fixture
def dataset(made, tmp_path):
    shutil.copytree(made, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture(scope="module")
def references(made):
    found = {}
    for row in Release(made).rows("sft"):
        messages = json.loads(row["messages"])
        named = key(messages, json.loads(row["tools"]))
        found[named] = [message for message in messages if message["role"] == "assistant"]
    return found


def invoke(*words):
    return CliRunner().invoke(app, ["calibrate", *map(str, words)])


def calibrated(dataset, url, *words, name="step-1"):
    return invoke(dataset, "--endpoint", url, "--model", "m", "--name", name, *words)


def test_a_student_gets_a_rate_for_every_task(dataset, references, tmp_path):
    ids = tmp_path / "ids.txt"
    with serving(references, 0.5) as (url, asked):
        done = calibrated(dataset, url, "-n", 4, "--teachable", ids)
        assert done.exit_code == 0, done.output
        first = len(asked)
        again = calibrated(dataset, url, "-n", 4)
        assert len(asked) == first, "a finished calibration asks for nothing"
        assert again.exit_code == 0
        other = calibrated(dataset, url, "-n", 4, "--seed", 2, "--limit", 3, name="step-2")
        assert other.exit_code == 0
        assert len(asked) > first
    assert "groups" in done.output
    assert "without strict variance" in done.output
    verify(dataset)
    folder = checkpoints.folder_of(dataset)
    figures = checkpoints.stored(folder, "step-1")
    assert len(figures) == 60
    rates = {stats.pass_rate for stats in figures.values()}
    assert {0.0, 0.25, 0.5, 0.75, 1.0} == rates
    for stats in figures.values():
        assert stats.strict_variance == stats.pass_rate * (1 - stats.pass_rate)
        assert stats.completion_tokens >= 8
        assert (stats.rollouts, stats.counted) == (4, 4)
    flat = [name for name, stats in figures.items() if stats.strict_variance == 0]
    kept = ids.read_text().split()
    assert kept == checkpoints.teachable(figures)
    assert not set(kept) & set(flat)
    assert len(kept) + len(flat) == 60
    data = json.loads((folder / "step-1.json").read_text())
    assert data["overall"]["groups"] == 60
    assert data["overall"]["all_pass"] + data["overall"]["none_passes"] == len(flat)
    assert set(data["codes"]) == {"reward.not_strict"}
    assert (data["checkpoint"], data["teacher"], data["rollouts"]) == ("step-1", "openai:m", 4)
    assert len(checkpoints.stored(folder, "step-2")) == 3


def test_a_perfect_student_has_no_group_with_variance(dataset, references):
    with serving(references, 1.0) as (url, asked):
        done = calibrated(dataset, url, "-n", 2, "--split", "test")
    assert done.exit_code == 0, done.output
    assert len({body["seed"] for body in asked}) == len(asked)
    data = json.loads((checkpoints.folder_of(dataset) / "step-1.json").read_text())
    overall = data["overall"]
    assert overall["pass_rate"] == overall["dense_mean"] == 1.0
    assert overall["all_pass"] == overall["groups"] > 0
    assert overall["with_strict_variance"] == overall["in_band"] == 0
    assert data["codes"] == {}


def test_a_perfect_teacher_passes_in_every_task_of_a_release(made):
    accepter, seen = Accepter(discover()), 0
    for one in release_candidates(made):
        player = fakes.player(fakes.perfect(one.reference))
        done = asyncio.run(act(one, player, accepter, 1))
        assert done.outcome.status == "accepted", done.outcome
        assert done.accepted[0].task.id == one.task.id
        seen += 1
    assert seen == 60


def test_what_is_wrong_is_an_error_for_the_user(dataset, references, tmp_path, monkeypatch):
    with serving(references, 1.0) as (url, _):
        for name in ("../x", "", ".hidden", "a b"):
            assert isinstance(calibrated(dataset, url, name=name).exception, OutputError)
        assert isinstance(calibrated(tmp_path, url).exception, OutputError)
        assert isinstance(calibrated(dataset, "ftp://x").exception, CallwrightError)
        monkeypatch.delenv("NO_SUCH_KEY", raising=False)
        wrong = calibrated(dataset, url, "--key-env", "NO_SUCH_KEY")
        assert isinstance(wrong.exception, CallwrightError)
    with pytest.raises(OutputError, match="no checkpoint"):
        checkpoints.stored(tmp_path, "step-9")
