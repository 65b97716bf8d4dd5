"""The ray engine: the stage as a Ray Data map over chunk orders, on this machine or a cluster.

Orders and summaries are text: Arrow would fill or pickle nested values. Ray's own checkpoints are
not used. A cluster is one that `RAY_ADDRESS` names; its nodes must share the output folder.
"""

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import ray
import ray.data
from ray.exceptions import RayError

import callwright
from callwright.pipelines.engines import CLUSTER, Engine
from callwright.pipelines.engines.keyring import adopt, hold
from callwright.pipelines.engines.parent import die_with_driver
from callwright.pipelines.engines.vigil import watching
from callwright.pipelines.produce import produce_chunk
from callwright.schemas import errors
from callwright.schemas.errors import CallwrightError, OutputError

ENVIRONMENT = {
    "RAY_DATA_DISABLE_PROGRESS_BARS": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
"""Environment of ray, where the user has set nothing else."""


@contextmanager
def open_engine(
    workers: int, work: Path, keys: tuple[str, ...], say: Callable[[str], None]
) -> Iterator[Engine]:
    """An engine on a cluster, or on so many cores of this machine.

    Workers of a cluster are given the environment variables that `keys` names; that none of them is
    left is told to `say`.
    """
    address = os.environ.get(CLUSTER)
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    if address:
        attach(address)
    else:
        start(workers)
    try:
        silence()
        if address:
            check_shared(work)
        keyring = hold(keys) if address else None
        with watching(has_workers, say) if address else nullcontext():
            yield RayData(0 if address else os.getpid(), keyring)
    finally:
        ray.shutdown()


def start(workers: int) -> None:
    """Start ray on this machine alone."""
    ray.init(
        # Else a cluster that somebody started on this machine would be joined.
        address="local",
        num_cpus=workers,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
        configure_logging=True,
    )


def attach(address: str) -> None:
    """Join a cluster and take this package there."""
    package = str(Path(callwright.__file__).parent)
    runtime = {"py_modules": [package]}
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    try:
        ray.init(address=address, runtime_env=runtime, **quiet)
    except ConnectionError as error:
        raise CallwrightError(
            f"no ray cluster answers at {address}, which RAY_ADDRESS names ({error}): unset it to "
            "run on this machine alone"
        ) from error


def silence() -> None:
    """No bars and no logs of ray beside our own."""
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.execution_options.preserve_order = True
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    logging.getLogger("ray").setLevel(logging.ERROR)


class RayData:
    """Chunks as rows of a Ray dataset, one block each."""

    def __init__(self, driver: int, keyring: Any = None) -> None:
        self._driver = driver
        """Process whose end ends the workers; 0 on a cluster."""
        self._keyring = keyring

    def run(self, specs: Sequence[str]) -> Iterator[str]:
        """The summaries, in the order of `specs`."""
        if not specs:
            return
        about = {"driver": self._driver, "keys": self._keyring is not None}
        items = [{"spec": spec, **about} for spec in specs]
        made = ray.data.from_items(items, override_num_blocks=len(items)).map(stage)
        for row in made.iter_rows():
            if row["error"]:
                raise getattr(errors, row["error"], CallwrightError)(row["summary"])
            yield row["summary"]


def stage(row: dict[str, Any]) -> dict[str, str]:
    """One order in a worker. What the user can mend comes back as data, bugs as they are."""
    if row["driver"]:
        die_with_driver(row["driver"])
    if row["keys"]:
        adopt()
    try:
        return {"summary": produce_chunk(row["spec"]), "error": ""}
    except CallwrightError as error:
        return {"summary": str(error), "error": type(error).__name__}


def has_workers() -> bool:
    """Whether a live node of the cluster has a core for a worker, as far as its head tells."""
    try:
        nodes = ray.nodes()
    except RayError:
        return False
    return any(node["Alive"] and node["Resources"].get("CPU", 0) >= 1 for node in nodes)


def exists(path: str) -> bool:
    """Whether this node sees the path."""
    return Path(path).exists()


def check_shared(work: Path) -> None:
    """`OutputError` unless every node of the cluster sees the run's folder."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as On

    see = ray.remote(num_cpus=0)(exists)
    for node in ray.nodes():
        if node["Alive"]:
            there = see.options(scheduling_strategy=On(node["NodeID"], soft=False))
            if not ray.get(there.remote(str(work.resolve() / "run.json"))):
                raise OutputError(
                    f"node {node['NodeManagerHostname']} does not see {work}: on a cluster --out "
                    "must be on storage that all nodes share"
                )
