"""OpenEnv's own server and client play our tasks, in process."""

import json
import os
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from openenv.core.env_server.interfaces import Environment

from callwright.pipelines.adapters.openenv import ToolAction, ToolEnvironment, app
from callwright.pipelines.release import open_release
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.schemas.errors import OutputError
from callwright.schemas.rows import from_row

TINY = Path(os.environ["CONSUMER_TINY"])
ROWS = [from_row(row) for row in open_release(TINY).rows("sft")]
HOSTILE = [
    {"content": 7, "tool_calls": "none"},
    {"tool_calls": [{"function": {"name": "no_such_tool", "arguments": "{"}}]},
    {"tool_calls": [None, 3, {"function": None}]},
    {"text": '<tool_call>\n{"name": "x", "arguments": {"a": NaN}}\n</tool_call>'},
    {"text": "<tool_call>" * 100_000},
    {"content": "x" * 2_000_000},
    {},
]


@pytest.fixture(scope="module")
def source():
    return EpisodeSource(TINY)


@pytest.fixture
def environment(source):
    return ToolEnvironment(source)


def replay(environment, trajectory):
    """Play the reference; the last observation."""
    seen = environment.reset(row=trajectory.task.id)
    assert seen.messages == [m.openai() for m in trajectory.messages[: len(seen.messages)]]
    for message in trajectory.messages:
        if message.role == "assistant":
            said = message.openai()
            seen = environment.step(
                ToolAction(content=said["content"], tool_calls=said.get("tool_calls"))
            )
    return seen


def test_it_is_an_environment(environment):
    assert isinstance(environment, Environment)


@pytest.mark.parametrize("trajectory", ROWS, ids=lambda t: f"{t.task.skill}-{t.task.id[:6]}")
def test_the_reference_ends_with_everything(environment, trajectory):
    last = replay(environment, trajectory)
    assert last.done
    assert last.reward == 1
    assert environment.state.turn == len(trajectory.task.turns) - 1


@pytest.mark.parametrize("wrong", HOSTILE, ids=range(len(HOSTILE)))
def test_a_bad_message_is_scored(environment, wrong):
    environment.reset(row=ROWS[0].task.id)
    seen = environment.step(ToolAction(**wrong))
    while not seen.done:
        seen = environment.step(ToolAction(content="That is all."))
    assert 0 <= seen.reward < 1


def test_a_task_is_picked_by_seed_or_place(environment):
    first = environment.reset(seed=3).messages
    assert environment.reset(seed=3).messages == first
    split = environment.list_splits()[0]
    assert environment.num_tasks(split) == len(environment.list_tasks(split))
    environment.reset(split=split, index=1)
    assert environment.state.row == environment.get_task(split, 1)["id"]
    with pytest.raises(OutputError, match="split"):
        environment.reset(index=1)


def test_a_step_needs_a_task(environment):
    with pytest.raises(OutputError, match="reset"):
        environment.step(ToolAction(content="hello"))


def test_the_server_plays_a_task():
    trajectory = next(row for row in ROWS if row.task.skill == "multi_step")
    with (
        TestClient(app(TINY)) as client,
        client.websocket_connect("/ws") as socket,
    ):
        socket.send_text(json.dumps({"type": "reset", "data": {"row": trajectory.task.id}}))
        seen = socket.receive_json()["data"]
        assert seen["observation"]["tools"] == [t.openai() for t in trajectory.task.tools]
        for message in trajectory.messages:
            if message.role == "assistant":
                said = message.openai()
                action = {key: said.get(key) for key in ("content", "tool_calls")}
                socket.send_text(json.dumps({"type": "step", "data": action}))
                seen = socket.receive_json()["data"]
    assert seen["done"]
    assert seen["reward"] == 1
