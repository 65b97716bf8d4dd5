"""Replicas as a teacher sees them: owned by this process, or by actors on a Ray cluster."""

import asyncio
import os
from pathlib import Path
from typing import Any, Final, Protocol

from callwright.generators.teachers.vllm.owner import Owner, Status
from callwright.generators.teachers.vllm.settings import VllmSettings
from callwright.schemas.errors import CallwrightError


class Replica(Protocol):
    """One server with its owner, wherever that is."""

    async def status(self, ask: bool = False) -> Status:
        """How it fares, as far as is known; with `ask` the server is asked whether it is well."""
        ...

    async def close(self) -> None:
        """Stop it; nothing of it is left."""
        ...


class Start(Protocol):
    """Begins to start replica `number`; `CallwrightError` when it cannot be."""

    async def __call__(
        self, settings: VllmSettings, key: str, logs: Path, number: int
    ) -> Replica: ...


def log_of(logs: Path, number: int) -> str:
    """The log of a replica."""
    return str(logs.resolve() / f"vllm-{number}.log")


class Here:
    """A replica owned by this process."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner

    async def status(self, ask: bool = False) -> Status:
        """How it fares now."""
        return await asyncio.to_thread(self._owner.status, ask) if ask else self._owner.status()

    async def close(self) -> None:
        """Stop it; nothing of it is left."""
        await asyncio.to_thread(self._owner.close)


async def here(settings: VllmSettings, key: str, logs: Path, number: int) -> Replica:
    """A replica on this machine, on loopback."""
    log = log_of(logs, number)
    return Here(await asyncio.to_thread(Owner, settings, key, log, number=number))


GUARDED: Final = {"env_vars": {"RAY_kill_child_processes_on_worker_exit": "0"}}
"""Ray kills the direct children of a worker that ends, as with its node: that would be the guard of
the server, which alone can end the processes below it."""
Driver = tuple[str, int]
"""Ray's id of the node of the process that wants the servers, and that process's number."""


def owner_on_node(settings: VllmSettings, key: str, log: str, driver: Driver) -> Owner:
    """In an actor: an owner whose server is reached at the node's address.

    Ray ends actors when their driver is gone, but not where it is gone with it: so on the driver's
    own machine the server looks after itself.
    """
    import ray.util

    node, process = driver
    near = ray.get_runtime_context().get_node_id() == node and Path(f"/proc/{process}").exists()
    host = ray.util.get_node_ip_address()
    return Owner(settings, key, log, host=host, driver=process if near else 0)


class ActorOwner:
    """What runs as the actor: an owner, made by a call so that what is wrong comes back as text."""

    def __init__(self) -> None:
        self._owner: Owner | None = None

    def start(self, settings: VllmSettings, key: str, log: str, driver: Driver) -> str:
        """Begin to start the server; what the user has to mend, or nothing."""
        try:
            self._owner = owner_on_node(settings, key, log, driver)
        except CallwrightError as error:
            return str(error)
        return ""

    def status(self, ask: bool) -> Status | None:
        """How the server fares; None where there is none."""
        return None if self._owner is None else self._owner.status(ask)

    def close(self) -> None:
        """Stop the server."""
        if self._owner is not None:
            self._owner.close()


class OnRay:
    """A replica owned by a Ray actor."""

    def __init__(self, actor: Any, begun: Any) -> None:
        self._actor = actor
        self._begun: asyncio.Future[str] = asyncio.ensure_future(_awaited(begun))

    async def status(self, ask: bool = False) -> Status:
        """How it fares now; `starting` while Ray has no place for its actor."""
        from ray.exceptions import RayActorError

        if not self._begun.done():
            return Status("starting", "", 0)
        try:
            trouble = await self._begun
            told = await self._actor.status.remote(ask)
        except RayActorError as error:
            return Status("lost", "", 0, f"the actor of a vLLM server is gone: {error}", gone=True)
        return told or Status("lost", "", 0, trouble)

    async def close(self) -> None:
        """Stop the server and end the actor."""
        import ray
        from ray.exceptions import RayActorError

        if self._begun.done():
            try:
                await self._actor.close.remote()
            except RayActorError:
                return
        self._begun.cancel()
        # Its server ends with it, should it still be starting.
        ray.kill(self._actor)


async def _awaited(reference: Any) -> Any:
    return await reference


async def on_ray(settings: VllmSettings, key: str, logs: Path, number: int) -> Replica:
    """A replica in an actor of the cluster that this process has joined, with GPUs reserved.

    Its server listens on the address of its node, with a key but without TLS.
    """
    import ray

    if not ray.is_initialized():
        raise CallwrightError("no Ray cluster has been joined: call ray.init() before")
    gpus = settings.tensor_parallel if settings.gpus is None else settings.gpus
    made: Any = ray.remote(ActorOwner)
    # No core is reserved: servers would take those of the workers that are to ask them.
    where = {"num_cpus": 0, "num_gpus": gpus, "scheduling_strategy": "SPREAD"}
    actor = made.options(**where, max_restarts=0, runtime_env=GUARDED).remote()
    driver = (ray.get_runtime_context().get_node_id(), os.getpid())
    return OnRay(actor, actor.start.remote(settings, key, log_of(logs, number), driver))
