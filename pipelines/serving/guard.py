"""Who may talk to the server: with a token whoever has it; without one, programs of this machine.

A web page that a browser on this machine shows is refused by its Origin, or by the Host through
which it reached us under another name.
"""

import hmac
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from callwright.pipelines.serving.errors import ServeError
from callwright.pipelines.serving.replies import refuse

LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})
"""Names under which a server without a token answers."""
OPEN = frozenset({"/health"})
"""Paths that need no token."""


def is_local(host: str) -> bool:
    """Whether a server bound to `host` can be reached from this machine alone."""
    return host in LOCAL


class Guard:
    """ASGI middleware.

    Args:
        app: what is guarded.
        token: that requests must bear; None to require Host and Origin of this machine instead.
    """

    def __init__(self, app: ASGIApp, token: str | None = None) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer why not."""
        error = self._fault(scope) if scope["type"] != "lifespan" else None
        if error is None:
            await self._app(scope, receive, send)
        else:
            await refuse(error)(scope, receive, send)

    def _fault(self, scope: Scope) -> ServeError | None:
        headers = Headers(scope=scope)
        if scope["path"] in OPEN:
            return None
        if self._token is not None:
            given = headers.get("authorization", "").encode("latin-1")
            if hmac.compare_digest(given, b"Bearer " + self._token.encode()):
                return None
            return ServeError("unauthorized", "send the header Authorization: Bearer <token>")
        origin = headers.get("origin")
        if _host(f"//{headers.get('host', '')}") in LOCAL and (
            not origin or _host(origin) in LOCAL
        ):
            return None
        return ServeError("forbidden", "only this machine may talk to a server without a token")


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
