"""One server process behind its guard: started, looked at, stopped; never talked to."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from callwright.generators.teachers.vllm import guard
from callwright.schemas.errors import CallwrightError

GUARD: Final = str(Path(guard.__file__).resolve())
LINES_QUOTED: Final = 20
BYTES_READ: Final = 20_000
SECONDS_OF_SWEEP: Final = 30.0
"""What the guard gets to kill a whole server, after that server's own time."""


class Server:
    """A running server. It ends with this process, however that ends; Linux only."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
        seconds: float,
        driver: int = 0,
    ) -> None:
        """Start `command`; what it prints goes to the end of `log`.

        `seconds` is what it gets to stop in order. It ends with the process `driver` too.
        """
        if sys.platform != "linux":
            raise CallwrightError(f"vLLM servers are started on Linux only, not on {sys.platform}")
        self._seconds = seconds
        log.parent.mkdir(parents=True, exist_ok=True)
        watched = [str(os.getpid()), str(driver), str(seconds)]
        guarded = [sys.executable, "-I", GUARD, *watched, *command]
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                guarded,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                # An interrupt from the keyboard is left to whoever owns the server.
                start_new_session=True,
            )

    @property
    def status(self) -> int | None:
        """Exit status; None while it runs. Nothing of it is left once there is one."""
        status = self._process.poll()
        if status is not None and status < 0:
            self._kill_group()
        return status

    def stop(self) -> None:
        """Ask it to stop; kill it, with all that it started, when it does not."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(self._seconds + SECONDS_OF_SWEEP)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._kill_group()

    def _kill_group(self) -> None:
        """Kill what a guard that was killed itself may have left."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return


def last_lines(log: Path, key: str) -> str:
    """The end of a log, for people; without the key, should the server have printed it."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - BYTES_READ))
            text = file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    lines = text.replace(key, "[key]").splitlines()
    return "\n".join(lines[-LINES_QUOTED:])
