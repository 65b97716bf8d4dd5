"""An endpoint that answers each request after a set time: the other side of `saturation.py`.

    python benchmarks/stub.py 0.05 [SIGMA]

It answers in the order of its clock and says its URL on its first line. The time is fixed, or with
SIGMA lognormal around that median. A request whose last message is a user's gets a tool call, any
other a text, unless no tools were sent. `GET /stats` tells the requests so far, and the integral
of those in flight over time, in request-seconds.
"""

import asyncio
import sys
from random import Random
from time import perf_counter
from typing import cast

import orjson
import uvloop

USAGE = {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960}
CALL = {"city": "Ghent", "date": "2026-11-30", "units": "celsius", "hours": [8, 12, 18]}
TEXT = "It will be dry until noon; take an umbrella for the way back. " * 4


def response(message: dict[str, object], finish: str) -> bytes:
    """A whole HTTP response with one choice."""
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    reply = {
        "id": "chatcmpl-7f3d5a",
        "object": "chat.completion",
        "created": 1_780_000_000,
        "model": "stub",
        "choices": [choice],
        "usage": USAGE,
    }
    return framed(orjson.dumps(reply))


def framed(body: bytes) -> bytes:
    """A body with its head."""
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (
        len(body),
        body,
    )


CALLED = response(
    {
        "content": None,
        "tool_calls": [
            {
                "id": "chatcmpl-tool-1f9b",
                "type": "function",
                "function": {"name": "tool_3", "arguments": orjson.dumps(CALL).decode()},
            }
        ],
    },
    "tool_calls",
)
SAID = response({"content": TEXT}, "stop")


class Load:
    """How many requests are in flight, over time."""

    def __init__(self) -> None:
        self.requests = 0
        self.in_flight = 0
        self._integral = 0.0
        self._at = perf_counter()

    def change(self, by: int) -> None:
        """One more, or one fewer."""
        now = perf_counter()
        self._integral += self.in_flight * (now - self._at)
        self._at = now
        self.in_flight += by

    def told(self) -> bytes:
        """The response of `/stats`."""
        self.change(0)
        stats = {"requests": self.requests, "integral": self._integral, "at": self._at}
        return framed(orjson.dumps(stats))


class Connection(asyncio.Protocol):
    """One connection: requests of which each is whole before the next begins."""

    def __init__(self, load: Load, median: float, sigma: float, random: Random) -> None:
        self._load = load
        self._median = median
        self._sigma = sigma
        self._random = random
        self._data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way back."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Answer once a request is whole."""
        self._data += data
        head, found, body = self._data.partition(b"\r\n\r\n")
        if not found:
            return
        if head.startswith(b"GET /stats"):
            self._data = b""
            self._transport.write(self._load.told())
            return
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        if len(body) < length:
            return
        self._data = b""
        self._load.requests += 1
        self._load.change(1)
        seconds = self._median
        if self._sigma:
            seconds *= self._random.lognormvariate(0.0, self._sigma)
        asyncio.get_running_loop().call_later(seconds, self._answer, reply_to(body))

    def _answer(self, reply: bytes) -> None:
        self._load.change(-1)
        if not self._transport.is_closing():
            self._transport.write(reply)


def reply_to(body: bytes) -> bytes:
    """A call where a user spoke last and there are tools, else a text."""
    calls = b'"tools":' in body and body.rfind(b'"role":"user"') > body.rfind(b'"role":"tool"')
    return CALLED if calls else SAID


async def main() -> None:
    """Serve until killed."""
    median = float(sys.argv[1])
    sigma = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
    load, random = Load(), Random(7)
    server = await asyncio.get_running_loop().create_server(
        lambda: Connection(load, median, sigma, random), "127.0.0.1", 0, backlog=512
    )
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main())
