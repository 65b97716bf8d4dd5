"""All replicas of a model behind one client: started together, waited for, kept, and stopped.

A server that dies is its owner's business and its requests are the client's, which tries them
again. What is left to do here: hold requests back while no server answers, ask again for those
that were lost with a server, and replace a replica whose machine is gone.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from callwright.generators.teachers.vllm.families import choose
from callwright.generators.teachers.vllm.owner import Status
from callwright.generators.teachers.vllm.replicas import Replica, Start, here
from callwright.generators.teachers.vllm.settings import VllmSettings
from callwright.schemas.completions import (
    Completion,
    CompletionRequest,
    FailureKind,
    Teacher,
    TeacherFailure,
)
from callwright.schemas.errors import CallwrightError

LOST_WITH_SERVER: Final[frozenset[FailureKind]] = frozenset(
    {"disconnected", "server_error", "timed_out", "circuit_open"}
)

Connect = Callable[[VllmSettings, str, Sequence[str]], Teacher]
"""Settings, key and URLs -> a client of all these servers; `call_format` is the family's."""


class VllmTeacher:
    """A `Teacher` that serves its model itself; made by `open_teacher`."""

    def __init__(
        self, settings: VllmSettings, key: str, logs: Path, connect: Connect, start: Start
    ) -> None:
        # The client is told what the family says, as it knows no families.
        self._settings = settings.model_copy(update={"call_format": choose(settings).call_format})
        self._key = key
        self._logs = logs
        self._connect = connect
        self._start = start
        self._replicas: list[Replica] = []
        self._statuses: list[Status] = []
        self._replaced = 0
        self._changes = 0  # servers seen to die, to come back, or replaced
        self._clients: dict[tuple[str, ...], Teacher] = {}
        self._looking = asyncio.Lock()
        self._watcher: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """For provenance: `vllm:` and the model's name."""
        return f"vllm:{self._settings.served_name}"

    @property
    def statuses(self) -> tuple[Status, ...]:
        """How the replicas fared when they were last looked at."""
        return tuple(self._statuses)

    async def open(self) -> None:
        """Start all replicas and wait until every one of them answers."""
        begun = (
            self._start(self._settings, self._key, self._logs, number)
            for number in range(self._settings.replicas)
        )
        made = await asyncio.gather(*begun, return_exceptions=True)
        self._replicas = [one for one in made if not isinstance(one, BaseException)]
        for one in made:
            if isinstance(one, BaseException):
                raise one
        while not all(status.state == "serving" for status in await self._look()):
            lost = [status for status in self._statuses if status.state == "lost"]
            if lost:
                raise CallwrightError(lost[0].trouble)
            await asyncio.sleep(self._settings.watch.period)
        self._watcher = asyncio.create_task(self._keep_looking())

    async def complete(self, request: CompletionRequest) -> Completion:
        """The reply to a request; `TeacherFailure` when there is none.

        `CallwrightError` when no server is left.
        """
        # This ends: every round is owed to a server that died or came back, and restarts and
        # replacements are bounded.
        while True:
            client = await self._client()
            before = self._changes
            try:
                return await client.complete(request)
            except TeacherFailure as failure:
                if failure.kind not in LOST_WITH_SERVER or not await self._upset(before):
                    raise
            await asyncio.sleep(self._settings.watch.period)

    async def lost(self) -> str:
        """Wait until no server is left, and say why."""
        while not all(status.state == "lost" for status in self._statuses):
            if self._watcher is not None and self._watcher.done():
                try:
                    await self._watcher
                except CallwrightError as error:
                    return str(error)
            await asyncio.sleep(self._settings.watch.period)
        return self._statuses[0].trouble

    async def close(self) -> None:
        """Give all connections back and stop all servers."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)
        clients = [client.close() for client in self._clients.values()]
        replicas = [replica.close() for replica in self._replicas]
        self._clients, self._replicas = {}, []
        ends = await asyncio.gather(*clients, *replicas, return_exceptions=True)
        for end in ends:
            if isinstance(end, BaseException):
                raise end

    async def _client(self) -> Teacher:
        """The client of the servers that there are, once one of them answers."""
        if self._watcher is not None and self._watcher.done():
            await self._watcher
        while not any(status.state == "serving" for status in self._statuses):
            if all(status.state == "lost" for status in self._statuses):
                raise CallwrightError(self._statuses[0].trouble)
            await asyncio.sleep(self._settings.watch.period)
            await self._look()
        # A server that starts again keeps its address: it is left to the client's breaker.
        known = (status.url for status in self._statuses if status.state != "lost")
        urls = tuple(url for url in known if url)
        if urls not in self._clients:
            # Earlier clients are kept until the end: requests may be under way there.
            self._clients[urls] = self._connect(self._settings, self._key, urls)
        return self._clients[urls]

    async def _upset(self, before: int) -> bool:
        """Whether a server died or came back since.

        One that does not answer is waited for: it may be dying.
        """
        while True:
            await self._look(ask=True)
            down = any(status.state == "starting" for status in self._statuses)
            if down or self._changes > before:
                return True
            if all(status.well or status.state == "lost" for status in self._statuses):
                return False
            await asyncio.sleep(self._settings.watch.period)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(self._settings.watch.period)
            await self._look()

    async def _look(self, ask: bool = False) -> list[Status]:
        async with self._looking:
            told = await asyncio.gather(*(one.status(ask) for one in self._replicas))
            self._changes += _fare(told) != _fare(self._statuses)
            self._statuses = list(told)
            for number, status in enumerate(self._statuses):
                if status.gone:
                    await self._replace(number)
        return self._statuses

    async def _replace(self, number: int) -> None:
        """Another replica for one whose machine is gone, within the number of restarts."""
        if self._replaced >= self._settings.watch.restarts:
            return
        self._replaced += 1
        self._changes += 1
        replica = await self._start(self._settings, self._key, self._logs, number)
        self._replicas[number] = replica
        self._statuses[number] = await replica.status()


def _fare(statuses: Sequence[Status]) -> list[tuple[str, int]]:
    return [(status.state, status.restarts) for status in statuses]


async def open_teacher(
    settings: VllmSettings, key: str, logs: Path, connect: Connect, start: Start = here
) -> VllmTeacher:
    """A teacher whose servers answer; `CallwrightError`, and nothing left, when they do not.

    `key` is a new random secret: the servers answer nobody else. `logs` is the folder for what
    they print. `start` is `replicas.here` or `replicas.on_ray`.
    """
    teacher = VllmTeacher(settings, key, logs, connect, start)
    try:
        await teacher.open()
    except BaseException:
        await teacher.close()
        raise
    return teacher
