"""Engines: the same content from all, and workers that end with the run that started them."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from callwright.pipelines.engines import within_reach
from callwright.pipelines.engines.parent import is_alive
from callwright.schemas.errors import CallwrightError, OutputError
from tests.pipelines.fakerun import RECIPE, fake_run

ROOT = Path(__file__).parents[2]
SLOW = RECIPE.replace("namespace: fake", "namespace: slow")
MOST_ATTEMPTS = 20


@pytest.fixture
def slow_recipe(tmp_path):
    path = tmp_path / "slow.yaml"
    path.write_text(SLOW, encoding="utf-8")
    return path


def start(recipe, out, engine="local", workers=2, chunk_size=10):
    command = [sys.executable, "-m", "tests.pipelines.fakerun"]
    return subprocess.Popen(
        [*command, recipe, out, engine, str(workers), str(chunk_size)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def descendants(process):
    found, todo = [], [process]
    while todo:
        for path in Path(f"/proc/{todo.pop()}/task").glob("*/children"):
            more = [int(number) for number in path.read_text().split()]
            found += more
            todo += more
    return found


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def chunks(out):
    return sorted(path.name for path in (out / ".callwright" / "chunks").glob("*"))


def kill_alone(run):
    """Kill the parent and nothing else; the processes below it as they were."""
    below = descendants(run.pid)
    run.kill()
    run.wait()
    return below


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_no_worker_outlives_its_parent_or_writes_after_it(slow_recipe, tmp_path):
    out = tmp_path / "out"
    run = start(slow_recipe, out)
    wait_for(lambda: len(chunks(out)) > 4)
    workers = kill_alone(run)
    assert len(workers) >= 2
    wait_for(lambda: not any(map(is_alive, workers)), seconds=2)
    before = chunks(out)
    time.sleep(0.7)
    assert chunks(out) == before


def test_a_run_killed_at_random_moments_gives_the_same_content(slow_recipe, tmp_path):
    """On a busy machine a run may end before it is killed: then another one is begun, so that the
    test holds two kills whatever the machine's speed."""
    expected = fake_run(slow_recipe, tmp_path / "whole").manifest.content_sha256
    moments, kills = random.Random(5), 0
    for attempt in range(MOST_ATTEMPTS):
        kills += killed_until_done(slow_recipe, tmp_path / f"out{attempt}", moments, expected)
        if kills >= 2:
            return
    raise AssertionError(f"{kills} kills in {MOST_ATTEMPTS} runs: they end before they are seen")


def killed_until_done(recipe, out, moments, expected):
    """Run, kill and resume until the content is there and right; how often it was killed."""
    kills = 0
    while True:
        done = len(chunks(out))
        run = start(recipe, out)
        more = moments.randrange(2, 30)
        wait_for(lambda r=run, n=done + more: r.poll() is not None or len(chunks(out)) >= n)
        if run.poll() is not None:
            break
        kill_alone(run)
        kills += 1
    said, trouble = run.communicate()
    assert (run.returncode, said.strip()) == (0, expected), trouble
    return kills


def test_an_interrupt_ends_the_workers_and_the_run_goes_on_later(slow_recipe, tmp_path):
    out = tmp_path / "out"
    run = start(slow_recipe, out)
    wait_for(lambda: len(chunks(out)) > 2)
    workers = descendants(run.pid)
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=30)
    assert run.returncode in (130, -signal.SIGINT)
    wait_for(lambda: not any(map(is_alive, workers)), seconds=2)
    expected = fake_run(slow_recipe, tmp_path / "whole").manifest.content_sha256
    assert fake_run(slow_recipe, out).manifest.content_sha256 == expected


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_worker_that_is_killed_is_one_clear_message(slow_recipe, tmp_path):
    out = tmp_path / "out"
    run = start(slow_recipe, out)
    wait_for(lambda: len(chunks(out)) > 2)
    spawned = [w for w in descendants(run.pid) if "spawn_main" in command_of(w)]
    os.kill(spawned[0], signal.SIGKILL)
    _, trouble = run.communicate(timeout=30)
    assert run.returncode == 2
    assert "a worker was killed" in trouble


def command_of(process):
    return Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")


def test_a_second_run_is_refused_while_the_first_one_runs(slow_recipe, tmp_path):
    out = tmp_path / "out"
    run = start(slow_recipe, out)
    wait_for(lambda: len(chunks(out)) > 1)
    with pytest.raises(OutputError, match=rf"another run \(process {run.pid}\)"):
        fake_run(slow_recipe, out)
    run.kill()
    run.communicate()


def test_an_error_of_a_worker_reaches_the_user_as_it_is(recipe_file, tmp_path, monkeypatch):
    monkeypatch.setattr("tests.pipelines.fakerun.RECIPE", "")
    out = tmp_path / "out"
    (out / ".callwright").mkdir(parents=True)
    (out / ".callwright" / "chunks").write_text("in the way")
    with pytest.raises(CallwrightError, match=r"chunks"):
        fake_run(recipe_file, out, workers=2)


def test_domain_folders_go_beside_the_chunks_of_a_cluster(tmp_path, monkeypatch):
    folder = tmp_path / "mine" / "garden"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("domain = 1")
    paths, work = (str(folder), str(folder.parent)), tmp_path / "work"
    assert within_reach("ray", paths, work) == within_reach("local", paths, work) == paths
    monkeypatch.setenv("RAY_ADDRESS", "10.0.0.1:6379")
    one, many = within_reach("ray", paths, work)
    assert Path(one, "__init__.py").read_text() == "domain = 1"
    assert (Path(one).name, Path(many, "garden", "__init__.py").exists()) == ("garden", True)
    assert Path(one).is_relative_to(work)
    assert within_reach("local", paths, work) == paths


@pytest.mark.ray
def test_ray_gives_the_same_content(recipe_file, tmp_path):
    expected = fake_run(recipe_file, tmp_path / "whole").manifest.content_sha256
    run = start(recipe_file, tmp_path / "ray", "ray", chunk_size=60)
    said, trouble = run.communicate(timeout=120)
    assert (run.returncode, said.strip()) == (0, expected), trouble
    assert trouble == ""


@pytest.mark.ray
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_ray_workers_end_with_their_driver_and_the_local_engine_goes_on(slow_recipe, tmp_path):
    out = tmp_path / "out"
    run = start(slow_recipe, out, "ray")
    wait_for(lambda: len(chunks(out)) > 2)
    below = descendants(run.pid)
    workers = [process for process in below if is_ray_worker(process)]
    run.kill()
    run.communicate()
    try:
        wait_for(lambda: not any(map(is_alive, workers)), seconds=5)
        before = chunks(out)
        time.sleep(0.7)
        assert chunks(out) == before
    finally:
        end(below)
    assert len(workers) >= 2
    whole = fake_run(slow_recipe, tmp_path / "whole").manifest.content_sha256
    assert fake_run(slow_recipe, out, workers=2).manifest.content_sha256 == whole


def is_ray_worker(process):
    """Ray's agents are none: they outlive a killed ray by a minute, and touch nothing of ours."""
    name = command_of(process)
    return name.startswith("ray::") and "Agent" not in name


def end(processes):
    for process in filter(is_alive, processes):
        os.kill(process, signal.SIGKILL)
