"""One replica: its server is started, asked whether it is well, and restarted when it is not.

An owner works in a thread of its own, in this process or inside a Ray actor. Nothing is raised
there: what happened is told by `status`.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Literal

from callwright.generators.teachers.vllm import probe
from callwright.generators.teachers.vllm.command import (
    command,
    devices_of,
    environment,
    free_port,
    need_vllm,
)
from callwright.generators.teachers.vllm.server import Server, last_lines
from callwright.generators.teachers.vllm.settings import VllmSettings

LOOPBACK = "127.0.0.1"
MOST_UNANSWERED = 1
"""Restarts of a server that never answered: what is wrong with it will be wrong again."""


@dataclass(frozen=True)
class Status:
    """How a replica fares."""

    state: Literal["starting", "serving", "lost"]
    """`lost` is for good."""
    url: str
    """Where it serves, up to and with `/v1`; it stays the same from the first answer on."""
    restarts: int
    """How often it was restarted."""
    trouble: str = ""
    """Why it was restarted last, or lost; with the last lines of the log where it is lost."""
    well: bool = True
    """False when it was asked whether it is well, and did not answer."""
    gone: bool = False
    """Whether the owner itself is gone, with its process or its machine."""


class Owner:
    """Starts a server at once and keeps it up until it is closed."""

    def __init__(
        self,
        settings: VllmSettings,
        key: str,
        log: str,
        host: str = LOOPBACK,
        number: int | None = None,
        driver: int = 0,
    ) -> None:
        """`number` tells a replica which GPUs are its own; None where Ray has chosen them.

        Beside this process, its server needs the process `driver` of this machine, if any.
        `CallwrightError` when vLLM cannot be imported, or there are too few GPUs.
        """
        need_vllm(settings)
        self._settings = settings
        self._watch = settings.watch
        self._key = key
        self._log = Path(log)
        self._host = host
        self._driver = driver
        self._devices = [] if number is None else devices_of(settings, os.environ, number)
        self._restarts = 0
        self._trouble = ""
        self._answered = False
        self._lost = False
        self._closing = Event()
        self._launch()
        self._thread = Thread(target=self._run, name="vllm-owner", daemon=True)
        self._thread.start()

    def status(self, ask: bool = False) -> Status:
        """How it fares, as far as is known; with `ask` the server is asked whether it is well."""
        serving = self._ready and not self._lost and self._server.status is None
        state = "lost" if self._lost else "serving" if serving else "starting"
        url = f"http://{self._host}:{self._port}/v1"
        well = not ask or probe.is_well(self._host, self._port, self._watch.health_seconds)
        return Status(state, url, self._restarts, self._trouble, well)

    def close(self) -> None:
        """Stop the server; nothing of it is left."""
        self._closing.set()
        self._thread.join()
        self._server.stop()

    def _launch(self) -> None:
        self._ready = False
        self._failed = 0
        if not self._answered:
            self._port = free_port(self._host)
        self._started = self._checked = monotonic()
        self._server = Server(
            command(self._settings, self._host, self._port),
            environment(os.environ, self._key, self._devices),
            self._log,
            self._watch.stop_seconds,
            self._driver,
        )

    def _run(self) -> None:
        while not self._lost and not self._closing.wait(self._watch.period):
            trouble = self._look()
            if not trouble:
                continue
            try:
                self._restart(trouble)
            except OSError as error:
                self._give_up(f"{trouble}, and cannot be started again: {error}")

    def _look(self) -> str:
        """What is wrong with the server; empty when nothing is."""
        status = self._server.status
        if status is not None:
            return f"ended with status {status}"
        if not self._ready:
            return self._wait()
        if monotonic() - self._checked < self._watch.health_period:
            return ""
        well = probe.is_well(self._host, self._port, self._watch.health_seconds)
        self._checked = monotonic()
        self._failed = 0 if well else self._failed + 1
        return "does not answer" if self._failed >= self._watch.failed_checks else ""

    def _wait(self) -> str:
        seconds = self._watch.health_seconds
        if probe.is_well(self._host, self._port, seconds) and probe.serves(
            self._host, self._port, self._key, self._settings.served_name, seconds
        ):
            self._ready = self._answered = True
        elif monotonic() - self._started > self._watch.ready_seconds:
            return f"was not ready after {self._watch.ready_seconds:g} s"
        return ""

    def _restart(self, trouble: str) -> None:
        self._server.stop()
        most = self._watch.restarts
        if self._restarts >= (most if self._answered else min(most, MOST_UNANSWERED)):
            self._give_up(f"{trouble} after {self._restarts} restarts")
            return
        self._trouble = trouble
        self._restarts += 1
        self._launch()

    def _give_up(self, trouble: str) -> None:
        self._trouble = (
            f"the vLLM server of {self._settings.model} {trouble}; the end of {self._log}:\n"
            f"{last_lines(self._log, self._key)}"
        )
        self._lost = True
