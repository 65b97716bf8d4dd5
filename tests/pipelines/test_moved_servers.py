"""A vLLM server in a Ray actor whose node dies is started again on another, and found there."""

import asyncio
import logging
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from callwright.generators.teachers.vllm.command import KEY as SECRET
from callwright.generators.teachers.vllm.connect import openai_client
from callwright.generators.teachers.vllm.replicas import on_ray
from callwright.generators.teachers.vllm.teacher import open_teacher
from callwright.pipelines.progress import Quiet
from callwright.pipelines.release import verify
from callwright.pipelines.run import Options, run
from callwright.pipelines.teaching.connection import Connection
from tests.generators.teachers.vllm.conftest import QUICK, get, is_running, settings_with, steering
from tests.generators.teachers.vllm.test_on_ray import answers_everywhere, parent_of
from tests.generators.teachers.vllm.test_teacher import KEY, ONCE
from tests.pipelines.teaching.test_lanes import RECIPE
from tests.pipelines.teaching.test_lost_servers import PATIENT
from tests.pipelines.test_engines import wait_for
from tests.pipelines.test_served_on_ray import VLLM
from tests.pipelines.two_nodes import cluster_of_two, kill, raylet_of

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(sys.platform != "linux", reason="servers are started on Linux only"),
]


@pytest.fixture
def nodes(monkeypatch, tmp_path):
    """A cluster of two that this process has joined; its actors find the fake vLLM."""
    import ray

    steering(tmp_path / "steer", monkeypatch)
    with cluster_of_two(monkeypatch) as (cluster, second):
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
        ray.init(address=cluster.address, **quiet)
        try:
            yield cluster, second
        finally:
            ray.shutdown()


def raylet_above(process):
    """Of the node on which a server runs: above its guard and its actor."""
    return parent_of(parent_of(parent_of(process)))


def placed(teacher):
    """The raylet of each replica, and the processes of its server."""
    pids = [get(one.url, "/pids") for one in teacher.statuses]
    return [(raylet_above(own[0]), own) for own in pids]


async def opened_on(node, folder):
    """A teacher of one server, on a node; ray chooses, so it is asked until it does."""
    while True:
        settings = settings_with(gpus=0)
        teacher = await open_teacher(settings, KEY, folder, openai_client(ONCE), on_ray)
        if placed(teacher)[0][0] == raylet_of(node):
            return teacher
        await teacher.close()


def test_a_server_whose_node_dies_is_started_on_the_other(nodes, tmp_path):
    cluster, second = nodes

    async def main():
        teacher = await opened_on(second, tmp_path)
        try:
            ((_, lost),) = placed(teacher)
            # Nothing is left of the server there: its guard outlives the actor.
            await asyncio.to_thread(kill, cluster, second)
            assert not any(map(is_running, lost))
            await answers_everywhere(teacher)
            ((raylet, running),) = placed(teacher)
        finally:
            await teacher.close()
        assert raylet == raylet_of(cluster.head_node)
        assert not any(map(is_running, running))

    asyncio.run(asyncio.wait_for(main(), 200))


def test_a_run_finds_its_server_on_the_node_to_which_it_moved(monkeypatch, tmp_path):
    monkeypatch.setenv(SECRET, "to be taken back")  # what a run sets is gone after the test
    monkeypatch.delenv(SECRET)
    fake = steering(tmp_path / "steer", monkeypatch)
    recipe = tmp_path / "recipe.yaml"
    recipe.write_text(RECIPE + VLLM, encoding="utf-8")
    servers = {"replicas": 1, "gpus": 1, "watch": QUICK}
    options = Options(
        tmp_path / "out", engine="ray", connection=Connection(vllm=servers, limits=PATIENT)
    )
    fake.set("hold")
    with (
        cluster_of_two(monkeypatch, gpus=1) as (cluster, second),
        # Ray starts nodes in the main thread alone.
        ThreadPoolExecutor(1) as aside,
    ):
        running = aside.submit(run, recipe, options, Quiet())
        wait_for(lambda: fake.has("held") or running.done())
        kill(cluster, second)
        fake.clear("hold")
        cluster.add_node(num_cpus=1, num_gpus=1)
        manifest = running.result().manifest
    told = next(s for s in manifest.funnel["stages"] if s["stage"] == "words")["tallies"]
    assert told["requests"] == told["families.fallen_back"] > 0
    verify(tmp_path / "out")
