"""The model teacher of one worker: its connection, its store of replies, and its event loop."""

import asyncio
import atexit
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from callwright.generators.teachers.openai.build import runner
from callwright.pipelines.factory import Job, Taught
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.produce import Family
from callwright.pipelines.teaching.connection import Connection
from callwright.pipelines.teaching.judging import Judge
from callwright.pipelines.teaching.lanes import Lane
from callwright.pipelines.teaching.lost import until_lost
from callwright.pipelines.teaching.meter import Meter, Taken
from callwright.pipelines.teaching.moved import Following, Urls
from callwright.pipelines.teaching.store import CompletionStore
from callwright.pipelines.teaching.stored import StoredTeacher
from callwright.schemas.completions import Teacher
from callwright.schemas.errors import CallwrightError

COMPLETIONS: Final = "completions"
"""Folder of the replies, in a run's `.callwright`."""


class ModelTeaching:
    """Teaches the families of a worker's chunks; the connection stays open between them."""

    def __init__(self, lane: Lane, job: Job) -> None:
        if job.model is None or job.connection is None:
            raise CallwrightError("no connection for the recipe's model: name its --endpoint")
        self._lane, self._model, self._connection = lane, job.model, job.connection
        self._served = job.served
        self._work = Path(job.work)
        self._folder = Path(job.connection.completions or Path(job.work, COMPLETIONS))
        self._budget, self._taken = job.connection.share(), Taken()
        self._runner = runner()
        self._closed = False
        atexit.register(self.close)

    def __call__(self, families: Sequence[Family], funnel: Funnel) -> Sequence[Taught]:
        """What the teacher made of each family, in their order."""
        return self._runner.run(self._all(families, funnel))

    async def _all(self, families: Sequence[Family], funnel: Funnel) -> Sequence[Taught]:
        gate = asyncio.Semaphore(self._connection.concurrency)
        works = [asyncio.create_task(self._one(family, gate, funnel)) for family in families]
        taught, lost = asyncio.gather(*works), asyncio.create_task(until_lost(self._work))
        try:
            await asyncio.wait((taught, lost), return_when=asyncio.FIRST_COMPLETED)
            if not taught.done():
                await lost
            return await taught
        finally:
            for work in (lost, *works):
                work.cancel()
            await asyncio.gather(taught, lost, *works, return_exceptions=True)

    async def _one(self, family: Family, gate: asyncio.Semaphore, funnel: Funnel) -> Taught:
        """The family as the lane left it, looked at by the judge where there is one."""
        taught = await self._lane.teach(family, self._teacher, gate, funnel)
        if self._model.judge is None:
            return taught
        judge = Judge(self._judging, self._model.judge)
        return await judge.sift(family, taught, gate, funnel)

    @property
    def name(self) -> str:
        """The teacher's name, as rows carry it."""
        return self._teacher.name

    @property
    def taken(self) -> Taken:
        """What all replies took, those of the judge too."""
        return self._taken

    @cached_property
    def _teacher(self) -> Meter:
        name, form = self._model.name, self._model.call_format
        return self._metered(self._connection, name, form, own=self._served)

    @cached_property
    def _judging(self) -> Meter:
        judge = self._model.judge
        if judge is None:
            raise ValueError("a model without a judge has no client for one")
        own = self._served and not self._connection.judge_endpoints
        return self._metered(self._connection.of_judge(), judge.name, own=own)

    def _metered(
        self, where: Connection, name: str, form: str | None = None, *, own: bool
    ) -> Meter:
        """A client; `own`: of servers of the run, which answered already, and may move."""

        def open_at(urls: Urls) -> Teacher:
            there = where.at(urls) if own else where
            return there.teacher(name, form, budget=self._budget, probe=not own)

        urls = tuple(one.url for one in where.endpoints)
        client = Following(self._work, open_at, urls) if own else open_at(urls)
        return Meter(StoredTeacher(client, self._store), self._taken)

    @cached_property
    def _store(self) -> CompletionStore:
        return CompletionStore(self._folder)

    def close(self) -> None:
        """Give connections and files back."""
        for name in ("_teacher", "_judging"):
            if not self._closed and name in self.__dict__:
                self._runner.run(self.__dict__[name].close())
        self._runner.close()
        self._closed = True
