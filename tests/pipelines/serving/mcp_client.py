"""The SDK's client of the MCP door."""

import json

import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from tests.pipelines.serving.play import assistant
from tests.pipelines.serving.server import client_of

MODERN, OLD = "2026-07-28", "2025-11-25"


def post(url, path, **body):
    with client_of(url) as client:
        return client.post(path, json=body).json()


def session_url(url, row):
    """The MCP address of a new session, which serves every revision."""
    return url + post(url, "/sessions", row=row)["mcp"]


async def read(client, name):
    result = await client.read_resource(f"callwright://{name}")
    return json.loads(result.contents[0].text)


async def play(client, messages):
    """The contents of all results and user turns."""
    heard = []
    for message in assistant(messages):
        for call in message.get("tool_calls", []):
            function = call["function"]
            result = await client.call_tool(function["name"], function["arguments"])
            heard.append(result.content[0].text)
        if not message.get("tool_calls"):
            turn = await client.get_prompt("say", {"text": message["content"]})
            heard += [said.content.text for said in turn.messages]
    return heard


def told(error):
    """The one `MCPError` in a group of errors."""
    while isinstance(error, BaseExceptionGroup):
        (error,) = error.exceptions
    assert isinstance(error, MCPError), error
    return error.error


def connected(http, address, **options):
    """A client over a shared HTTP client: to make one of these takes longer than most rows."""
    return Client(streamable_http_client(address, http_client=http), **options)


async def with_http(program):
    async with httpx2.AsyncClient(timeout=30, trust_env=False) as http:
        return await program(http)


async def refusal(address, **options):
    with pytest.raises(BaseExceptionGroup) as caught:
        async with Client(address, **options):
            pass
    return told(caught.value)
