"""Engines run the stage over chunk orders. They differ in where, never in what."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from callwright.pipelines.files import disk_errors
from callwright.pipelines.wording import need
from callwright.schemas.errors import RecipeError

ENGINES = ("local", "ray")
CLUSTER = "RAY_ADDRESS"
"""The variable that names a cluster; without it ray runs on this machine alone."""
DOMAINS = "domains"


class Engine(Protocol):
    """Runs chunk orders."""

    def run(self, specs: Sequence[str]) -> Iterator[str]:
        """The summaries of the chunks, in the order of their orders, as they come."""
        ...


def check_engine(name: str, workers: int) -> None:
    """`RecipeError` for an engine that does not exist, or an impossible number of workers."""
    need("--engine", name, ENGINES)
    if workers < 1:
        raise RecipeError(f"--workers is {workers}; it must be 1 or more")


def open_engine(
    name: str, workers: int, work: Path, keys: tuple[str, ...], say: Callable[[str], None]
) -> AbstractContextManager[Engine]:
    """The engine of that name; its workers end with the context, or with this process.

    `keys` names the environment variables of this process that workers need. `say` is told, from
    another thread, that a cluster has no worker left.
    """
    check_engine(name, workers)
    if name == "ray":
        from callwright.pipelines.engines import ray

        return ray.open_engine(workers, work, keys, say)
    from callwright.pipelines.engines import local

    return local.open_engine(workers)


def within_reach(name: str, paths: tuple[str, ...], work: Path) -> tuple[str, ...]:
    """The domain folders, where every worker sees them: on a cluster, copied beside the chunks."""
    if name != "ray" or not os.environ.get(CLUSTER):
        return paths
    copies = [work / DOMAINS / str(number) / Path(path).name for number, path in enumerate(paths)]
    for path, copy in zip(paths, copies, strict=True):
        with disk_errors(copy):
            shutil.copytree(path, copy, dirs_exist_ok=True)
    return tuple(str(copy.resolve()) for copy in copies)
