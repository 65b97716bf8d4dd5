"""Runs on a Ray cluster of two nodes, one of which is killed while it works."""

import sys
import threading

import pytest

from callwright.generators.teachers.openai.settings import EndpointSettings
from callwright.pipelines.progress import Quiet
from callwright.pipelines.release import verify
from callwright.pipelines.run import Options, run
from callwright.pipelines.teaching.connection import Connection
from tests.generators.teachers.endpoint import EndpointServer
from tests.pipelines.teaching.test_lanes import FAST, RECIPE, WORDS, asked, echo
from tests.pipelines.test_engines import wait_for
from tests.pipelines.two_nodes import CHUNK, Brake, cluster_of_two, kill, raylet_of

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc"),
]
BRAKED = "tests.pipelines.two_nodes"


@pytest.fixture
def nodes(monkeypatch):
    with cluster_of_two(monkeypatch) as (cluster, second):
        yield cluster, second


def made(folder, name, lane="", server=None, **options):
    recipe = folder / "recipe.yaml"
    recipe.write_text(RECIPE + lane, encoding="utf-8")
    if server is not None:
        endpoint = EndpointSettings(url=server.url)
        options["connection"] = Connection(endpoints=(endpoint,), limits=FAST)
    return run(recipe, Options(folder / name, chunk_size=CHUNK, **options), Quiet())


def once(condition, act):
    """A thread that acts when a condition holds; joined by the caller."""

    def look():
        wait_for(condition)
        act()

    thread = threading.Thread(target=look)
    thread.start()
    return thread


def made_while_a_node_dies(nodes, folder, lane="", server=None):
    """A run on the cluster whose second node is killed in the middle of a worker's chunk."""
    cluster, second = nodes
    brake = Brake(folder, raylet_of(second))
    killer = once(lambda: brake.holds, lambda: kill(cluster, second))
    options = {"engine": "ray", "workers": 2, "toolkit": BRAKED}
    manifest = made(folder, "mended", lane, server, **options).manifest
    killer.join()
    return manifest


def test_a_node_that_dies_at_work_changes_nothing(nodes, tmp_path):
    whole = made(tmp_path, "whole").manifest
    mended = made_while_a_node_dies(nodes, tmp_path)
    assert mended.content_sha256 == whole.content_sha256
    assert mended.funnel == whole.funnel
    verify(tmp_path / "mended")


def test_nothing_that_a_lost_node_was_answered_is_sent_again(nodes, tmp_path):
    with EndpointServer(echo) as server:
        whole = made(tmp_path, "whole", WORDS, server).manifest
        first = asked(server)
    with EndpointServer(echo) as server:
        mended = made_while_a_node_dies(nodes, tmp_path, WORDS, server)
        assert asked(server) == first
        assert {server.counts[digest] for digest in first} == {1}
    assert mended.content_sha256 == whole.content_sha256
    verify(tmp_path / "mended")
