"""The routes that NeMo Gym's agents call, in its own server class, with its own records."""

import json
import os
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from nemo_gym.base_resources_server import BaseRunRequest
from nemo_gym.config_types import BaseServerConfig
from nemo_gym.server_utils import ServerClient
from omegaconf import OmegaConf

from callwright.pipelines.adapters.nemo_gym_server import CallwrightConfig, CallwrightServer
from callwright.pipelines.release import open_release
from callwright.schemas.rows import from_row

TINY, OUT = Path(os.environ["CONSUMER_TINY"]), Path(os.environ["CONSUMER_OUT"])
ROWS = [
    json.loads(line)
    for path in sorted((OUT / "nemo").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
REFERENCES = {row["id"]: from_row(row) for row in open_release(TINY).rows("sft")}


@pytest.fixture(scope="module")
def server():
    config = CallwrightConfig(
        name="callwright", host="127.0.0.1", port=0, entrypoint="app.py", release=str(TINY)
    )
    client = ServerClient(
        head_server_config=BaseServerConfig(host="127.0.0.1", port=0),
        global_config_dict=OmegaConf.create({}),
    )
    return CallwrightServer(config=config, server_client=client)


@pytest.fixture
def client(server):
    return TestClient(server.setup_webserver())


def test_rows_are_what_nemo_gym_takes():
    assert len(ROWS) > 30
    for row in ROWS:
        request = BaseRunRequest.model_validate(row)
        given = request.responses_create_params.model_dump(exclude_unset=True)
        assert [tool["name"] for tool in given["tools"]] == [
            tool.name for tool in REFERENCES[row["id"]].task.tools
        ]
        assert set(row["agent_ref"]) == {"type", "name"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['skill']}-{row['id'][:6]}")
def test_the_reference_earns_everything(client, row):
    assert client.post("/seed_session", json=row).status_code == 200
    output = played(client, REFERENCES[row["id"]])
    assert reward(client, row, output) == 1


def played(client, trajectory):
    """The reference as a response's output, its calls made on the server."""
    output = []
    for message in trajectory.messages:
        if message.role != "assistant":
            continue
        made = [one for call in message.tool_calls for one in call_of(client, trajectory, call)]
        output += [*made[::2], *made[1::2]]  # calls of one message, then their results
        output += [] if made else [text(message.content)]
    return output


def call_of(client, trajectory, call):
    shown = client.post(f"/{call.name}", json=call.arguments).text
    assert shown == next(m.content for m in trajectory.messages if m.tool_call_id == call.id)
    return called(call.id, call.name, json.dumps(call.arguments), shown)


def called(call_id, name, arguments, shown):
    return [
        {"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments},
        {"type": "function_call_output", "call_id": call_id, "output": shown},
    ]


def text(content):
    part = {"type": "output_text", "text": content, "annotations": []}
    head = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed"}
    return {**head, "content": [part]}


def reward(client, row, output):
    response = {
        "id": "resp_1", "created_at": 0, "model": "m", "object": "response", "output": output,
        "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
    }  # fmt: skip
    done = client.post("/verify", json={**row, "response": response})
    assert done.status_code == 200, done.text
    return done.json()["reward"]


BAD = [
    [],
    [text("")],
    [text("x" * 1_000_000)],
    called("c1", "no_such_tool", "{", "?"),
    called("c1", "travel.find_flights", '{"a": 1e999}', "?"),
    called("c1", "", '"text"', ""),
]


@pytest.mark.parametrize("output", BAD, ids=range(len(BAD)))
def test_a_bad_rollout_is_scored(client, output):
    row = ROWS[0]
    client.post("/seed_session", json=row)
    assert 0 <= reward(client, row, output) < 1


@pytest.mark.parametrize("body", [b"{", b"[1]", b'{"a": NaN}', b"\xff", b""])
def test_a_bad_call_is_answered(client, body):
    row = ROWS[0]
    client.post("/seed_session", json=row)
    name = row["responses_create_params"]["tools"][0]["name"]
    for tool in (name, "no_such_tool"):
        answer = client.post(f"/{tool}", content=body)
        assert answer.status_code == 200
        assert "error" in answer.text.lower()


def test_sessions_have_worlds_of_their_own(server, client):
    row = next(row for row in ROWS if row["skill"] == "multi_step")
    other = TestClient(server.setup_webserver())
    for one in (client, other):
        one.post("/seed_session", json=row)
    trajectory = REFERENCES[row["id"]]
    assert played(client, trajectory)
    assert played(other, trajectory)


def test_a_call_without_a_session_is_told(server):
    assert "no_session" in TestClient(server.setup_webserver()).post("/x", json={}).text
