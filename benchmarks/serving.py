"""Sessions and calls a second of `callwright serve-env`, beside a bare Starlette echo.

    python benchmarks/serving.py DATASET [--sessions 300] [--rounds 4] [--json]

One client process plays the reference of every row, over keep-alive connections of raw sockets,
first one session at a time, then `--sessions` at once; each must score 1. The echo answers the
same requests, as many at once, in a server of its own with the same settings: `ratio` is requests
a second beside those of the echo. Latencies at many sessions at once are mostly time in the queue.
"""

import argparse
import asyncio
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

from callwright.pipelines.release import Release
from callwright.pipelines.serving.episode import EpisodeSource

ECHO = """
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from callwright.pipelines.serving.run import bound, url_of

async def echo(request):
    return Response(await request.body(), media_type="application/json")

app = Starlette(routes=[Route("/{path:path}", echo, methods=["POST", "DELETE"])])
config = uvicorn.Config(app, log_level="warning", access_log=False)
with bound("127.0.0.1", 0) as listening:
    print(url_of(listening), flush=True)
    uvicorn.Server(config).run(sockets=[listening])
"""
REVISION = "2026-07-28"
Times = dict[str, list[float]]
"""Kind of request -> seconds of each."""
Play = Callable[["Connection", str, list[dict[str, Any]], Times], Awaitable[None]]


class Connection:
    """One keep-alive HTTP connection: enough of a client, and little beside the server's work."""

    def __init__(self, url: str) -> None:
        self._host, self._port = url.removeprefix("http://").split(":")

    async def open(self) -> "Connection":
        """Connect."""
        streams = await asyncio.open_connection(self._host, int(self._port))
        self._reader, self._writer = streams
        return self

    async def send(self, method: str, path: str, body: Any, headers: str = "") -> Any:
        """One request with a JSON body; the JSON of the answer."""
        data = json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            f"content-length: {len(data)}\r\n{headers}\r\n"
        )
        self._writer.write(head.encode() + data)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(answer.split(b"content-length: ")[1].split(b"\r\n")[0])
        raw = await self._reader.readexactly(length)
        status = int(answer.split(b" ")[1])
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {raw[:200]!r}")
        return json.loads(raw)

    def close(self) -> None:
        """Disconnect."""
        self._writer.close()


@contextmanager
def serving(*command: str) -> Iterator[str]:
    """The URL of a server that says it on its first line."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline() if process.stdout else ""
        yield next(word.rstrip(",") for word in line.split() if word.startswith("http://"))
    finally:
        process.terminate()
        process.wait()


async def timed(times: Times, kind: str, request: Awaitable[Any]) -> Any:
    """The answer to a request, its time noted."""
    started = perf_counter()
    answer = await request
    times[kind].append(perf_counter() - started)
    return answer


async def http(link: Connection, row: str, said: list[dict[str, Any]], times: Times) -> None:
    """One session over HTTP."""
    opened = await timed(times, "open", link.send("POST", "/sessions", {"row": row}))
    path = f"/sessions/{opened['session']}"
    for message in said:
        await timed(times, "step", link.send("POST", f"{path}/step", {"message": message}))
    scored = await timed(times, "score", link.send("POST", f"{path}/score", {}))
    await timed(times, "close", link.send("DELETE", path, {}))
    if scored["value"] != 1:
        raise RuntimeError(f"the reference of row {row} scores {scored['value']}")


async def mcp(link: Connection, row: str, said: list[dict[str, Any]], times: Times) -> None:
    """One session whose calls go over MCP, as JSON-RPC."""
    opened = await timed(times, "open", link.send("POST", "/sessions", {"row": row}))
    for message in said:
        for call in message.get("tool_calls", ()):
            await timed(times, "call", rpc(link, opened["mcp"], call["function"]))
    await timed(times, "close", link.send("DELETE", f"/sessions/{opened['session']}", {}))


async def rpc(link: Connection, path: str, function: dict[str, Any]) -> Any:
    """One `tools/call`."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": REVISION,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    headers = (
        f"accept: application/json, text/event-stream\r\nmcp-protocol-version: {REVISION}\r\n"
        f"mcp-method: tools/call\r\nmcp-name: {function['name']}\r\n"
    )
    params = {**function, "_meta": meta}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    return await link.send("POST", path, body, headers)


