"""What the bookkeeping around a rollout costs: microseconds for each assistant turn, no model.

    python benchmarks/rollouts.py [ROUNDS]

References of every skill are lived again by a teacher that answers at once. `turn` is all of a
rollout but its world: `fork` makes one, `world` are the calls in it. `score` is the reward of the
whole conversation. `digest`, `keep` and `answer` are what the completion store adds: the key of a
request, keeping a reply, and answering from the store. `bare` is a loop that only appends messages
and calls the world, which is the least that anybody must do.
"""

import asyncio
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from callwright.domains.core.discovery import discover
from callwright.domains.core.live import Live
from callwright.filters.scene import Scene
from callwright.generators.errors import CannotPlan
from callwright.generators.factory import Factory
from callwright.generators.rollout import Player, play
from callwright.generators.settings import Cell, Settings
from callwright.generators.skills import discover_skills
from callwright.pipelines.teaching.accepting import Candidate
from callwright.pipelines.teaching.attempts import judged
from callwright.pipelines.teaching.store import CompletionStore
from callwright.pipelines.teaching.stored import StoredTeacher
from callwright.schemas.completions import Completion, CompletionRequest
from callwright.schemas.messages import Message
from callwright.schemas.rollouts import Rollout

CANDIDATES = 6


class Recording:
    """Answers at once with the replies of one conversation, and keeps what it was asked."""

    name = "recording/1"

    def __init__(self, messages: tuple[Message, ...]) -> None:
        acting = [m for m in messages if m.role == "assistant"]
        self._replies = [
            Completion(text=m.content, reasoning=m.reasoning, calls=m.tool_calls) for m in acting
        ]
        self._next = 0
        self.requests: list[CompletionRequest] = []

    async def complete(self, request: CompletionRequest) -> Completion:
        """The next reply, and the first again after the last."""
        self.requests.append(request)
        reply = self._replies[self._next]
        self._next = (self._next + 1) % len(self._replies)
        return reply

    async def close(self) -> None:
        """Nothing to give back."""


def candidates() -> Iterator[Candidate]:
    """A few tasks of every skill."""
    settings = Settings(namespace="bench", seed=1, worlds={"train": 4, "test": 1})
    factory = Factory(settings, discover())
    words = factory.lexicon.words
    for skill in discover_skills():
        for number in range(CANDIDATES):
            try:
                family = factory.family(Cell(skill=skill, domain="travel", split="train"), number)
            except CannotPlan:
                continue
            row = family[0]
            yield Candidate(row, Scene.of(row.task, factory.worlds, factory.views, words))


def live(one: Candidate) -> Live:
    """The task in a world of its own."""
    return Live(one.task, one.scene.world.fork(), one.scene.views, one.scene.setting)


async def lived(one: Candidate) -> tuple[Rollout, list[CompletionRequest]]:
    """One rollout, and what it asked."""
    teacher = Recording(one.reference.messages)
    rollout = await play(live(one), Player(teacher, "bench"), one.path)
    return rollout, teacher.requests


def bare(one: Candidate) -> None:
    """The messages and calls of a reference, and nothing else."""
    game, messages = live(one), list[Message]()
    for message in one.reference.messages:
        if message.role == "user" and len(messages) > 2:
            game.advance()
        messages.append(message)
        for call in message.tool_calls:
            game.call(call.name, call.arguments)


def timed(work: Callable[[], object], rounds: int) -> float:
    """CPU seconds of the fastest of some rounds: others may share the machine."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def main(rounds: int) -> None:
    """Measure and print."""
    ones = list(candidates())
    played = [asyncio.run(lived(one)) for one in ones]
    turns = sum(rollout.steps for rollout, _ in played)
    worlds: list[float] = []

    async def every() -> None:
        worlds.append(0.0)
        for one in ones:
            rollout, _ = await lived(one)
            worlds[-1] += rollout.environment_seconds

    def digests() -> None:
        for _, requests in played:
            for request in requests:
                _ = request.model_copy().digest

    whole = timed(lambda: asyncio.run(every()), rounds)
    world, fork = min(worlds), timed(lambda: [live(one) for one in ones], rounds)
    figures = {
        "turn": whole - world - fork,
        "fork": fork,
        "world": world,
        "bare": timed(lambda: [bare(one) for one in ones], rounds),
        "score": timed(
            lambda: [
                judged(one.task, rollout, one.scene.setting)
                for one, (rollout, _) in zip(ones, played, strict=True)
            ],
            rounds,
        ),
        "digest": timed(digests, rounds),
        **stored(ones, rounds),
    }
    print(f"{len(ones)} rollouts, {turns} assistant turns")
    for name, seconds in figures.items():
        print(f"{name}_us {seconds / turns * 1e6:.1f}")
    print(f"whole_to_bare {whole / figures['bare']:.2f}")


def stored(ones: list[Candidate], rounds: int) -> dict[str, float]:
    """Seconds that the store adds: to keep every reply, and to answer with every reply."""

    async def through(folder: Path) -> None:
        store = CompletionStore(folder)
        for one in ones:
            teacher = StoredTeacher(Recording(one.reference.messages), store)
            await play(live(one), Player(teacher, "bench"), one.path)
        store.close()

    async def without() -> None:
        for one in ones:
            await lived(one)

    plain = timed(lambda: asyncio.run(without()), rounds)
    with tempfile.TemporaryDirectory() as base:
        folders = [Path(base, str(number)) for number in range(rounds)]
        fresh = iter(folders)
        keep = timed(lambda: asyncio.run(through(next(fresh))), rounds)
        answer = timed(lambda: asyncio.run(through(folders[0])), rounds)
    return {"keep": keep - plain, "answer": answer - plain}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
