"""One run per folder: an advisory lock that the system frees when its holder dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from callwright.pipelines.files import disk_errors
from callwright.schemas.errors import OutputError


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Hold the lock file `path`; `OutputError` naming the holder's process id when it is taken.

    The file stays where it is afterwards: removing it would let two runs lock two files.
    """
    with disk_errors(path):
        # Not inheritable, so that no worker keeps the lock of a dead parent.
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        take(handle, path)
        yield
    finally:
        os.close(handle)


def take(handle: int, path: Path) -> None:
    """Lock the open file and write our process id into it."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.pread(handle, 32, 0).decode("ascii", "replace").strip()
        raise OutputError(
            f"{path.parent.parent} is in use by another run (process {holder or 'unknown'}): "
            "wait until it ends, or choose another --out"
        ) from error
    with disk_errors(path):
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
