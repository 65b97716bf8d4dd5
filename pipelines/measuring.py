"""Measuring a release while it is written: in a process of its own, from the same sorted rows."""

import importlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from callwright.pipelines.buckets import Buckets, sorted_rows
from callwright.pipelines.engines.parent import die_with_parent

if TYPE_CHECKING:
    from callwright.pipelines.diversity import Measured

CONFIG = "sft"
MANY = 2_000
"""Rows from which on it is worth another process, which takes a second to start."""

Measuring = Callable[[], AbstractContextManager["Begin"]]
Begin = Callable[[Buckets], Callable[[], "Measured"]]
"""Begins to measure the rows of full buckets; what it gives back waits for the result."""


@contextmanager
def beside() -> Iterator[Begin]:
    """A process that stands ready to measure, until the context ends."""
    pool = ProcessPoolExecutor(
        1,
        mp_context=get_context("spawn"),
        initializer=die_with_parent,
        initargs=(os.getpid(),),
    )

    def begin(buckets: Buckets) -> "Callable[[], Measured]":
        return pool.submit(measured, buckets.folder, flushed(buckets)).result

    try:
        pool.submit(ready)
        yield begin
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def here() -> Iterator[Begin]:
    """This process, which measures when the result is asked for."""

    def begin(buckets: Buckets) -> "Callable[[], Measured]":
        splits = flushed(buckets)
        return lambda: measured(buckets.folder, splits)

    yield begin


def flushed(buckets: Buckets) -> list[str]:
    """The splits that are measured, sorted; all their rows are on the disk then."""
    buckets.flush()
    return sorted(split for config, split in buckets.counts if config == CONFIG)


def ready() -> None:
    """Import what measuring needs."""
    importlib.import_module("callwright.pipelines.diversity")


def measured(folder: Path, splits: list[str]) -> "Measured":
    """What the rows in the buckets of `folder` measure."""
    from callwright.pipelines.diversity import measure

    return measure(chain.from_iterable(sorted_rows(folder, CONFIG, split) for split in splits))
