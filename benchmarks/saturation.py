"""How much of a bare loop's speed the `openai` teacher keeps, and at what CPU.

    python benchmarks/saturation.py [--rounds 8] [--requests 40] [--seconds 20] [--json]

A stub on another core answers after 50 ms; 64 workers ask it, each one request at a time. Slices of
the teacher and of a bare aiohttp + uvloop + orjson loop take turns in one process; reported are the
medians over the pairs of slices, since the machine's own speed wanders.

- `single_turn_ratio`: requests a second, beside the loop's; a system prompt, tools, a question.
- `dialogue_ratio`: the same for dialogues of five requests, with calls and results that are carried
  along.
- `cpu_ratio`: CPU of this process per request beside the loop's, the worse of both kinds.
- `lognormal_in_flight`: mean requests in flight at a stub whose times are lognormal with a median
  of 500 ms, of 64.
"""

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import aiohttp
import orjson

from callwright.generators.teachers.openai.build import openai_teacher, run_fast
from callwright.generators.teachers.openai.settings import EndpointSettings, TeacherSettings
from callwright.generators.teachers.openai.teacher import OpenAITeacher
from callwright.schemas.completions import CompletionRequest
from callwright.schemas.messages import Message, ToolSpec

WORKERS = 64
FIXED = ("0.05",)
LOGNORMAL = ("0.5", "0.8")
TURNS = 5
BARS = {"single_turn_ratio": 0.90, "dialogue_ratio": 0.90, "lognormal_in_flight": 58.0}
MOST_CPU = 1.5
SYSTEM = "You are the assistant of a household. Use the tools; ask when something is missing. " * 8
RESULT = orjson.dumps({"hours": [{"hour": h, "sky": "clear", "degrees": h / 2} for h in range(8)]})
PARAMETERS = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "description": "Name of the city, in its own language."},
        "date": {"type": "string", "format": "date", "description": "Day, as in 2026-11-30."},
        "units": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        "hours": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 23}},
    },
    "required": ["city"],
    "additionalProperties": False,
}
TOOLS = tuple(
    ToolSpec(
        name=f"tool_{n}", description="Tells the weather of a day. " * 3, parameters=PARAMETERS
    )
    for n in range(8)
)
Play = Callable[[int], Awaitable[int]]
"""What one worker does for its n-th piece of work; the number of requests that it made."""


def question(number: int) -> str:
    """What a user asks; no two are alike."""
    return f"How will the weather be on day {number}, and what should I wear then? " * 2


