"""The HTTP door plays every row, keeps sessions apart, and refuses with structured errors."""

import asyncio
import json

import httpx2
import pytest

from callwright.domains.core.live import Live
from callwright.pipelines.serving.episode import Limits
from callwright.pipelines.serving.sessions import Caps
from tests.pipelines.serving.play import assistant, play
from tests.pipelines.serving.server import client_of, error_code, running

CAPS = Caps(sessions=400, body=20_000, body_seconds=1.0)


@pytest.fixture(scope="module")
def served(source):
    with running(source, CAPS) as (url, sessions):
        yield url, sessions


@pytest.fixture
def client(served):
    with client_of(served[0]) as client:
        yield client


def opened(client, **wanted):
    answer = client.post("/sessions", json=wanted)
    assert answer.status_code == 201, answer.text
    return answer.json()


# -- the reference -------------------------------------------------------------------------
def test_every_reference_scores_one(client, source, conversations):
    for row, messages in conversations.items():
        session = opened(client, row=row)
        assert session["prompt"] == messages[:2]
        assert session["tools"] == source.episode(row).tools
        path = f"/sessions/{session['session']}"
        for message in assistant(messages):
            answer = client.post(f"{path}/step", json={"message": message}).json()
        assert answer["done"]
        assert answer["reason"] == "finished"
        assert client.post(f"{path}/score").json()["value"] == 1
        whole = client.get(path).json()
        alone = source.episode(row)
        play(alone, messages)
        assert whole["messages"] == alone.messages
        assert client.delete(path).json() == {"session": session["session"], "closed": True}


def test_calls_and_texts_one_by_one_score_one(client, conversations):
    for row, messages in list(conversations.items())[::5]:
        path = f"/sessions/{opened(client, row=row)['session']}"
        for message in assistant(messages):
            asked = [call["function"] for call in message.get("tool_calls", [])]
            if asked:
                answer = client.post(f"{path}/call", json={"calls": asked}).json()
                assert len(answer["results"]) == len(asked)
            else:
                client.post(f"{path}/say", json={"text": message["content"]})
        assert client.post(f"{path}/score").json()["value"] == 1


def test_one_call_has_its_content_at_hand(client, writing, source):
    call = source.task(writing).checks.turns[0].calls[0]
    path = f"/sessions/{opened(client, row=writing)['session']}"
    answer = client.post(f"{path}/call", json={"name": call.name, "arguments": call.arguments})
    alone = source.episode(writing)
    assert answer.json()["content"] == alone.call(call.name, call.arguments)
    assert answer.json()["error"] == ""
    answer = client.post(f"{path}/call", json={"name": call.name, "arguments": "{"}).json()
    assert answer["error"] == "invalid_arguments"
    assert client.get(path).json()["errors"] == ["", "invalid_arguments"]


def test_offered_tools_come_with_the_turn(client, offering):
    session = opened(client, row=offering)
    path = f"/sessions/{session['session']}"
    answer = client.post(f"{path}/say", json={"text": "I cannot."}).json()
    assert answer["user"]
    assert answer["turn"] == 1
    assert answer["tools"][:-1] == session["tools"]
    again = client.post(f"{path}/say", json={"text": "I cannot."}).json()
    assert "tools" not in again
    assert (again["user"], again["done"]) == (None, True)


# -- rows ----------------------------------------------------------------------------------
def test_rows_are_listed(client, source):
    everything = client.get("/rows").json()
    assert everything["total"] == len(source) == len(everything["rows"])
    parallel = client.get("/rows", params={"skill": "parallel", "split": "train"}).json()
    assert {(r["skill"], r["split"]) for r in parallel["rows"]} == {("parallel", "train")}
    page = client.get("/rows", params={"offset": 3, "limit": 2}).json()
    assert [row["index"] for row in page["rows"]] == [3, 4]
    assert client.get("/rows", params={"skill": "juggling"}).json()["total"] == 0
    for wrong in ({"skil": "x"}, {"limit": "-1"}, {"offset": "²"}, {"limit": "9" * 30}):
        assert error_code(client.get("/rows", params=wrong)) == "bad_request"


def test_a_row_is_chosen_by_id_index_or_seed(client, source):
    row = source.heads[5].id
    assert opened(client, index=5)["row"] == opened(client, row=row)["row"] == row
    assert opened(client, seed=4)["row"] == opened(client, seed=4)["row"]
    drawn = opened(client, split="test")
    assert drawn["split"] == "test"
    assert opened(client, split="test", seed=drawn["seed"])["row"] == drawn["row"]
    for wrong in ({"row": "x"}, {"index": 10_000}, {"index": -1}, {"skill": "x"}, {"split": ""}):
        assert error_code(client.post("/sessions", json=wrong)) == "not_found"


