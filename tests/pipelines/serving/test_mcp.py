"""The MCP door, by the SDK's own client over loopback: old and new revisions of the protocol."""

import asyncio

import httpx2
import pytest
from jsonschema import Draft202012Validator
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from callwright.domains.core.live import Live
from callwright.pipelines.serving.sessions import Caps
from tests.pipelines.serving.mcp_client import (
    MODERN,
    OLD,
    connected,
    play,
    post,
    read,
    session_url,
    with_http,
)
from tests.pipelines.serving.server import client_of, running


@pytest.fixture(scope="module")
def served(source):
    with running(source) as (url, sessions):
        yield url, sessions


# -- the reference -------------------------------------------------------------------------
@pytest.mark.parametrize("way", ["session", "row"])
def test_every_reference_scores_one(served, conversations, way):
    url, _ = served

    async def everything(http):
        for row, messages in conversations.items():
            address = session_url(url, row) if way == "session" else f"{url}/mcp?row={row}"
            async with connected(http, address) as client:
                assert client.protocol_version == (MODERN if way == "session" else OLD)
                start = await client.get_prompt("start")
                assert start.description == messages[0]["content"]
                assert [said.content.text for said in start.messages] == [messages[1]["content"]]
                heard = await play(client, messages)
                expected = [m["content"] for m in messages[2:] if m["role"] in {"tool", "user"}]
                assert heard == expected
                assert (await read(client, "score"))["value"] == 1
                assert (await read(client, "session"))["reason"] == "finished"

    asyncio.run(with_http(everything))


def test_the_tools_are_the_rows_own_as_json_schema(served, source):
    url, _ = served

    async def everything(http):
        for head in source.heads[::4]:
            async with connected(http, session_url(url, head.id)) as client:
                listed = (await client.list_tools()).tools
            shown = [tool["function"] for tool in source.episode(head.id).tools]
            assert [tool.name for tool in listed] == [tool["name"] for tool in shown]
            for tool, function in zip(listed, shown, strict=True):
                Draft202012Validator.check_schema(tool.input_schema)
                assert tool.input_schema["type"] == "object"
                assert set(tool.input_schema["properties"]) == set(
                    function["parameters"]["properties"]
                )

    asyncio.run(with_http(everything))


def test_both_doors_lead_to_one_session(served, writing, source):
    url, _ = served
    call = source.task(writing).checks.turns[0].calls[0]
    opened = post(url, "/sessions", row=writing)

    async def over_mcp():
        async with Client(url + opened["mcp"]) as client:
            result = await client.call_tool(call.name, call.arguments)
            return result, await read(client, "conversation")

    result, conversation = asyncio.run(over_mcp())
    assert not result.is_error
    with client_of(url) as client:
        assert client.get(f"/sessions/{opened['session']}").json()["messages"] == conversation
    assert conversation[-1]["content"] == result.content[0].text


# -- changing tools ------------------------------------------------------------------------
def test_an_old_client_hears_that_tools_are_offered(served, offering):
    url, _ = served

    async def dialogue():
        heard, streaming = asyncio.Event(), asyncio.Event()

        async def handler(message):
            if getattr(message, "method", "") == "notifications/tools/list_changed":
                heard.set()

        async def answered(response):
            if response.request.method == "GET":
                streaming.set()  # the client opens the stream of events on its own

        address = f"{url}/mcp?row={offering}"
        async with (
            httpx2.AsyncClient(timeout=30, event_hooks={"response": [answered]}) as http,
            connected(http, address, mode="legacy", message_handler=handler) as client,
        ):
            assert client.server_capabilities.tools.list_changed
            before = [tool.name for tool in (await client.list_tools()).tools]
            await asyncio.wait_for(streaming.wait(), 5)
            await client.get_prompt("say", {"text": "I cannot."})
            await asyncio.wait_for(heard.wait(), 5)
            after = [tool.name for tool in (await client.list_tools()).tools]
            assert after[:-1] == before

    asyncio.run(dialogue())