class Bare:
    """The bare loop: what anyone would write who needs nothing else."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._url = f"{url}/v1/chat/completions"
        self._tools = [tool.openai() for tool in TOOLS]

    async def ask(self, messages: list[dict[str, Any]]) -> dict[str, Any]:
        """The message of a reply."""
        body = {
            "model": "stub",
            "messages": messages,
            "tools": self._tools,
            "tool_choice": "auto",
            "temperature": 0.7,
            "top_p": 1.0,
            "max_tokens": 1024,
            "seed": 7,
        }
        headers = {"Content-Type": "application/json"}
        data = orjson.dumps(body)
        async with self._session.post(self._url, data=data, headers=headers) as response:
            return orjson.loads(await response.read())["choices"][0]["message"]

    async def single(self, number: int) -> int:
        """One question."""
        asked = {"role": "user", "content": question(number)}
        await self.ask([{"role": "system", "content": SYSTEM}, asked])
        return 1

    async def dialogue(self, number: int) -> int:
        """Calls and what follows from them, for five requests."""
        messages: list[dict[str, Any]] = [{"role": "system", "content": SYSTEM}]
        messages.append({"role": "user", "content": question(number)})
        for turn in range(TURNS):
            message = await self.ask(messages)
            messages.append(message)
            calls = message.get("tool_calls") or ()
            for call in calls:
                orjson.loads(call["function"]["arguments"])
                result = {"role": "tool", "tool_call_id": call["id"], "content": RESULT.decode()}
                messages.append(result)
            if not calls:
                messages.append({"role": "user", "content": question(turn)})
        return TURNS


class Ours:
    """The same through the teacher."""

    def __init__(self, teacher: OpenAITeacher) -> None:
        self._teacher = teacher
        self._system = Message(role="system", content=SYSTEM)

    async def single(self, number: int) -> int:
        """One question."""
        asked = Message(role="user", content=question(number))
        messages = (self._system, asked)
        request = CompletionRequest(model="stub", messages=messages, tools=TOOLS, seed=7)
        await self._teacher.complete(request)
        return 1

    async def dialogue(self, number: int) -> int:
        """Calls and what follows from them, for five requests."""
        messages = [self._system, Message(role="user", content=question(number))]
        for turn in range(TURNS):
            request = CompletionRequest(model="stub", messages=tuple(messages), tools=TOOLS, seed=7)
            completion = await self._teacher.complete(request)
            messages.append(completion.message())
            messages += [
                Message(role="tool", tool_call_id=call.id, content=RESULT.decode())
                for call in completion.calls
            ]
            if not completion.calls:
                messages.append(Message(role="user", content=question(turn)))
        return TURNS


@dataclass(frozen=True)
class Slice:
    """What one slice measured."""

    rate: float
    """Requests a second."""
    cpu: float
    """Milliseconds of this process per request."""


@contextmanager
def stub(*times: str) -> Iterator[str]:
    """The URL of a stub in a process of its own."""
    command = [sys.executable, str(Path(__file__).with_name("stub.py")), *times]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


async def slice_of(play: Play, pieces: int) -> Slice:
    """64 workers, each of them `pieces` pieces of work."""

    async def worker(number: int) -> int:
        return sum([await play(number * pieces + piece) for piece in range(pieces)])

    started, cpu = perf_counter(), process_time()
    requests = sum(await asyncio.gather(*map(worker, range(WORKERS))))
    cpu = process_time() - cpu
    return Slice(requests / (perf_counter() - started), cpu / requests * 1e3)


async def in_turns(ours: Play, bare: Play, pieces: int, rounds: int) -> list[tuple[Slice, Slice]]:
    """Pairs of slices, ours and the loop's, the first of a pair changing from round to round."""
    await slice_of(ours, max(2, pieces // 2))
    await slice_of(bare, max(2, pieces // 2))
    pairs: list[tuple[Slice, Slice]] = []
    for number in range(rounds):
        if number % 2:
            theirs = await slice_of(bare, pieces)
            pairs.append((await slice_of(ours, pieces), theirs))
        else:
            mine = await slice_of(ours, pieces)
            pairs.append((mine, await slice_of(bare, pieces)))
    return pairs


def ratios(name: str, pairs: list[tuple[Slice, Slice]]) -> dict[str, float]:
    """Medians over the pairs."""
    return {
        f"{name}_ratio": round(median(ours.rate / bare.rate for ours, bare in pairs), 3),
        f"{name}_cpu_ratio": round(median(ours.cpu / bare.cpu for ours, bare in pairs), 3),
        f"{name}_rate": round(median(ours.rate for ours, _ in pairs), 1),
        f"{name}_loop_rate": round(median(bare.rate for _, bare in pairs), 1),
        f"{name}_cpu_ms": round(median(ours.cpu for ours, _ in pairs), 4),
        f"{name}_loop_cpu_ms": round(median(bare.cpu for _, bare in pairs), 4),
    }


async def in_flight(session: aiohttp.ClientSession, url: str, play: Play, seconds: float) -> float:
    """Mean requests in flight at the stub, between the first seconds and the last."""

    async def worker(number: int) -> None:
        piece = 0
        while True:
            await play(number * 1_000_000 + piece)
            piece += 1

    async def stats() -> dict[str, float]:
        async with session.get(f"{url}/stats") as response:
            return orjson.loads(await response.read())

    workers = [asyncio.ensure_future(worker(number)) for number in range(WORKERS)]
    await asyncio.sleep(5)
    first = await stats()
    await asyncio.sleep(seconds)
    last = await stats()
    for one in workers:
        one.cancel()
    await asyncio.gather(*workers, return_exceptions=True)
    return (last["integral"] - first["integral"]) / (last["at"] - first["at"])


def teacher_at(url: str) -> OpenAITeacher:
    """A teacher with nothing but its defaults."""
    endpoint = EndpointSettings(url=f"{url}/v1", max_concurrency=WORKERS)
    settings = TeacherSettings(model="stub", endpoints=(endpoint,), call_format="hermes")
    return openai_teacher(settings)


async def everything(options: argparse.Namespace) -> dict[str, float]:
    """All measurements, one after the other."""
    result: dict[str, float] = {}
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        with stub(*FIXED) as url:
            teacher = teacher_at(url)
            ours, bare = Ours(teacher), Bare(session, url)
            pieces = options.requests
            found = await in_turns(ours.single, bare.single, pieces, options.rounds)
            result |= ratios("single_turn", found)
            found = await in_turns(ours.dialogue, bare.dialogue, pieces // TURNS, options.rounds)
            result |= ratios("dialogue", found)
            await teacher.close()
        with stub(*LOGNORMAL) as url:
            teacher = teacher_at(url)
            mean = await in_flight(session, url, Ours(teacher).dialogue, options.seconds)
            await teacher.close()
    result["cpu_ratio"] = max(result["single_turn_cpu_ratio"], result["dialogue_cpu_ratio"])
    result["lognormal_in_flight"] = round(mean, 2)
    return result


def table(result: dict[str, float]) -> Iterator[str]:
    """Lines for people."""
    yield f"{'':12} {'rate':>8} {'loop':>8} {'ratio':>7} {'cpu ms':>8} {'loop':>8} {'ratio':>7}"
    for kind in ("single_turn", "dialogue"):
        keys = ("rate", "loop_rate", "ratio", "cpu_ms", "loop_cpu_ms", "cpu_ratio")
        rate, loop, ratio, cpu, loop_cpu, cpu_ratio = (result[f"{kind}_{key}"] for key in keys)
        yield (
            f"{kind:12} {rate:8.1f} {loop:8.1f} {ratio:7.3f} "
            f"{cpu:8.4f} {loop_cpu:8.4f} {cpu_ratio:7.3f}"
        )
    yield f"in flight at the lognormal stub: {result['lognormal_in_flight']} of {WORKERS}"


def main() -> None:
    """Measure, print, and end with status 1 below a bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=8, help="pairs of slices of each kind")
    parser.add_argument("--requests", type=int, default=40, help="of each worker in a slice")
    parser.add_argument("--seconds", type=float, default=20.0, help="at the lognormal stub")
    parser.add_argument("--json", action="store_true", help="print the last line only")
    options = parser.parse_args()
    result = run_fast(everything(options))
    if not options.json:
        print(*table(result), sep="\n")
    print(json.dumps(result))
    met = all(result[name] >= bar for name, bar in BARS.items())
    sys.exit(0 if met and result["cpu_ratio"] <= MOST_CPU else 1)


if __name__ == "__main__":
    main()
