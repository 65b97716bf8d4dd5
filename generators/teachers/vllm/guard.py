"""Runs one server, and ends it and all that it started when its owner is gone or asks for it.

    python guard.py OWNER DRIVER SECONDS COMMAND...

A program of its own, which needs the standard library and Linux. vLLM's engine processes outlive a
killed server and keep its memory; so the guard adopts whatever loses its parent below it, and kills
that when the server has ended, in whatever way. SIGTERM gives the server SECONDS to stop by itself;
when the process OWNER, its parent, or the process DRIVER (0: none) is gone there is nobody to wait
for. Its exit status is the server's.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
SECONDS_BETWEEN_LOOKS = 0.1
LONGEST_SWEEP = 60.0
"""Seconds after which a process that does not even die of SIGKILL is given up."""


def main(arguments: Sequence[str]) -> int:
    """Guard one server until it has ended; the exit status."""
    owner, driver, seconds = int(arguments[0]), int(arguments[1]), float(arguments[2])
    command = list(arguments[3:])
    asked: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    guard = os.getpid()
    # This program has one thread, so that code may run between fork and exec.
    server = subprocess.Popen(command, preexec_fn=lambda: die_with(guard))
    try:
        watch(server, lambda: wanted(owner, driver), seconds, asked)
    finally:
        sweep(server)
    status = server.wait()
    return status if status >= 0 else 128 - status


def watch(
    server: subprocess.Popen[bytes],
    wanted: Callable[[], bool],
    seconds: float,
    asked: Sequence[int],
) -> None:
    """Return when the server has ended or must be killed."""
    deadline = float("inf")
    while wanted() and time.monotonic() < deadline:
        if asked and deadline == float("inf"):
            server.terminate()
            deadline = time.monotonic() + seconds
        try:
            server.wait(SECONDS_BETWEEN_LOOKS)
        except subprocess.TimeoutExpired:
            continue
        return


def wanted(owner: int, driver: int) -> bool:
    """Whether those who want the server live; one that only waits to be reaped does not."""
    if os.getppid() != owner:
        return False
    try:
        told = Path(f"/proc/{driver or owner}/stat").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return told.rpartition(")")[2].split()[0] not in {"Z", "X"}


def sweep(server: subprocess.Popen[bytes]) -> None:
    """Kill everything below this process, also what was adopted meanwhile, and see it gone."""
    deadline = time.monotonic() + LONGEST_SWEEP
    while (below := descendants(os.getpid())) and time.monotonic() < deadline:
        for process in below:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        # The server's status goes to its handle; nobody wants that of what was adopted.
        server.poll()
        reap(process for process in below if process != server.pid)
        time.sleep(SECONDS_BETWEEN_LOOKS / 10)


def reap(processes: Iterable[int]) -> None:
    """Let those that are dead, and this process's own children, go."""
    for process in processes:
        try:
            os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG)
        except ChildProcessError:
            continue


def descendants(process: int) -> list[int]:
    """All living processes below one."""
    found: list[int] = []
    todo = [process]
    while todo:
        for children in Path(f"/proc/{todo.pop()}/task").glob("*/children"):
            try:
                more = [int(number) for number in children.read_text().split()]
            except (FileNotFoundError, ProcessLookupError):
                continue
            found += more
            todo += more
    return found


def die_with(guard: int) -> None:
    """In the server, before it begins: be killed when the guard is."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != guard:
        os.kill(os.getpid(), signal.SIGKILL)


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process."""
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
