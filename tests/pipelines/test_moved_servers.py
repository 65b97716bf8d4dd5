"""A vLLM server in a Ray actor whose node dies is started again on the node that is left."""

import asyncio
import logging
import sys

import pytest

from callwright.generators.teachers.vllm.connect import openai_client
from callwright.generators.teachers.vllm.replicas import on_ray
from callwright.generators.teachers.vllm.teacher import open_teacher
from tests.generators.teachers.vllm.conftest import get, is_running, settings_with, steering
from tests.generators.teachers.vllm.test_on_ray import answers_everywhere, parent_of
from tests.generators.teachers.vllm.test_teacher import KEY, ONCE
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
