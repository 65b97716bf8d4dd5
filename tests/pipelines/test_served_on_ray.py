"""Runs with `teacher: vllm` on Ray: servers beside workers, on this machine and on two nodes."""

import os
import sys
from pathlib import Path

import pytest

from callwright.generators.teachers.vllm.command import KEY
from callwright.pipelines.progress import Quiet
from callwright.pipelines.run import Options, run
from callwright.pipelines.teaching.connection import Connection
from tests.generators.teachers.vllm.conftest import QUICK, steering
from tests.pipelines.teaching.test_lanes import FAST, RECIPE
from tests.pipelines.two_nodes import cluster_of_two

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(sys.platform != "linux", reason="servers are started on Linux only"),
]
VLLM = "teacher: vllm\nmodel: {name: acme/none-1b, lane: words, retries: 0}\n"


@pytest.fixture
def fake(tmp_path, monkeypatch):
    monkeypatch.setenv(KEY, "to be taken back")  # what a run sets is gone after the test
    monkeypatch.delenv(KEY)
    return steering(tmp_path / "steer", monkeypatch)


def served(folder, replicas, workers):
    recipe = folder / "recipe.yaml"
    recipe.write_text(RECIPE + VLLM, encoding="utf-8")
    servers = {"replicas": replicas, "gpus": 0, "watch": QUICK}
    connection = Connection(vllm=servers, limits=FAST)
    options = Options(folder / "out", engine="ray", workers=workers, connection=connection)
    return run(recipe, options, Quiet()).manifest


def words(manifest):
    return next(s for s in manifest.funnel["stages"] if s["stage"] == "words")["tallies"]


def test_servers_leave_a_core_to_every_worker(fake, tmp_path):
    told = words(served(tmp_path, replicas=2, workers=1))
    assert told["requests"] == told["families.fallen_back"]


def test_the_key_reaches_the_workers_of_a_cluster_and_no_file(fake, tmp_path, monkeypatch):
    with cluster_of_two(monkeypatch) as (cluster, _):
        assert KEY not in os.environ
        told = words(served(tmp_path, replicas=1, workers=2))
        session = Path(cluster.head_node.get_session_dir_path())
        key = os.environ[KEY].encode()
        files = [path for path in (*session.rglob("*"), *tmp_path.rglob("*")) if path.is_file()]
        assert [path for path in files if key in path.read_bytes()] == []
        assert any(path.is_relative_to(session / "logs") for path in files)
    assert told["requests"] == told["families.fallen_back"]
