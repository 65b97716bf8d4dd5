"""HTTP: one request out, one reply in, bounded in time and size. Nothing is retried here.

Connections are kept, redirects are not followed (they would carry the key away), and neither
proxies nor `.netrc` of the environment are used. No exception of the library leaves this module,
since those hold the headers of the request.
"""

import asyncio
from dataclasses import dataclass

import aiohttp
from yarl import URL

from callwright.generators.teachers.openai.backoff import retry_after
from callwright.generators.teachers.openai.endpoint import Endpoint
from callwright.generators.teachers.openai.failures import Failure, excerpt, of_status
from callwright.generators.teachers.openai.settings import Limits

KEEP_SECONDS = 4.0
"""How long an idle connection is kept: below the 5 seconds after which uvicorn closes it."""
PATH = "/chat/completions"
ENCODING = "Content-Encoding"


@dataclass(slots=True)
class _Target:
    """Where requests to an endpoint go, made once."""

    url: URL
    headers: dict[str, str]


class Transport:
    """The connections of one teacher; opened on the loop that sends first."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._most = limits.reply_bytes
        self._session: aiohttp.ClientSession | None = None
        self._targets: dict[str, _Target] = {}
        self._closed = False

    async def post(self, endpoint: Endpoint, body: bytes, seconds: float) -> bytes | Failure:
        """The body of a reply with status 200, without the key should it quote it."""
        session = self._session or self._open()
        target = self._targets.get(endpoint.settings.url) or self._target(endpoint)
        try:
            async with (
                asyncio.timeout(seconds),
                session.post(
                    target.url, data=body, headers=target.headers, allow_redirects=False
                ) as response,
            ):
                length = response.content_length
                if length is None or length > self._most or ENCODING in response.headers:
                    said = await self._bounded(response)
                else:
                    said = await response.read()
        except aiohttp.ClientError as error:
            told = excerpt(endpoint.key.hide(f"{type(error).__name__}: {error}".encode()))
            return Failure("disconnected", told)
        except TimeoutError:
            return Failure("timed_out", f"no reply after {seconds:g} seconds", overloaded=True)
        if response.status == 200:
            if said is None:
                return Failure("too_large", f"more than {self._most} bytes")
            return endpoint.key.hide(said)
        quoted = endpoint.key.hide(said or b"")
        wanted = retry_after(response.headers)
        return of_status(response.status, quoted, endpoint.key.variable, wanted)

    async def close(self) -> None:
        """Close all connections; requests after that are a mistake of the caller's."""
        self._closed = True
        if self._session is not None:
            await self._session.close()

    def _open(self) -> aiohttp.ClientSession:
        if self._closed:
            raise RuntimeError("this teacher is closed")
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=self._limits.connect_seconds)
        self._session = aiohttp.ClientSession(
            # How many requests are in flight is for the pool to say.
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=timeout,
        )
        return self._session

    def _target(self, endpoint: Endpoint) -> _Target:
        url = endpoint.settings.url
        return self._targets.setdefault(url, _Target(URL(url + PATH), endpoint.headers()))

    async def _bounded(self, response: aiohttp.ClientResponse) -> bytes | None:
        """The reply's body; None, and the connection is dropped, when it is longer than allowed."""
        chunks: list[bytes] = []
        left = self._most
        if (response.content_length or 0) <= left:
            async for chunk in response.content.iter_any():
                left -= len(chunk)
                if left < 0:
                    break
                chunks.append(chunk)
            else:
                return b"".join(chunks)
        response.close()
        return None
