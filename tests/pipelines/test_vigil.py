"""A cluster without a worker is spoken of, at longer and longer intervals; and it may come back."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.pipelines.engines import vigil
from callwright.pipelines.engines.vigil import Absence, watching
from callwright.pipelines.progress import Quiet
from callwright.pipelines.release import verify
from callwright.pipelines.run import Options, run
from tests.pipelines.teaching.test_lanes import RECIPE
from tests.pipelines.test_engines import wait_for
from tests.pipelines.two_nodes import CHUNK, Brake, cluster_of_two, kill, raylet_of

WAITS, BACK = "no worker of the ray cluster has been alive for", "a worker is there again after"


class Heard(Quiet):
    """A progress that keeps the lines it is told."""

    def __init__(self):
        self.lines = []
        self.waits, self.back = threading.Event(), threading.Event()

    def say(self, text):
        self.lines.append(text)
        for beginning, event in ((WAITS, self.waits), (BACK, self.back)):
            if text.startswith(beginning):
                event.set()


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(vigil, "FIRST", 0.05)
    monkeypatch.setattr(vigil, "PERIOD", 0.01)


def looks(absence, there, *moments):
    return [bool(absence.look(there, now)) for now in moments]


def test_it_is_said_after_a_while_and_then_at_growing_intervals():
    absence = Absence(30.0)
    assert not absence.look(True, 95.0)
    said = [now for now in range(100, 1_100, 5) if absence.look(False, float(now))]
    assert said == [130, 160, 220, 340, 580, 1_060]
    absence = Absence(30.0)
    assert looks(absence, False, 0.0) == [False]
    assert "for 42 s, and the run waits" in absence.look(False, 42.0)


def test_a_worker_that_is_back_is_told_once_and_only_where_its_absence_was():
    absence = Absence(30.0)
    assert looks(absence, False, 0.0, 29.0) == [False, False]
    assert looks(absence, True, 30.0) == [False]
    # What was short does not count for what comes later.
    assert looks(absence, False, 31.0, 60.0, 61.0) == [False, False, True]
    assert absence.look(True, 80.0) == "a worker is there again after 49 s: the run goes on"
    assert looks(absence, True, 81.0, 200.0) == [False, False]
    assert looks(absence, False, 300.0, 329.0, 330.0) == [False, False, True]


@given(st.lists(st.tuples(st.floats(0, 100), st.booleans()), max_size=60))
def test_nothing_is_said_while_workers_are_there_most_of_the_time(steps):
    absence, now, since, said = Absence(30.0), 0.0, None, 0
    for seconds, there in steps:
        now += seconds
        since = None if there else now if since is None else since
        line = absence.look(there, now)
        if line.startswith(WAITS):
            assert since is not None
            assert now - since >= 30
            said += 1
        elif line:
            assert there
            assert said
            said = 0


def test_it_is_looked_at_until_the_context_ends(quick):
    heard, present = Heard(), threading.Event()
    with watching(present.is_set, heard.say):
        assert heard.waits.wait(60)
        present.set()
        assert heard.back.wait(60)
        assert threading.active_count() > 1
    assert not [thread for thread in threading.enumerate() if thread.name == "vigil"]


@pytest.mark.ray
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_run_without_workers_says_so_and_goes_on_with_the_next(quick, monkeypatch, tmp_path):
    recipe = tmp_path / "recipe.yaml"
    recipe.write_text(RECIPE, encoding="utf-8")
    whole = run(recipe, Options(tmp_path / "whole", chunk_size=CHUNK), Quiet()).manifest
    heard = Heard()
    options = {"engine": "ray", "chunk_size": CHUNK, "toolkit": "tests.pipelines.two_nodes"}
    with (
        cluster_of_two(monkeypatch, head_cpus=0) as (cluster, second),
        # Ray starts nodes in the main thread alone.
        ThreadPoolExecutor(1) as aside,
    ):
        brake = Brake(tmp_path, raylet_of(second))
        running = aside.submit(run, recipe, Options(tmp_path / "mended", **options), heard)
        wait_for(lambda: brake.holds)
        assert not heard.waits.is_set()
        kill(cluster, second)
        assert heard.waits.wait(120)
        cluster.add_node(num_cpus=1)
        mended = running.result().manifest
    assert heard.back.is_set()
    assert mended.content_sha256 == whole.content_sha256
    verify(tmp_path / "mended")
