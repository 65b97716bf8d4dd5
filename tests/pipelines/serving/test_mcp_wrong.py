"""The MCP door refuses what is wrong with an address, and tells what a model gets wrong."""

import asyncio
import json

import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from callwright.pipelines.serving.sessions import Caps
from tests.pipelines.serving.mcp_client import (
    MODERN,
    OLD,
    post,
    read,
    refusal,
    session_url,
)
from tests.pipelines.serving.server import client_of, running


@pytest.fixture(scope="module")
def served(source):
    with running(source) as (url, sessions):
        yield url, sessions


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_address_without_a_row_is_refused_at_once(served, mode):
    url, _ = served
    for address, code in (
        ("/mcp", "bad_request"),
        ("/mcp?row=nothing", "not_found"),
        ("/mcp?index=10000", "not_found"),
        ("/mcp?index=x", "bad_request"),
        ("/mcp?index=0&rows=1", "bad_request"),
        ("/mcp/nothing", "not_found"),
    ):
        error = asyncio.run(refusal(url + address, mode=mode))
        assert error.data["code"] == code, address


def test_a_new_client_cannot_hold_a_session_that_it_names_itself(served):
    """Without `initialize`, the header of a session would be the client's own invention."""
    url, sessions = served
    before = len(sessions)

    async def dialogue():
        headers = {"mcp-session-id": "mine"}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(
                streamable_http_client(f"{url}/mcp?index=0", http_client=http), mode=MODERN
            ) as c,
        ):
            with pytest.raises(MCPError, match="POST /sessions first"):
                await c.list_tools()

    asyncio.run(dialogue())
    assert len(sessions) == before


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_what_a_model_gets_wrong_is_an_error_result(served, writing, source, mode):
    url, _ = served
    name = source.task(writing).checks.turns[0].calls[0].name
    deep = {"a": {}}
    for _ in range(80):
        deep = {"a": deep}

    async def dialogue():
        async with Client(session_url(url, writing), mode=mode) as client:
            for called, arguments in (
                ("nothing", {}),
                ("", {}),
                (name, {}),
                (name, {"nothing": None}),
                (name, {"x": 2**70}),
                (name, deep),
            ):
                result = await client.call_tool(called, arguments)
                assert result.is_error, (called, arguments)
                assert result.content[0].text
            with pytest.raises(MCPError, match="there is no resource"):
                await client.read_resource("callwright://secrets")
            with pytest.raises(MCPError, match="there are the prompts"):
                await client.get_prompt("nothing")
            with pytest.raises(MCPError, match="say with a text"):
                await client.get_prompt("say")
            assert (await read(client, "score"))["value"] < 1

    asyncio.run(dialogue())


RAW = [
    (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x"', 400),
    (b"", 400),
    (b"[]", 400),
    (b'"x"', 400),
    (b"\xff\xfe", 400),
    (b"[" * 50_000, 400),
    (b"x" * 70_000, 413),
]


@pytest.mark.parametrize("revision", [OLD, MODERN])
@pytest.mark.parametrize(("body", "status"), RAW, ids=lambda v: ascii(v)[:20])
def test_bytes_that_are_no_message_are_refused(source, revision, body, status):
    headers = {
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": revision,
    }
    with running(source, Caps(body=65_536)) as (url, _), client_of(url, **headers) as client:
        path = client.post("/sessions", json={"index": 0}).json()["mcp"]
        assert client.post(path, content=body).status_code == status
        assert client.get(path.replace("/mcp", "/sessions")).json()["messages"][2:] == []


def test_a_lone_surrogate_in_a_call_is_told(served, writing):
    """The SDK's client cannot send one; another may."""
    url, _ = served
    opened = post(url, "/sessions", row=writing)
    meta = {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "x", "arguments": {"a": "\ud800"}, "_meta": meta}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": MODERN,
        "mcp-method": "tools/call",
        "mcp-name": "x",
    }
    with client_of(url, **headers) as client:
        answer = client.post(opened["mcp"], content=json.dumps(body)).json()
        assert answer["result"]["isError"], answer
        assert "unknown_tool" in answer["result"]["content"][0]["text"]
        assert client.get(f"/sessions/{opened['session']}").status_code == 200