async def echo(link: Connection, row: str, said: list[dict[str, Any]], times: Times) -> None:
    """As many requests as `http` makes, of the same bodies."""
    bodies = [{"row": row}, *({"message": message} for message in said), {}, {}]
    for body in bodies:
        await timed(times, "echo", link.send("POST", "/echo", body))


async def played(url: str, play: Play, rows: Any, at_once: int, sessions: int) -> dict[str, Any]:
    """Play `sessions` sessions, `at_once` at a time."""
    times: Times = defaultdict(list)
    waiting = list(islice(cycle(rows), sessions))
    links = [await Connection(url).open() for _ in range(at_once)]

    async def worker(link: Connection) -> None:
        while waiting:
            row, said = waiting.pop()
            await play(link, row, said, times)

    started = perf_counter()
    await asyncio.gather(*map(worker, links))
    seconds = perf_counter() - started
    for link in links:
        link.close()
    return measured(times, seconds, sessions)


def measured(times: Times, seconds: float, sessions: int) -> dict[str, Any]:
    """Rates, and the median and 99th percentile of every kind of request in milliseconds."""
    result = {
        "sessions_per_second": round(sessions / seconds, 1),
        "requests_per_second": round(sum(map(len, times.values())) / seconds, 1),
    }
    for kind, all_of_it in sorted(times.items()):
        cuts = quantiles(all_of_it, n=100)
        result[f"{kind}_ms_p50"] = round(cuts[49] * 1e3, 2)
        result[f"{kind}_ms_p99"] = round(cuts[98] * 1e3, 2)
    return result


def in_process(folder: Path, rows: list[Any], rounds: int) -> dict[str, Any]:
    """The same without a server: what an episode itself costs."""
    source = EpisodeSource(folder)
    for row, _ in rows:
        source.episode(row)
    started = perf_counter()
    for row, said in rows * rounds:
        episode = source.episode(row)
        for message in said:
            episode.step(message)
        episode.reward()
    whole = perf_counter() - started
    started = perf_counter()
    for row, _ in rows * rounds:
        source.episode(row)
    opening = perf_counter() - started
    count = len(rows) * rounds
    return {
        "episodes_per_second": round(count / whole, 1),
        "open_us": round(opening / count * 1e6, 1),
    }


def references(folder: Path) -> list[tuple[str, list[dict[str, Any]]]]:
    """The id of every row, and the assistant messages of its reference."""
    found = []
    for row in Release(folder).rows("sft"):
        messages = json.loads(row["messages"])
        found.append((row["id"], [m for m in messages if m["role"] == "assistant"]))
    return found


async def everything(options: argparse.Namespace) -> dict[str, Any]:
    """All measurements, the servers one after the other."""
    rows = references(options.dataset)
    calls = sum(len(m.get("tool_calls", ())) for _, said in rows for m in said) / len(rows)
    result: dict[str, Any] = {
        "rows": len(rows),
        "calls_per_session": round(calls, 2),
        "in_process": in_process(options.dataset, rows, options.rounds),
    }
    command = ("-c", "from callwright.pipelines.cli import main; main()", "serve-env")
    most = options.sessions
    count = most * options.rounds
    with serving(*command, str(options.dataset), "--port", "0", "--sessions", str(most)) as url:
        await played(url, http, rows, 1, len(rows))
        result["http_one"] = await played(url, http, rows, 1, count // 4)
        result["http_many"] = await played(url, http, rows, most, count)
        result["mcp_many"] = await played(url, mcp, rows, most, count)
    with serving("-c", ECHO) as url:
        result["echo_one"] = await played(url, echo, rows, 1, count // 4)
        result["echo_many"] = await played(url, echo, rows, most, count)
    for way in ("http", "mcp"):
        many = result[f"{way}_many"]
        many["calls_per_second"] = round(many["sessions_per_second"] * calls, 1)
        share = many["requests_per_second"] / result["echo_many"]["requests_per_second"]
        many["ratio"] = round(share, 3)
    return result


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", type=Path, help="a release folder")
    parser.add_argument("--sessions", type=int, default=300, help="sessions at once")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--json", action="store_true", help="print the last line only")
    options = parser.parse_args()
    result = asyncio.run(everything(options))
    if not options.json:
        for part, values in result.items():
            print(f"{part:20} {json.dumps(values)}", file=sys.stderr)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
