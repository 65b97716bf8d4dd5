"""Workers die with their parent: seen otherwise, they go on writing when only it is killed."""

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import lru_cache
from time import sleep

PR_SET_PDEATHSIG = 1
SECONDS_BETWEEN_LOOKS = 0.2


def die_with_parent(parent: int) -> None:
    """Make this worker end when process `parent`, which started it, is gone.

    Linux kills it at once; a thread that looks on serves every other system. An interrupt is left
    to the parent, which ends its workers in order.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    watch(lambda: os.getppid() == parent)


@lru_cache(maxsize=8)
def die_with_driver(driver: int) -> None:
    """Make this process end when the process `driver` of the same machine is gone."""
    watch(lambda: is_alive(driver))


def watch(alive: Callable[[], bool]) -> None:
    """End this process once `alive` says no, now or later."""

    def look() -> None:
        while alive():
            sleep(SECONDS_BETWEEN_LOOKS)
        os._exit(1)

    if not alive():
        os._exit(1)
    threading.Thread(target=look, name="parent-watch", daemon=True).start()


def is_alive(process: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not is_zombie(process)


def is_zombie(process: int) -> bool:
    """Whether a process is dead and only waits for its parent; known on Linux alone."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return False
