"""The local engine: one worker runs in this process, several in processes of their own."""

import gc
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context

from callwright.pipelines.engines import Engine
from callwright.pipelines.engines.parent import die_with_parent
from callwright.pipelines.produce import produce_chunk
from callwright.schemas.errors import CallwrightError


@contextmanager
def open_engine(workers: int) -> Iterator[Engine]:
    """An engine of so many workers, which are gone when the context ends."""
    if workers == 1:
        yield InProcess()
        return
    pool = ProcessPoolExecutor(
        workers,
        # A forked worker would inherit threads, locks and the run's lock file.
        mp_context=get_context("spawn"),
        initializer=die_with_parent,
        initargs=(os.getpid(),),
    )
    try:
        yield Pool(pool)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class InProcess:
    """One worker: this process."""

    def run(self, specs: Sequence[str]) -> Iterator[str]:
        """The summaries, one by one."""
        try:
            yield from map(produce_chunk, specs)
        finally:
            gc.enable()


class Pool:
    """Several workers. All chunks of a round are handed out at once; results keep their order."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def run(self, specs: Sequence[str]) -> Iterator[str]:
        """The summaries, in the order of `specs`."""
        futures = [self._pool.submit(produce_chunk, spec) for spec in specs]
        try:
            for future in futures:
                yield result(future)
        finally:
            for future in futures:
                future.cancel()


def result(future: Future[str]) -> str:
    """A worker's summary, or its error."""
    try:
        return future.result()
    except BrokenProcessPool as error:
        raise CallwrightError(
            "a worker was killed (out of memory?); give the same command again, perhaps with "
            "fewer --workers, and the run goes on where it stopped"
        ) from error
