"""All replicas answer, one that dies is replaced unseen, and closing leaves nothing."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from callwright.generators.teachers.openai.settings import Limits
from callwright.generators.teachers.vllm.connect import openai_client
from callwright.generators.teachers.vllm.owner import Status
from callwright.generators.teachers.vllm.teacher import VllmTeacher, open_teacher
from callwright.schemas.completions import CompletionRequest, TeacherFailure
from callwright.schemas.errors import CallwrightError
from callwright.schemas.messages import Message
from tests.generators.teachers.vllm.conftest import get, is_running, settings_with

KEY = "a-random-secret"
MODEL = "acme/none-1b"
ONCE = Limits(attempts=1, breaker_seconds=0.05)
"""The client does not try again by itself."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="servers are started on Linux only")


def request(seed=0):
    messages = (Message(role="user", content="Good morning"),)
    return CompletionRequest(model=MODEL, messages=messages, seed=seed)


def with_teacher(settings, folder, body, limits=ONCE):
    """Run `body` with an open teacher; the processes of its servers, all gone."""

    async def main():
        teacher = await open_teacher(settings, KEY, folder / "logs", openai_client(limits))
        try:
            running = [pid for one in teacher.statuses for pid in get(one.url, "/pids")]
            await body(teacher)
            running += [pid for one in teacher.statuses for pid in get(one.url, "/pids")]
        finally:
            await teacher.close()
        return running

    running = asyncio.run(asyncio.wait_for(main(), 60))
    assert running
    assert not any(map(is_running, running))


async def seen(fake, name):
    while not fake.has(name):
        await asyncio.sleep(0.01)


async def serving_again(teacher, restarts):
    while sum(one.restarts for one in teacher.statuses) < restarts or any(
        one.state != "serving" for one in teacher.statuses
    ):
        await asyncio.sleep(0.01)


def server_of(teacher, number=0):
    return get(teacher.statuses[number].url, "/pids")[0]


def test_every_replica_answers_at_its_own_address(fake, tmp_path):
    async def body(teacher):
        assert teacher.name == f"vllm:{MODEL}"
        replies = await asyncio.gather(*(teacher.complete(request(seed)) for seed in range(40)))
        assert {reply.text.split()[-1] for reply in replies} == {
            one.url.rpartition(":")[2].removesuffix("/v1") for one in teacher.statuses
        }

    with_teacher(settings_with(replicas=2, gpus=0), tmp_path, body, Limits(attempts=1))


def test_a_request_lost_with_its_server_is_asked_again(fake, tmp_path):
    async def body(teacher):
        first = server_of(teacher)
        fake.set("hold")
        asked = asyncio.create_task(teacher.complete(request()))
        await seen(fake, "held")
        fake.clear("hold")
        os.kill(first, signal.SIGKILL)
        reply = await asked
        assert reply.text == f"from {server_of(teacher)} at {teacher.statuses[0].url[17:-3]}"
        assert server_of(teacher) != first

    with_teacher(settings_with(), tmp_path, body)


def test_requests_wait_while_no_server_answers(fake, tmp_path):
    async def body(teacher):
        os.kill(server_of(teacher), signal.SIGKILL)
        replies = await asyncio.gather(*(teacher.complete(request(seed)) for seed in range(8)))
        assert len({reply.text for reply in replies}) == 1
        await serving_again(teacher, 1)

    with_teacher(settings_with(), tmp_path, body)


class Scripted:
    """A replica that fares as it is told."""

    def __init__(self, states):
        self.states = states

    async def status(self, ask=False):
        state, restarts = self.states[0] if len(self.states) == 1 else self.states.pop(0)
        return Status(state, "http://127.0.0.1:1/v1", restarts)

    async def close(self):
        pass


class Refusing:
    """A client whose first request finds nobody at the address."""

    def __init__(self):
        self.asked = 0

    async def complete(self, request):
        self.asked += 1
        if self.asked == 1:
            raise TeacherFailure("disconnected", "cannot connect", 1)
        return "a reply"

    async def close(self):
        pass


def test_a_request_refused_by_a_server_that_is_back_by_now_is_asked_again(tmp_path):
    # Two replicas: one serves all along, the other is seen to start again, refuses, and is back.
    again = Scripted([("serving", 0), ("starting", 1), ("serving", 1)])
    steady = Scripted([("serving", 0)])
    client = Refusing()

    async def start(settings, key, logs, number):
        return (steady, again)[number]

    async def main():
        settings = settings_with({"period": 0.01}, replicas=2, gpus=0)
        teacher = VllmTeacher(settings, KEY, tmp_path, lambda *_: client, start)
        teacher._replicas = [steady, again]
        await teacher._look()
        await teacher._look()
        assert await teacher.complete(request()) == "a reply"

    asyncio.run(asyncio.wait_for(main(), 10))
    assert client.asked == 2


def test_what_a_living_server_refuses_is_not_asked_again(fake, tmp_path):
    async def body(teacher):
        fake.set("hold")
        with pytest.raises(TeacherFailure) as caught:
            await teacher.complete(request())
        assert (caught.value.kind, caught.value.attempts) == ("timed_out", 1)

    with_teacher(settings_with(), tmp_path, body, Limits(attempts=1, request_seconds=0.3))


def test_when_no_server_is_left_the_log_is_quoted(fake, tmp_path):
    async def body(teacher):
        fake.set("fail")
        os.kill(server_of(teacher), signal.SIGKILL)
        with pytest.raises(CallwrightError, match=r"after 1 restarts(?s:.*)no such model"):
            await teacher.complete(request())

    async def main():
        watch = settings_with({"restarts": 1})
        teacher = await open_teacher(watch, KEY, tmp_path, openai_client(ONCE))
        try:
            await body(teacher)
        finally:
            await teacher.close()

    asyncio.run(asyncio.wait_for(main(), 60))


def test_a_server_that_cannot_start_is_an_error_and_leaves_nothing(fake, tmp_path):
    fake.set("fail")

    async def main():
        settings = settings_with(replicas=2, gpus=0)
        with pytest.raises(CallwrightError, match="no such model"):
            await open_teacher(settings, KEY, tmp_path, openai_client())

    asyncio.run(asyncio.wait_for(main(), 60))
    assert [one for one in children() if "guard.py" in command_of(one)] == []


def children():
    return [
        int(number)
        for path in Path("/proc/self/task").glob("*/children")
        for number in path.read_text().split()
    ]


def command_of(process):
    return Path(f"/proc/{process}/cmdline").read_text()
