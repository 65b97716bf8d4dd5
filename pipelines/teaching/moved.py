"""How workers follow the servers of their run to new addresses: its driver writes them in a file.

A server that ray starts again on another node has another address there. Workers may be on any
machine; the run's folder is what all of them see.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Final

from callwright.generators.teachers.vllm.owner import Status
from callwright.generators.teachers.vllm.teacher import LOST_WITH_SERVER
from callwright.pipelines.files import write_whole
from callwright.pipelines.teaching.lost import LOGS, PERIOD
from callwright.schemas.completions import Completion, CompletionRequest, Teacher, TeacherFailure

FILE: Final = "moved"

Urls = tuple[str, ...]
Open = Callable[[Urls], Teacher]
"""A client of the servers at these addresses."""


def forget_moved(work: Path) -> None:
    """Forget where the servers of an earlier run went."""
    (work / LOGS / FILE).unlink(missing_ok=True)


def addresses(told: Urls, statuses: Sequence[Status]) -> Urls:
    """Where servers are, once one of them answers at an address that was not told; else `told`.

    A server that starts again where it was keeps its place.
    """
    serving = [one.url for one in statuses if one.state == "serving"]
    if not set(serving) - set(told):
        return told
    again = {one.url for one in statuses if one.state == "starting"} & set(told)
    return (*serving, *sorted(again))


async def tell_moves(work: Path, statuses: Callable[[], Sequence[Status]]) -> None:
    """Tell the workers of a run every new address of its servers, until cancelled."""
    told: Urls = tuple(status.url for status in statuses())
    while True:
        await asyncio.sleep(PERIOD)
        found = addresses(told, statuses())
        if found != told:
            told = found
            write_whole(work / LOGS / FILE, "\n".join(told).encode())


class Following:
    """A teacher whose servers may move.

    A request that is under way when none of its servers is where it was is asked again at the new
    addresses. It needs one event loop.

    Args:
        work: the folder `.callwright` of the run.
        open_at: opens a client of servers at some addresses.
        urls: where they were at the start of the run.
    """

    def __init__(self, work: Path, open_at: Open, urls: Urls) -> None:
        self._path, self._open_at, self._urls = work / LOGS / FILE, open_at, urls
        self._clients = {urls: open_at(urls)}
        self._looked = -PERIOD

    @property
    def name(self) -> str:
        """That of the teacher, wherever it is."""
        return self._clients[self._urls].name

    async def complete(self, request: CompletionRequest) -> Completion:
        """The reply of a server; `TeacherFailure` when there is none, and none has moved."""
        while True:
            self._look()
            urls = self._urls
            asked = asyncio.ensure_future(self._clients[urls].complete(request))
            try:
                while not asked.done() and set(urls) & set(self._urls):
                    await asyncio.wait((asked,), timeout=PERIOD)
                    self._look()
                if asked.done():
                    return await asked
            except TeacherFailure as failure:
                if failure.kind not in LOST_WITH_SERVER or urls == self._urls:
                    raise
            finally:
                asked.cancel()
                await asyncio.gather(asked, return_exceptions=True)

    async def close(self) -> None:
        """Close the clients of all addresses."""
        for client in self._clients.values():
            await client.close()

    def _look(self) -> None:
        """Where the servers are now; looked up once in a period."""
        now = monotonic()
        if now - self._looked < PERIOD:
            return
        self._looked = now
        try:
            urls = tuple(self._path.read_text(encoding="utf-8").split())
        except FileNotFoundError:
            return
        if urls not in self._clients:
            # Earlier clients are kept until the end: requests may be under way there.
            self._clients[urls] = self._open_at(urls)
        self._urls = urls
