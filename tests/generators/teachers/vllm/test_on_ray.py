"""Replicas in Ray actors: servers and actors that die are replaced, and nothing is left."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from callwright.generators.teachers.vllm.connect import openai_client
from callwright.generators.teachers.vllm.guard import descendants
from callwright.generators.teachers.vllm.replicas import on_ray
from callwright.generators.teachers.vllm.teacher import open_teacher
from callwright.schemas.errors import CallwrightError
from tests.generators.teachers.vllm.conftest import (
    ROOT,
    get,
    is_running,
    settings_with,
    steering,
    until,
)
from tests.generators.teachers.vllm.test_teacher import KEY, ONCE, request, server_of

pytestmark = [
    pytest.mark.ray,
    pytest.mark.skipif(sys.platform != "linux", reason="servers are started on Linux only"),
]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A ray of this machine alone, whose actors find the fake vLLM."""
    import ray

    patch = pytest.MonkeyPatch()
    fake = steering(tmp_path_factory.mktemp("fake") / "steer", patch)
    ray.init(
        address="local",
        num_cpus=3,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )
    yield fake
    ray.shutdown()
    patch.undo()


def processes(teacher):
    return [pid for one in teacher.statuses for pid in get(one.url, "/pids")]


def parent_of(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def test_a_cluster_must_have_been_joined(fake, tmp_path):
    with pytest.raises(CallwrightError, match=r"call ray\.init"):
        asyncio.run(open_teacher(settings_with(), KEY, tmp_path, openai_client(), on_ray))


def test_servers_and_actors_that_die_are_replaced(cluster, tmp_path):
    async def main():
        settings = settings_with(replicas=2, gpus=0)
        teacher = await open_teacher(settings, KEY, tmp_path, openai_client(ONCE), on_ray)
        try:
            seen = processes(teacher)
            await a_server_dies(teacher)
            seen += processes(teacher)
            await an_actor_dies(teacher)
            seen += processes(teacher)
        finally:
            await teacher.close()
        assert not any(map(is_running, seen))

    asyncio.run(asyncio.wait_for(main(), 120))


async def a_server_dies(teacher):
    url, first = teacher.statuses[0].url, server_of(teacher)
    os.kill(first, signal.SIGKILL)
    await answers_everywhere(teacher)
    assert sum(one.restarts for one in teacher.statuses) == 1
    assert teacher.statuses[0].url == url
    assert server_of(teacher) != first


async def an_actor_dies(teacher):
    before = get(teacher.statuses[1].url, "/pids")
    actor = parent_of(parent_of(before[0]))
    os.kill(actor, signal.SIGKILL)
    await answers_everywhere(teacher)
    while any(map(is_running, before)):
        await asyncio.sleep(0.01)
    assert server_of(teacher, 1) != before[0]


async def answers_everywhere(teacher):
    """Every request is answered, and in the end by all replicas."""
    while True:
        replies = await asyncio.gather(*(teacher.complete(request(seed)) for seed in range(40)))
        if len({reply.text for reply in replies}) == len(teacher.statuses) and all(
            one.state == "serving" for one in teacher.statuses
        ):
            return


def test_what_an_actor_cannot_start_is_told(cluster, tmp_path):
    cluster.set("fail")

    async def main():
        with pytest.raises(CallwrightError, match="no such model"):
            await open_teacher(settings_with(gpus=0), KEY, tmp_path, openai_client(), on_ray)
        nowhere = settings_with(gpus=0, python=str(tmp_path / "none"))
        with pytest.raises(CallwrightError, match="no Python can be run at"):
            await open_teacher(nowhere, KEY, tmp_path, openai_client(), on_ray)

    asyncio.run(asyncio.wait_for(main(), 120))


DRIVER = """
import asyncio, logging, sys
from pathlib import Path
import ray
from callwright.generators.teachers.vllm.connect import openai_client
from callwright.generators.teachers.vllm.replicas import on_ray
from callwright.generators.teachers.vllm.teacher import open_teacher
from tests.generators.teachers.vllm.conftest import settings_with
from tests.generators.teachers.vllm.test_on_ray import processes
from tests.generators.teachers.vllm.test_teacher import KEY

async def main():
    teacher = await open_teacher(
        settings_with(gpus=0), KEY, Path(sys.argv[1]), openai_client(), on_ray
    )
    print(*processes(teacher), flush=True)
    await asyncio.Event().wait()

quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
ray.init(address="local", num_cpus=1, include_dashboard=False, **quiet)
asyncio.run(main())
"""


def test_no_server_outlives_the_driver_of_its_cluster(fake, tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as driver:
        running = [int(number) for number in driver.stdout.readline().split()]
        below = descendants(driver.pid)
        driver.kill()
        try:
            assert len(running) == 2
            until(lambda: not any(map(is_running, running)))
        finally:
            # Ray's own agents outlive a killed driver by a minute.
            for process in filter(is_running, below):
                os.kill(process, signal.SIGKILL)
