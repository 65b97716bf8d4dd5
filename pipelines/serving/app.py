"""The server: the HTTP door and the MCP door over the same sessions, in one ASGI application."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from callwright.pipelines.serving.errors import ServeError
from callwright.pipelines.serving.guard import Guard
from callwright.pipelines.serving.http import routes
from callwright.pipelines.serving.mcp_door import McpDoor, own_name
from callwright.pipelines.serving.replies import refuse
from callwright.pipelines.serving.sessions import Sessions

SWEEPS = 4
"""Looks for idle sessions in the time after which one is idle."""


def build_app(sessions: Sessions, token: str | None = None) -> Starlette:
    """The ASGI application.

    Args:
        sessions: what is served.
        token: that requests must bear; None for a server that only this machine can reach.
    """
    caps = sessions.caps
    manager = StreamableHTTPSessionManager(
        McpDoor(sessions).server(),
        json_response=True,
        session_idle_timeout=caps.idle,
        max_sessions=caps.sessions,
        max_request_body_size=caps.body,
    )
    door = McpEndpoint(manager, sessions)
    mcp = [Route(path, door) for path in ("/mcp", "/mcp/{session}")]
    return Starlette(
        routes=[*routes(sessions), *mcp],
        middleware=[Middleware(Guard, token=token)],
        exception_handlers={ServeError: _refused, HTTPException: _http, Exception: _internal},
        lifespan=_lifespan(sessions, manager),
    )


class McpEndpoint:
    """Hands requests to the SDK; a client that leaves closes the session that was its own."""

    def __init__(self, manager: StreamableHTTPSessionManager, sessions: Sessions) -> None:
        self._manager, self._sessions = manager, sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        await self._manager.handle_request(scope, receive, send)
        request = Request(scope)
        own = own_name(request)
        if request.method == "DELETE" and own is not None:
            self._sessions.close(own)


def _lifespan(
    sessions: Sessions, manager: StreamableHTTPSessionManager
) -> Callable[[Starlette], Any]:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(sessions))
        try:
            async with manager.run():
                yield
        finally:
            sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await sweeping

    return lifespan


async def _sweep(sessions: Sessions) -> None:
    while True:
        await asyncio.sleep(sessions.caps.idle / SWEEPS)
        sessions.sweep()


async def _refused(_request: Request, error: Exception) -> Response:
    if not isinstance(error, ServeError):
        raise error
    return refuse(error)


async def _http(_request: Request, error: Exception) -> Response:
    if getattr(error, "status_code", 404) == 405:
        return refuse(ServeError("method_not_allowed", "this path takes another method"))
    return refuse(ServeError("not_found", "there is no such path; see docs/serving.md"))


async def _internal(_request: Request, error: Exception) -> Response:
    """Starlette raises the error again after this answer, so that the log has it.

    The server then drops the connection: a client that is not told would use it once more.
    """
    answer = refuse(ServeError("internal", f"a bug of callwright: {type(error).__name__}"))
    answer.headers["connection"] = "close"
    return answer
