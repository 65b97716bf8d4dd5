"""A real vLLM on this machine's CPU, behind the teacher; its model is small, and no good.

The tests run in this order, on one server.
"""

import asyncio
import json
import os
import signal
import sys
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from callwright.generators.teachers.openai.settings import Limits
from callwright.generators.teachers.vllm.connect import openai_client
from callwright.generators.teachers.vllm.guard import descendants
from callwright.generators.teachers.vllm.settings import VllmSettings
from callwright.generators.teachers.vllm.teacher import open_teacher
from callwright.schemas.completions import CompletionRequest, Sampling
from callwright.schemas.messages import Message, ToolSpec
from tests.models.prepare import ENVIRONMENT, MODEL, is_ready

KEY = "a-key-that-must-not-be-told"
MODULE = "vllm.entrypoints.openai.api_server"
NAME = "SmolLM2-135M-Instruct"
SETTINGS = VllmSettings(
    model=str(MODEL),
    python=str(ENVIRONMENT.python),
    gpus=0,
    gpu_memory_utilization=0.1,
    max_model_len=2048,
    flags=("--enforce-eager",),
)
TOOL = ToolSpec(
    name="set_temperature",
    description="Set the temperature of a room.",
    parameters={
        "type": "object",
        "properties": {"degrees": {"type": "integer"}},
        "required": ["degrees"],
    },
)
SHAPE = {
    "type": "object",
    "properties": {"city": {"enum": ["Paris", "Rome"]}},
    "required": ["city"],
    "additionalProperties": False,
}

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="servers are started on Linux only"),
    pytest.mark.skipif(not is_ready(), reason="no vLLM here: `make test-vllm` prepares it"),
]


class Served:
    """The teacher and the loop that it lives on."""

    def __init__(self, logs):
        self.log = logs / "vllm-0.log"
        self.runner = asyncio.Runner()
        self.teacher = self.run(open_teacher(SETTINGS, KEY, logs, openai_client(Limits())))

    def run(self, coroutine):
        return self.runner.run(asyncio.wait_for(coroutine, 300))

    def ask(self, text, tokens, **fields):
        return self.run(self.teacher.complete(request(text, tokens, **fields)))

    def processes(self):
        """The guard, the server, and what the server started."""
        return descendants(os.getpid())

    def close(self):
        self.run(self.teacher.close())
        self.runner.close()


def request(text, tokens, **fields):
    return CompletionRequest(
        model=NAME,
        messages=(Message(role="user", content=text),),
        sampling=Sampling(temperature=0.0, max_tokens=tokens),
        **fields,
    )


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    found = Served(tmp_path_factory.mktemp("logs"))
    yield found
    found.close()


def test_it_answers_those_who_have_the_key(served):
    (status,) = served.teacher.statuses
    assert (status.state, status.restarts) == ("serving", 0)
    assert code_of(status.url, "/health") == 200
    assert code_of(status.url, "/v1/models") == 401
    assert KEY not in served.log.read_text()
    assert not any(KEY in command_of(process) for process in served.processes())


def code_of(url, path):
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname, parts.port, timeout=60)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


def command_of(process):
    return Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8")


def test_a_chat_is_answered(served):
    reply = served.ask("What is the capital of France?", 24)
    assert reply.text
    assert not reply.calls
    assert reply.usage.prompt_tokens > 20
    assert 0 < reply.usage.completion_tokens <= 24


def test_a_reply_follows_a_schema(served):
    reply = served.ask("In which city is the Louvre?", 64, response_schema=SHAPE)
    assert json.loads(reply.text)["city"] in {"Paris", "Rome"}


def test_a_tool_call_is_read_or_is_a_fault(served):
    """This model is too small to call a tool well; what it must not do is to pass unseen."""
    replies = [
        served.ask(text, 96, tools=(TOOL,), tool_choice="required")
        for text in ("Set the temperature to 21", "Please make it 19 degrees in the bedroom")
    ]
    for reply in replies:
        assert TOOL.name in reply.raw
        assert bool(reply.calls) != bool(reply.fault)
        assert all(call.name == TOOL.name for call in reply.calls)


def test_killed_in_the_middle_it_is_restarted_and_answers(served):
    before = served.processes()
    (server,) = [one for one in before if command_of(one).split("\0")[2:3] == [MODULE]]
    served.run(kill_while_it_writes(served.teacher, server))
    (status,) = served.teacher.statuses
    assert (status.state, status.restarts) == ("serving", 1)
    after = served.processes()
    assert len(after) >= 3
    assert set(after) & set(before) == set()


async def kill_while_it_writes(teacher, server):
    asked = [
        asyncio.create_task(teacher.complete(request(f"Tell me a story about {n} dogs", 400)))
        for n in range(8)
    ]
    done, _ = await asyncio.wait(asked, timeout=2)
    assert not done, "the replies are too short to be interrupted"
    os.kill(server, signal.SIGKILL)
    replies = await asyncio.gather(*asked)
    assert all(reply.text for reply in replies)


def test_closed_it_leaves_no_process(served):
    running = served.processes()
    assert running
    served.run(served.teacher.close())
    assert served.processes() == []