@pytest.mark.parametrize("door", ["mcp", "http"])
def test_a_new_client_that_listens_hears_that_tools_are_offered(served, offering, door):
    url, _ = served
    opened = post(url, "/sessions", row=offering)

    async def say(client):
        if door == "mcp":
            await client.get_prompt("say", {"text": "I cannot."})
            return
        path = f"{url}/sessions/{opened['session']}/say"
        async with httpx2.AsyncClient() as other:
            await other.post(path, json={"text": "I cannot."})

    async def dialogue():
        async with Client(url + opened["mcp"]) as client:
            before = (await client.list_tools()).tools
            wanted = {"tools_list_changed": True, "resource_subscriptions": ["callwright://score"]}
            async with client.listen(**wanted) as events:
                await say(client)
                kinds = {type(await anext(aiter(events))).__name__ for _ in range(2)}
                assert kinds == {"ToolsListChanged", "ResourceUpdated"}
            assert len((await client.list_tools()).tools) == len(before) + 1

    asyncio.run(asyncio.wait_for(dialogue(), 10))


def test_a_closed_session_ends_its_streams(served, offering):
    url, _ = served
    opened = post(url, "/sessions", row=offering)

    async def dialogue():
        async with (
            Client(url + opened["mcp"]) as client,
            client.listen(tools_list_changed=True) as events,
            httpx2.AsyncClient() as other,
        ):
            await other.delete(f"{url}/sessions/{opened['session']}")
            assert [event async for event in events] == []

    asyncio.run(asyncio.wait_for(dialogue(), 10))


# -- sessions ------------------------------------------------------------------------------
def test_clients_of_one_address_do_not_see_each_other(served, writing, source):
    url, sessions = served
    call, address = source.task(writing).checks.turns[0].calls[0], f"{url}/mcp?row={writing}"
    before = len(sessions)

    async def dialogue():
        async with Client(address) as one, Client(address) as other:
            told_one = await one.call_tool(call.name, call.arguments)
            assert len(await read(other, "conversation")) == 2
            told_other = await other.call_tool(call.name, call.arguments)
            assert told_one.content == told_other.content
            assert len(sessions) == before + 2

    asyncio.run(dialogue())
    assert len(sessions) == before


def test_many_clients_at_once_score_one(served, conversations):
    url, _ = served

    async def one(http, row, messages):
        async with connected(http, f"{url}/mcp?row={row}") as client:
            await play(client, messages)
            return (await read(client, "score"))["value"]

    async def everyone(http):
        return await asyncio.gather(*(one(http, *pair) for pair in conversations.items()))

    assert set(asyncio.run(with_http(everyone))) == {1}


def test_an_expired_session_is_not_begun_anew(source, writing):
    class Clock:
        now = 0.0

        def __call__(self):
            return self.now

    clock = Clock()

    async def dialogue(url):
        async with Client(f"{url}/mcp?row={writing}") as client:
            await client.list_tools()
            clock.now = 61
            with pytest.raises(MCPError, match="expired"):
                await client.list_tools()

    with running(source, Caps(idle=60), None, clock) as (url, _):
        asyncio.run(dialogue(url))


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_bug_of_ours_is_an_error_and_closes_its_session(source, writing, monkeypatch, mode):
    async def dialogue(url):
        async with Client(session_url(url, writing), mode=mode) as client:
            monkeypatch.setattr(Live, "call", lambda *_: 1 / 0)
            with pytest.raises(MCPError):
                await client.call_tool("x", {})
            with pytest.raises(MCPError, match="expired or was closed"):
                await client.list_tools()

    with running(source) as (url, _):
        asyncio.run(dialogue(url))


def test_a_token_opens_the_door(source, writing):
    async def dialogue(url):
        headers = {"authorization": "Bearer secret"}
        async with (
            httpx2.AsyncClient(headers=headers) as http,
            Client(streamable_http_client(f"{url}/mcp?row={writing}", http_client=http)) as client,
        ):
            assert (await client.list_tools()).tools
        with pytest.raises(BaseExceptionGroup):
            async with Client(f"{url}/mcp?row={writing}"):
                pass

    with running(source, token="secret") as (url, _):
        asyncio.run(dialogue(url))
