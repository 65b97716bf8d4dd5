"""Runs the server in this process: binds a socket, says where, and serves until it is stopped."""

import os
import secrets
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from callwright.pipelines.serving.app import build_app
from callwright.pipelines.serving.guard import is_local
from callwright.pipelines.serving.sessions import Sessions
from callwright.schemas.errors import OutputError

TOKEN: Final = "CALLWRIGHT_TOKEN"
BACKLOG: Final = 2_048
"""Connections that may wait to be taken."""

LAST_SECONDS: Final = 3
"""Seconds for which a server that is stopped waits for requests: streams of events have no end."""


def token_for(host: str) -> tuple[str | None, bool]:
    """The token that requests must bear, and whether it was made here and so must be told.

    It is that of the environment; without one, a new one for a host that others can reach, else
    None.
    """
    given = os.environ.get(TOKEN, "")
    if given or is_local(host):
        return given or None, False
    return secrets.token_urlsafe(32), True


def serve(
    sessions: Sessions, host: str, port: int, token: str | None, say: Callable[[str], None]
) -> None:
    """Serve until SIGINT or SIGTERM.

    Args:
        sessions: what is served.
        host: to bind.
        port: to bind; 0 for one that is free.
        token: that requests must bear; None for none.
        say: is told the server's address once it takes connections.

    Raises:
        OutputError: the address cannot be bound.
    """
    config = uvicorn.Config(
        build_app(sessions, token),
        log_level="warning",
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=LAST_SECONDS,
    )
    with bound(host, port) as listening:
        say(url_of(listening))
        uvicorn.Server(config).run(sockets=[listening])


def bound(host: str, port: int) -> socket.socket:
    """A listening socket; `OutputError` when the address cannot be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        raise OutputError(f"cannot serve at {host}, port {port}: {error}") from error
    # Connections inherit it; without it every answer waits 40 ms for the client to acknowledge.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def url_of(listening: socket.socket) -> str:
    """The address of a socket as a URL."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