# -- isolation -----------------------------------------------------------------------------
def test_hundreds_of_sessions_at_once_go_as_they_go_alone(served, source, conversations):
    """Three sessions of every row, all live before the first acts, and acting side by side."""
    url, sessions = served
    wanted = list(conversations.items()) * 3

    async def one(client, row, messages, ready):
        session = (await client.post("/sessions", json={"row": row})).json()["session"]
        await ready()
        for message in assistant(messages):
            await client.post(f"/sessions/{session}/step", json={"message": message})
        value = (await client.post(f"/sessions/{session}/score")).json()["value"]
        said = (await client.get(f"/sessions/{session}")).json()["messages"]
        await client.delete(f"/sessions/{session}")
        return value, said

    async def everyone():
        waiting, gate = [0], asyncio.Event()

        async def ready():
            waiting[0] += 1
            if waiting[0] == len(wanted):
                gate.set()
            await gate.wait()

        limits = httpx2.Limits(max_connections=40)
        async with httpx2.AsyncClient(base_url=url, limits=limits, timeout=60) as client:
            return await asyncio.gather(*(one(client, *w, ready) for w in wanted))

    before = len(sessions)
    played = asyncio.run(everyone())
    assert len(sessions) == before
    alone = {}
    for row, messages in conversations.items():
        alone[row] = source.episode(row)
        play(alone[row], messages)
    for (row, _), (value, said) in zip(wanted, played, strict=True):
        assert value == 1
        assert said == alone[row].messages


def test_requests_of_one_session_do_not_mix(served, writing):
    """Fifty at once: each is one message with its results, whole and in some order."""
    url, _ = served

    async def everyone():
        async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
            session = (await client.post("/sessions", json={"row": writing})).json()["session"]
            path = f"/sessions/{session}"
            calls = [{"name": "a", "arguments": {}}, {"name": "b", "arguments": {}}]
            posts = (client.post(f"{path}/call", json={"calls": calls}) for _ in range(50))
            await asyncio.gather(*posts)
            return (await client.get(path)).json()["messages"][2:]

    messages = asyncio.run(everyone())
    assert len(messages) == 150
    for at in range(0, 150, 3):
        said, *results = messages[at : at + 3]
        assert [c["id"] for c in said["tool_calls"]] == [r["tool_call_id"] for r in results]


# -- bad input -----------------------------------------------------------------------------
BROKEN = [
    '{"index": 1',
    "nothing",
    "[1",
    '{"a": NaN}',
    '{"row": "\\ud800"}',
    b"\xff\xfe",
    "[" * 9_000,
]


@pytest.mark.parametrize("body", BROKEN, ids=lambda b: ascii(b)[:20])
def test_what_is_no_json_is_refused(client, body):
    assert error_code(client.post("/sessions", content=body)) == "bad_json"


@pytest.mark.parametrize(
    "body",
    [[], "x", 7, {"rows": 1}, {"index": "1"}, {"index": True}, {"index": 1.0}, {"row": 7},
     {"seed": 2**70}, {"seed": "x"}, {"split": []}],
    ids=str,
)  # fmt: skip
def test_another_shape_is_refused(client, body):
    assert error_code(client.post("/sessions", json=body)) == "bad_request"


def test_acting_with_another_shape_is_refused(client):
    path = f"/sessions/{opened(client, index=0)['session']}"
    for end, body in (
        ("step", {"message": "x"}),
        ("step", {"message": []}),
        ("step", {"message": {"role": "user", "content": "x"}}),
        ("step", {"message": {"role": None, "content": "x"}}),
        ("step", {}),
        ("say", {}),
        ("call", {"calls": []}),
        ("call", {"calls": {"name": "x"}}),
        ("call", {"calls": [7]}),
        ("call", {"name": "x", "argument": {}}),
    ):
        assert error_code(client.post(f"{path}/{end}", json=body)) == "bad_request", (end, body)
    assert len(client.get(path).json()["messages"]) == 2


def test_what_a_model_gets_wrong_is_told_in_the_conversation(client, writing, source):
    name = source.task(writing).checks.turns[0].calls[0].name
    path = f"/sessions/{opened(client, row=writing)['session']}"
    for called in ("nothing", "", None, 7, ["x"]):
        answer = client.post(f"{path}/call", json={"name": called, "arguments": {}})
        assert answer.json()["error"] == "unknown_tool"
    for arguments in (None, 7, [], "", "{", '{"a": NaN}', '{"a": "\\ud800"}', {"nothing": 1}):
        answer = client.post(f"{path}/call", json={"name": name, "arguments": arguments})
        assert answer.json()["error"] == "invalid_arguments", arguments
    for text in (None, 7, ["x"], {"a": 1}):
        fresh = f"/sessions/{opened(client, row=writing)['session']}"
        assert client.post(f"{fresh}/say", json={"text": text}).json()["done"]


def test_a_large_body_is_refused(client):
    path = f"/sessions/{opened(client, index=0)['session']}"
    answer = client.post(f"{path}/say", json={"text": "x" * 20_001})
    assert error_code(answer) == "too_large"

    def parts():
        for _ in range(50):
            yield b"x" * 1_000

    assert error_code(client.post(f"{path}/say", content=parts())) == "too_large"
    assert client.get(path).json()["messages"][2:] == []


def test_a_slow_body_is_refused(served):
    """A socket of its own: the client waits for the answer before the body is whole."""
    import socket

    host, port = served[0].removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as raw:
        raw.sendall(b"POST /sessions HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\n{")
        answer = b""
        while not answer.endswith(b"}}"):
            answer += raw.recv(4_096)
    assert b" 408 " in answer
    assert b'"timeout"' in answer


