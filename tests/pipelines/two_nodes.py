"""A Ray cluster of two nodes on this machine, and the real toolkit with a brake in it.

The brake makes it certain that both nodes work, and that one is killed in the middle of a chunk.
"""

import os
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from callwright.pipelines import toolkit
from callwright.pipelines.engines.parent import is_alive
from callwright.pipelines.toolkit import catalogue, open_index
from tests.pipelines.test_engines import descendants, wait_for

CHUNK = 2
__all__ = ["catalogue", "open_index", "open_toolkit"]


@contextmanager
def cluster_of_two(monkeypatch, head_cpus=1, gpus=0):
    """Gives the cluster and its second node, which alone has GPUs; engine `ray` joins it."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": head_cpus})
    try:
        second = cluster.add_node(num_cpus=1, num_gpus=gpus)
        monkeypatch.setenv("RAY_ADDRESS", cluster.address)
        yield cluster, second
    finally:
        cluster.shutdown()


def raylet_of(node):
    return node.all_processes["raylet"][0].process.pid


def kill(cluster, node):
    """Kill a node and see its workers gone."""
    below = descendants(raylet_of(node))
    cluster.remove_node(node, allow_graceful=False)
    wait_for(lambda: not any(map(is_alive, below)))


class Brake:
    """Stops the workers of one node in their second chunk; all others wait until one is stopped."""

    def __init__(self, folder, raylet=0):
        self._wanted, self._stopped = folder / "stop", folder / "stopped"
        if raylet:
            self._wanted.write_text(str(raylet))

    @property
    def holds(self):
        """Whether a worker has been stopped."""
        return self._stopped.exists()

    def look(self, made):
        """In a worker that has made so many families: stop for good, wait, or go on."""
        if not self._wanted.exists():
            return
        if self._wanted.read_text() != str(os.getppid()):
            wait_for(lambda: self.holds)
        elif made > CHUNK:
            self._stopped.touch()
            time.sleep(600)


class Braked:
    """A factory that looks at the brake before every family."""

    def __init__(self, factory, brake):
        self._factory, self._brake = factory, brake
        self._made = 0

    def __getattr__(self, name):
        return getattr(self._factory, name)

    def family(self, cell, number):
        self._brake.look(self._made)
        self._made += 1
        return self._factory.family(cell, number)


def open_toolkit(job):
    real = toolkit.open_toolkit(job)
    return replace(real, factory=Braked(real.factory, Brake(Path(job.work).parents[1])))
