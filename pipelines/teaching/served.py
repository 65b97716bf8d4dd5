"""vLLM servers for the length of a run: started, watched and stopped by its driver."""

import asyncio
import os
import secrets
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from callwright.generators.settings import ModelTeacher
from callwright.generators.teachers.openai.settings import EndpointSettings
from callwright.generators.teachers.vllm.command import KEY
from callwright.generators.teachers.vllm.connect import MOST_AT_ONCE, openai_client
from callwright.generators.teachers.vllm.families import choose
from callwright.generators.teachers.vllm.replicas import Start, here, on_ray
from callwright.generators.teachers.vllm.settings import VllmSettings
from callwright.generators.teachers.vllm.teacher import VllmTeacher, open_teacher
from callwright.pipelines.factory import Job
from callwright.pipelines.teaching.lost import LOGS, forget_lost, tell_lost
from callwright.pipelines.teaching.moved import forget_moved, tell_moves

T = TypeVar("T")


def serves(job: Job) -> bool:
    """Whether a run starts the servers of its model itself."""
    return job.model is not None and job.connection is not None and not job.connection.endpoints


def draw_key(job: Job) -> None:
    """A new key for servers that are to start, in this process's environment.

    One that stands there already is kept.
    """
    if serves(job):
        os.environ.setdefault(KEY, secrets.token_urlsafe(32))


def keys_of(job: Job) -> tuple[str, ...]:
    """The environment variables in which workers look for the keys of the job's endpoints."""
    if job.connection is None:
        return ()
    known = (*job.connection.endpoints, *job.connection.judge_endpoints)
    named = {one.key_env for one in known if one.key_env}
    return tuple(sorted(named | ({KEY} if serves(job) else set())))


@contextmanager
def served(job: Job, engine: str) -> Iterator[Job]:
    """The job with the addresses of servers that answer, which are gone when the context ends.

    A job whose model answers elsewhere, or that has none, stays as it is. `CallwrightError` when
    the servers do not start.
    """
    forget_lost(Path(job.work))
    forget_moved(Path(job.work))
    if job.model is None or job.connection is None or not serves(job):
        yield job
        return
    settings = job.connection.servers(job.model.name)
    logs = Path(job.work, LOGS)
    logs.mkdir(exist_ok=True)
    with _Loop() as loop:
        start = on_ray if engine == "ray" else here
        teacher = loop.run(_opened(settings, logs, start))
        watching = (
            loop.start(_tell(teacher, Path(job.work))),
            loop.start(tell_moves(Path(job.work), lambda: teacher.statuses)),
        )
        try:
            yield _reached(job, job.model, settings, [status.url for status in teacher.statuses])
        finally:
            for watch in watching:
                watch.cancel()
            loop.run(teacher.close())


async def _opened(settings: VllmSettings, logs: Path, start: Start) -> VllmTeacher:
    return await open_teacher(settings, os.environ[KEY], logs, openai_client(), start)


async def _tell(teacher: VllmTeacher, work: Path) -> None:
    """Tell the workers once no server is left."""
    trouble = await teacher.lost()
    tell_lost(work, trouble)


def _reached(job: Job, model: ModelTeacher, settings: VllmSettings, urls: list[str]) -> Job:
    endpoints = tuple(
        EndpointSettings(url=url, key_env=KEY, max_concurrency=MOST_AT_ONCE) for url in urls
    )
    form = model.call_format or choose(settings).call_format
    judge = model.judge
    if judge is not None and judge.name == model.name:
        judge = judge.model_copy(update={"name": settings.served_name})
    changes = {"name": settings.served_name, "call_format": form, "judge": judge}
    return job.model_copy(
        update={
            "model": model.model_copy(update=changes),
            "served": True,
            "connection": job.connection
            and job.connection.model_copy(update={"endpoints": endpoints, "vllm": {}}),
        }
    )


class _Loop:
    """An event loop in a thread of its own, in which the servers are watched."""

    def __enter__(self) -> "_Loop":
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="servers", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine that runs there."""
        return self.start(work).result()

    def start(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        """A coroutine that begins to run there."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)