def test_what_is_not_there_is_told(client):
    assert error_code(client.get("/nothing")) == "not_found"
    assert error_code(client.get("/sessions/nothing")) == "not_found"
    assert error_code(client.post("/sessions/nothing/say", json={"text": "x"})) == "not_found"
    assert error_code(client.delete("/sessions/nothing")) == "not_found"
    assert error_code(client.put("/sessions", json={})) == "method_not_allowed"
    assert error_code(client.get("/sessions")) == "method_not_allowed"


# -- limits, expiry and caps ---------------------------------------------------------------
def test_a_limit_ends_the_session_with_its_reason(source):
    source_limits = source.limits
    source.limits = Limits(calls=1)
    try:
        with running(source) as (url, _), client_of(url) as client:
            path = f"/sessions/{opened(client, index=0)['session']}"
            client.post(f"{path}/call", json={"name": "x", "arguments": {}})
            answer = client.post(f"{path}/call", json={"name": "x", "arguments": {}}).json()
            assert (answer["done"], answer["reason"]) == (True, "calls")
            assert answer["error"] == "episode_over"
            assert len(client.get(path).json()["messages"]) == 4
            assert client.post(f"{path}/score").json()["value"] < 1
            after = client.post(f"{path}/step", json={"message": {"content": "x"}}).json()
            assert after["messages"] == []
    finally:
        source.limits = source_limits


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_idle_sessions_expire_and_make_room(source):
    clock = Clock()
    caps = Caps(sessions=2, idle=60)
    with running(source, caps, None, clock) as (url, sessions), client_of(url) as client:
        first, second = (opened(client, index=n)["session"] for n in range(2))
        assert error_code(client.post("/sessions", json={"index": 2})) == "too_many_sessions"
        clock.now = 40
        assert client.get(f"/sessions/{first}").status_code == 200
        clock.now = 80
        assert error_code(client.get(f"/sessions/{second}")) == "gone"
        assert client.get(f"/sessions/{first}").status_code == 200
        opened(client, index=2)
        assert len(sessions) == 2
        client.delete(f"/sessions/{first}")
        assert error_code(client.get(f"/sessions/{first}")) == "gone"
        assert client.get("/health").json()["sessions"] == 1


def test_expired_sessions_are_swept_without_a_request(source):
    with running(source, Caps(idle=0.2)) as (url, sessions), client_of(url) as client:
        opened(client, index=0)
        deadline = asyncio.run(_until(lambda: not sessions._live))
        assert deadline


async def _until(holds, seconds=5.0):
    for _ in range(int(seconds / 0.05)):
        if holds():
            return True
        await asyncio.sleep(0.05)
    return False


def test_a_bug_of_ours_is_told_and_closes_its_session(source, monkeypatch):

    with running(source) as (url, _), client_of(url) as client:
        path = f"/sessions/{opened(client, index=0)['session']}"
        monkeypatch.setattr(Live, "call", lambda *_: 1 / 0)
        answer = client.post(f"{path}/call", json={"name": "x", "arguments": {}})
        assert error_code(answer) == "internal"
        assert "ZeroDivisionError" in answer.json()["error"]["message"]
        assert error_code(client.get(path)) == "gone"


# -- who may talk --------------------------------------------------------------------------
def test_a_token_is_asked_of_everyone(source):
    with running(source, token="secret") as (url, _):
        for given in (None, "Bearer wrong", "secret", "Bearer secret2", "Bearer sécret"):
            coded = {"authorization": given.encode("latin-1")} if given else {}
            with client_of(url, **coded) as client:
                for path in ("/sessions", "/mcp", "/mcp/x", "/nothing"):
                    answer = client.post(path, json={})
                    assert error_code(answer) == "unauthorized"
                    assert answer.headers["www-authenticate"] == "Bearer"
                assert client.get("/health").status_code == 200
        with client_of(url, authorization="Bearer secret", host="example.org") as client:
            assert opened(client, index=0)


@pytest.mark.parametrize(
    "headers",
    [{"host": "example.org"}, {"host": "example.org:80"}, {"origin": "https://example.org"},
     {"origin": "null"}, {"host": "127.0.0.1.example.org"}, {"host": "[::"}],
)  # fmt: skip
def test_a_web_page_may_not_talk_to_a_local_server(served, headers):
    with client_of(served[0], **headers) as client:
        assert error_code(client.post("/sessions", json={"index": 0})) == "forbidden"
        assert error_code(client.post("/mcp?index=0", json={})) == "forbidden"


@pytest.mark.parametrize("origin", ["http://127.0.0.1:3000", "http://localhost", "http://[::1]:1"])
def test_a_page_of_this_machine_may(served, origin):
    with client_of(served[0], origin=origin) as client:
        assert opened(client, index=0)


def test_answers_are_json_to_the_byte(client):
    answer = client.post("/sessions", json={"index": 0})
    assert answer.headers["content-type"] == "application/json"
    assert json.loads(answer.content) == answer.json()
