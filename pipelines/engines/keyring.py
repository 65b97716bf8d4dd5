"""Keys of endpoints for the workers of a cluster, in the memory of one actor beside the driver.

They go there and to the workers as arguments and results of calls: what Ray stores, logs or shows
(environments of jobs, arguments that make actors, operators of a dataset) never holds them.
"""

import os
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import ray
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as On

NAME: Final = "callwright-keyring"
"""Of the actor, in the namespace of the job."""


class Keyring:
    """What runs as the actor."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}

    def take(self, keys: Mapping[str, str]) -> None:
        """Hold the keys, by the environment variables in which clients look for them."""
        self._keys = dict(keys)

    def keys(self) -> dict[str, str]:
        """The keys."""
        return self._keys


def hold(names: tuple[str, ...]) -> Any:
    """The actor with the keys that this process has of those named; it ends with its handle.

    None where there is nothing to hold.
    """
    keys = {name: os.environ[name] for name in names if name in os.environ}
    if not keys:
        return None
    here = On(ray.get_runtime_context().get_node_id(), soft=False)
    made: Any = ray.remote(Keyring)
    actor = made.options(name=NAME, num_cpus=0, scheduling_strategy=here).remote()
    ray.get(actor.take.remote(keys))
    return actor


@cache
def adopt() -> None:
    """In a worker: take the keys into the environment of this process, once."""
    actor: Any = ray.get_actor(NAME)
    os.environ.update(ray.get(actor.keys.remote()))
