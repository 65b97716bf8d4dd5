"""Files that are either whole or not there, and disk errors as messages.

A file is written under a temporary name in its own folder, flushed to the disk and renamed. What
goes wrong leaves no temporary file behind; what a killed run leaves is swept by the next one.
"""

import errno
import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from callwright.schemas.errors import OutputError

TEMPORARY = ".tmp-"
FULL = {errno.ENOSPC, errno.EDQUOT}


def write_whole(path: Path, data: bytes, durable: bool = True) -> None:
    """Write `data` to `path` atomically; `OutputError` for any fault of the disk.

    `durable`: whether it outlives a power failure; else such a failure may leave the file broken.
    """
    # Processes of two machines that share the folder may have the same number.
    temporary = path.with_name(f"{path.name}{TEMPORARY}{secrets.token_hex(8)}")
    with disk_errors(path):
        try:
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                if durable:
                    os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn an operating system error into an `OutputError` that names the path and the way out."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise OutputError(
                f"no space left on the disk while writing {path}: free some, then give the same "
                "command again and the run goes on where it stopped"
            ) from error
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error


def sweep(folder: Path) -> None:
    """Remove temporary files that a killed run left in `folder`; the lock must be held."""
    for leftover in folder.glob(f"*{TEMPORARY}*"):
        leftover.unlink(missing_ok=True)


def sha256(path: Path) -> str:
    """Lower-case hex sha256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
