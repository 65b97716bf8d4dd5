"""verifiers loads our tasks, starts our tool server as a process, and scores traces of its own."""

import asyncio
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from verifiers.v1.configs.agent import AgentConfig
from verifiers.v1.graph import MessageNode
from verifiers.v1.harnesses.utils.mcp import mcp_client
from verifiers.v1.mcp.launch import serve_in_runtime
from verifiers.v1.runtimes import SubprocessConfig, provision_runtime
from verifiers.v1.trace import AgentInfo, Trace, TraceTask
from verifiers.v1.types import AssistantMessage, SystemMessage, ToolCall, ToolMessage, UserMessage
from verifiers.v1.utils.loaders import load_taskset, taskset_config_type

from callwright.pipelines.release import open_release
from callwright.schemas.dialects import to_json_schema
from callwright.schemas.rows import from_row

TINY = Path(os.environ["CONSUMER_TINY"])
PLUGIN = """\
from callwright.pipelines.adapters.verifiers import CallwrightTaskset

__all__ = ["CallwrightTaskset"]
"""
REFERENCES = {row["id"]: from_row(row) for row in open_release(TINY).rows("sft", "train")}


@pytest.fixture(scope="module")
def tasks(tmp_path_factory):
    """As `--env.taskset.id my_tasks` finds and loads them."""
    folder = tmp_path_factory.mktemp("plugin")
    (folder / "my_tasks.py").write_text(PLUGIN, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        config = taskset_config_type("my_tasks")(id="my_tasks", release=TINY)
        return list(load_taskset(config))


def test_the_taskset_has_every_task_of_one_turn(tasks):
    wanted = {i for i, t in REFERENCES.items() if len(t.task.turns) == 1}
    assert {task.data.id for task in tasks} == wanted
    assert [task.data.idx for task in tasks] == list(range(len(tasks)))
    for task in tasks:
        assert task.data.prompt == REFERENCES[task.data.id].task.turns[0].text
        assert task.data.system_prompt == REFERENCES[task.data.id].task.system
        assert task.key == task.data.id


def trace_of(task, messages):
    trace = Trace(
        task=TraceTask(type=type(task).__name__, data=task.data, key=task.key),
        agent=AgentInfo(config=AgentConfig(runtime=SubprocessConfig())),
    )
    for number, message in enumerate(messages):
        parent = number - 1 if number else None
        sampled = isinstance(message, AssistantMessage)
        trace.nodes.append(MessageNode(parent=parent, message=message, sampled=sampled))
    return trace


def told(message):
    """One of our messages as one of verifiers'."""
    if message.role == "system":
        return SystemMessage(content=message.content)
    if message.role == "user":
        return UserMessage(content=message.content)
    if message.role == "tool":
        return ToolMessage(tool_call_id=message.tool_call_id, content=message.content)
    calls = [
        ToolCall(id=call.id, name=call.name, arguments=json.dumps(call.arguments))
        for call in message.tool_calls
    ]
    return AssistantMessage(content=message.content, tool_calls=calls or None)


def reward(task, messages):
    trace = trace_of(task, messages)
    asyncio.run(task.score(trace))
    return trace.rewards["callwright"].value


def test_the_reference_earns_everything_and_silence_nothing(tasks):
    for task in tasks:
        messages = [told(message) for message in REFERENCES[task.data.id].messages]
        assert reward(task, messages) == 1
        assert reward(task, messages[:2]) < 1


@pytest.mark.parametrize(
    "call",
    [
        ToolCall(id="1", name="no_such_tool", arguments="{"),
        ToolCall(id="1", name="", arguments="[" * 100_000),
        ToolCall(id="1", name="x", arguments='{"a": NaN, "b": "\\ud800"}'),
        ToolCall(id="1", name="x", arguments="x" * 2_000_000),
    ],
    ids=range(4),
)
def test_a_bad_rollout_is_scored(tasks, call):
    for task in tasks[:5]:
        opening = [told(message) for message in REFERENCES[task.data.id].messages[:2]]
        assert 0 <= reward(task, [*opening, AssistantMessage(tool_calls=[call])]) < 1


# -- the tool server -----------------------------------------------------------------------
@pytest.fixture
def channel(tasks):
    """verifiers' state channel, as far as a tool server asks for its task."""
    task = next(t for t in tasks if REFERENCES[t.data.id].task.skill == "multi_step")
    kind = type(task.data)
    said = {"cls": f"{kind.__module__}:{kind.__qualname__}", "task": task.data.model_dump_json()}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            body = json.dumps(said).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/state", task
    server.shutdown()


def test_the_tool_server_runs_the_rows_tools(channel):
    url, task = channel
    trajectory = REFERENCES[task.data.id]
    tools, shown = asyncio.run(served(url, task, trajectory))
    assert [tool.name for tool in tools] == [tool.name for tool in trajectory.task.tools]
    assert [tool.input_schema for tool in tools] == [
        to_json_schema(tool.parameters) for tool in trajectory.task.tools
    ]
    assert shown == [m.content for m in trajectory.messages if m.role == "tool"]


async def served(url, task, trajectory):
    """Tools, and the results of the reference's calls, out of a server process."""
    (toolset,) = task.toolsets(task.config)
    async with provision_runtime(SubprocessConfig()) as runtime:
        port = await serve_in_runtime(
            toolset, runtime, exposed=False, state_url=url, state_secret="secret"
        )
        async with mcp_client({"url": f"http://127.0.0.1:{port}/mcp"}) as client:
            tools = (await client.list_tools()).tools
            results = [
                await client.call_tool(call.name, call.arguments)
                for message in trajectory.messages
                for call in message.tool_calls
            ]
            broken = await client.call_tool("no_such_tool", {"a": 1})
    assert "error" in broken.content[0].text
    return tools, [result.content[0].text for result in results]
