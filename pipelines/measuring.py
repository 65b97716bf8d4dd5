"""Measuring a release and drawing its plots while it is written, from the same sorted rows."""

import gc
import importlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from callwright.pipelines.buckets import Buckets, sorted_rows
from callwright.pipelines.engines.parent import die_with_parent

if TYPE_CHECKING:
    from callwright.pipelines.diversity import Measured

Json = Any
CONFIG = "sft"
MANY = 2_000
"""Rows from which on it is worth another process, which takes a second to start."""

Measuring = Callable[[], AbstractContextManager["Begin"]]
Begin = Callable[[Buckets, Path, Json], Callable[[], "Measured"]]
"""Begins to measure the rows of full buckets and to draw plots, given their folder and the funnel;
what it gives back waits for the result."""


@contextmanager
def beside() -> Iterator[Begin]:
    """A process that stands ready to measure, until the context ends."""
    pool = ProcessPoolExecutor(
        1,
        mp_context=get_context("spawn"),
        initializer=die_with_parent,
        initargs=(os.getpid(),),
    )

    def begin(buckets: Buckets, plots: Path, funnel: Json) -> "Callable[[], Measured]":
        return pool.submit(measured, buckets.folder, flushed(buckets), plots, funnel).result

    try:
        pool.submit(ready)
        yield begin
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def here() -> Iterator[Begin]:
    """This process, which measures when the result is asked for."""

    def begin(buckets: Buckets, plots: Path, funnel: Json) -> "Callable[[], Measured]":
        splits = flushed(buckets)
        return lambda: measured(buckets.folder, splits, plots, funnel)

    yield begin


def flushed(buckets: Buckets) -> list[str]:
    """The splits that are measured, sorted; all their rows are on the disk then."""
    buckets.flush()
    return sorted(split for config, split in buckets.counts if config == CONFIG)


def ready() -> None:
    """Import what measuring and drawing need: matplotlib and scipy take a second."""
    for name in ("diversity", "near", "plots"):
        importlib.import_module(f"callwright.pipelines.{name}")
    importlib.import_module("matplotlib.backends.backend_agg")
    gc.freeze()  # None of it will ever be garbage.


def measured(folder: Path, splits: list[str], plots: Path, funnel: Json) -> "Measured":
    """What the rows in the buckets of `folder` measure; their plots are drawn into `plots`."""
    from callwright.pipelines.diversity import measure
    from callwright.pipelines.plots import draw_plots

    found = measure(chain.from_iterable(sorted_rows(folder, CONFIG, split) for split in splits))
    draw_plots(plots, found.frame, funnel)
    return found
