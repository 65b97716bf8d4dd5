"""What a machine needs to run the factory, looked up one by one for `callwright doctor`.

Each check returns a finding and never raises for what it looks for. Nothing is changed on the
machine apart from one empty file that is made and removed, and no secret is ever shown.
"""

import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

from packaging.requirements import Requirement

OLDEST_PYTHON = (3, 11)
FREE_BYTES_NEEDED = 2**30
"""A small run with its chunks, release and caches stays under one gibibyte."""


@dataclass(frozen=True)
class Finding:
    """One line of the report; `missing` means that runs will fail until it is mended."""

    check: str
    state: Literal["ok", "missing", "optional"]
    found: str


def examine(folder: Path) -> list[Finding]:
    """Look at this machine, with `folder` as the place where runs will write."""
    return [
        check_python(),
        *check_packages(),
        check_ray(),
        check_writable(folder),
        check_disk(folder),
        Finding("cores", "ok", str(usable_cores())),
        check_vllm(),
        check_token(),
    ]


def check_python() -> Finding:
    """The running interpreter against the oldest one supported."""
    found = ".".join(map(str, sys.version_info[:3]))
    return required("python", sys.version_info >= OLDEST_PYTHON, found, "3.11 or later is needed")


def check_packages() -> Iterator[Finding]:
    """Every core dependency of the installed callwright against what is installed."""
    for line in metadata.requires("callwright") or []:
        need = Requirement(line)
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            found = installed(need.name)
            good = found is not None and need.specifier.contains(found, prereleases=True)
            yield required(need.name, good, found or "not installed", f"need {need.specifier}")


def check_ray() -> Finding:
    """Whether the engine can be imported, which needs more than its being installed."""
    try:
        importlib.import_module("ray.data")
    except ImportError as error:
        return Finding("ray engine", "missing", f"ray.data cannot be imported: {error}")
    return Finding("ray engine", "ok", "ray.data can be imported")


def check_writable(folder: Path) -> Finding:
    """Whether a file can be made in the folder where runs will write."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return Finding("output folder", "ok", f"{folder.resolve()} can be written")
    except OSError as error:
        return Finding("output folder", "missing", f"{folder}: {error.strerror}")


def check_disk(folder: Path) -> Finding:
    """Free space on the disk where runs will write."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Finding("free disk", "missing", f"{folder}: {error.strerror}")
    found = f"{free / 2**30:.1f} GiB"
    return required("free disk", free >= FREE_BYTES_NEEDED, found, "1 GiB is needed")


def usable_cores() -> int:
    """Cores this process may use, which a container or scheduler can hold below the machine's."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_vllm() -> Finding:
    """Whether the optional local teacher is installed."""
    found = installed("vllm")
    return Finding(
        "vllm", "ok" if found else "optional", found or "not installed: no local teacher"
    )


def check_token() -> Finding:
    """Whether there is a Hub token to publish with; the token itself is not shown."""
    from huggingface_hub import get_token

    if get_token():
        return Finding("Hub token", "ok", "present")
    return Finding("Hub token", "optional", "none: set HF_TOKEN, or `hf auth login`, to publish")


def installed(package: str) -> str | None:
    """The installed version of a package, or None."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def required(check: str, good: bool, found: str, need: str) -> Finding:
    """A finding that says what is needed when it is not there."""
    return Finding(check, "ok", found) if good else Finding(check, "missing", f"{found}: {need}")
