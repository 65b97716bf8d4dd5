"""An OpenAI-compatible endpoint on loopback, in a thread, that says and fails as a test tells it.

The script is a function of a request's JSON and of how often the same request came before; it
gives what is to happen: `say(...)`, or one of the faults below. `FAULTS` holds all of them by name.
"""

import asyncio
import hashlib
import json
import threading
from collections import Counter

from aiohttp import web

MODEL = "stub"
USAGE = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}


class EndpointServer:
    """Use as a context manager; `counts` tells how often each request came, by its digest."""

    def __init__(self, script=None):
        self.script = script or (lambda request, number: say("Fine."))
        self.counts = Counter()
        self.requests = []
        self.headers = []
        self.in_flight = 0
        self.most_in_flight = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(10)

    def _run(self):
        asyncio.run(self._serve())

    async def _serve(self):
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        app = web.Application(client_max_size=2**26)
        app.router.add_post("/v1/chat/completions", self._answer)
        runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.01)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        self._ready.set()
        await self._stopped.wait()
        await runner.cleanup()

    async def _answer(self, request):
        body = await request.json()
        digest = digest_of(body)
        number = self.counts[digest]
        self.counts[digest] += 1
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            return await self.script(body, number)(request)
        finally:
            self.in_flight -= 1


def digest_of(body):
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def say(content=None, *, calls=None, model=MODEL, finish="stop", usage=USAGE, gate=None, **fields):
    """A reply; `calls` are (name, arguments as the wire has them); it waits for `gate` if any."""
    message = {"role": "assistant", "content": content, **fields}
    if calls is not None:
        message["tool_calls"] = [
            {"id": f"x{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for n, (name, arguments) in enumerate(calls)
        ]
    choice = {"index": 0, "message": message, "finish_reason": finish}
    body = {"model": model, "choices": [choice], "usage": usage}

    async def happen(request):
        if gate is not None:
            await asyncio.to_thread(gate.wait, 10)
        return web.json_response(body)

    return happen


def status(code, text="no", **headers):
    async def happen(request):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(status=code, text=text, headers=named)

    return happen


def sends(text, content_type="application/json", *, told=True):
    """A reply of that text, whose length its head tells or not."""

    async def happen(request):
        response = web.Response(text=text, content_type=content_type)
        if not told:
            response.enable_chunked_encoding()
        return response

    return happen


def hang():
    async def happen(request):
        await asyncio.Event().wait()

    return happen


def cut():
    """The connection ends in the middle of a reply."""

    async def happen(request):
        response = web.StreamResponse(headers={"Content-Length": "1000"})
        await response.prepare(request)
        await response.write(b'{"model":"stub","choi')
        request.transport.close()
        return response

    return happen


def huge(size=10_000_000, *, told=True):
    """A reply of `size` bytes, which its head tells or not."""

    async def happen(request):
        response = web.StreamResponse(headers={"Content-Length": str(size)} if told else {})
        await response.prepare(request)
        for _ in range(size // 100_000):
            await response.write(b" " * 100_000)
        return response

    return happen


def slow_bytes():
    """A byte now and then, for ever: no pause is long, but the reply never ends."""

    async def happen(request):
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b" ")
            await asyncio.sleep(0.01)

    return happen


FAULTS = {
    "429": (lambda: status(429), "rate_limited"),
    "429-retry-after": (lambda: status(429, Retry_After="1"), "rate_limited"),
    "500": (lambda: status(500), "server_error"),
    "503": (lambda: status(503), "server_error"),
    "error-with-200": (lambda: sends('{"error": {"message": "overloaded"}}'), "server_error"),
    "hang": (hang, "timed_out"),
    "slow-bytes": (slow_bytes, "timed_out"),
    "cut": (cut, "disconnected"),
    "half-json": (lambda: sends('{"model": "stub", "choices": [{"mess'), "malformed"),
    "html": (lambda: sends("<html><h1>Bad gateway</h1></html>", "text/html"), "malformed"),
    "wrong-model": (lambda: say("Fine.", model="another"), "wrong_model"),
    "empty": (lambda: sends('{"model": "stub", "choices": []}'), "empty"),
    "huge": (huge, "too_large"),
    "huge-untold": (lambda: huge(told=False), "too_large"),
}
"""Every fault after which asking again may help: how it is made, and the kind of its failure."""
