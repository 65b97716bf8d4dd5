"""HTTP: one request out, one reply in, bounded in time and size. Nothing is retried here.

Connections are kept, redirects are not followed (they would carry the key away), and neither
proxies nor `.netrc` of the environment are used. No exception of the library leaves this module,
since those hold the headers of the request.
"""

from dataclasses import dataclass

import aiohttp
from aiohttp.hdrs import CONTENT_ENCODING
from yarl import URL

from callwright.generators.teachers.openai.backoff import retry_after
from callwright.generators.teachers.openai.deadlines import Deadlines
from callwright.generators.teachers.openai.endpoint import Endpoint
from callwright.generators.teachers.openai.failures import Failure, excerpt, of_status
from callwright.generators.teachers.openai.settings import Limits

KEEP_SECONDS = 4.0
"""How long an idle connection is kept: below the 5 seconds after which uvicorn closes it."""
PATH = "/chat/completions"


@dataclass(slots=True)
class _Line:
    """The way to one endpoint, made once; the session holds the headers of all its requests."""

    url: URL
    session: aiohttp.ClientSession
    deadlines: Deadlines


class Transport:
    """The connections of one teacher; opened on the loop that sends first."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._most = limits.reply_bytes
        self._lines: dict[str, _Line] = {}
        self._closed = False

    async def post(self, endpoint: Endpoint, body: bytes, seconds: float) -> bytes | Failure:
        """The body of a reply with status 200, without the key should it quote it."""
        line = self._lines.get(endpoint.settings.url) or self._open(endpoint)
        try:
            with line.deadlines.within(seconds):
                response = await line.session.post(
                    line.url, data=aiohttp.BytesPayload(body), allow_redirects=False
                )
                said = await self._read(response)
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
        for line in self._lines.values():
            line.deadlines.close()
            await line.session.close()

    def _open(self, endpoint: Endpoint) -> _Line:
        if self._closed:
            raise RuntimeError("this teacher is closed")
        session = aiohttp.ClientSession(
            # How many requests are in flight is for the pool to say.
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
            headers=endpoint.headers(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=self._limits.connect_seconds),
        )
        url = endpoint.settings.url
        self._lines[url] = _Line(URL(url + PATH), session, Deadlines())
        return self._lines[url]

    async def _read(self, response: aiohttp.ClientResponse) -> bytes | None:
        """The reply's body; None, and the connection is dropped, when it is longer than allowed.

        A reply that was read to its end has given its connection back by itself.
        """
        told = response.content_length
        if told is not None and told <= self._most and CONTENT_ENCODING not in response.headers:
            return await response.read()
        chunks: list[bytes] = []
        left = self._most
        try:
            if (told or 0) > left:
                return None
            async for chunk in response.content.iter_any():
                left -= len(chunk)
                if left < 0:
                    return None
                chunks.append(chunk)
        finally:
            response.close()
        return b"".join(chunks)
