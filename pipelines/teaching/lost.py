"""How workers learn that no server of their run is left: its driver writes a file in its folder.

Workers only speak HTTP to the servers, and a server that is gone looks to them like one that is
starting again. They may be other processes, on other machines; the folder is what all of them see.
"""

import asyncio
from pathlib import Path
from typing import Final

from callwright.pipelines.files import write_whole
from callwright.schemas.errors import CallwrightError

LOGS: Final = "servers"
"""Folder of what the servers print, in a run's `.callwright`."""
FILE: Final = "lost"
PERIOD: Final = 1.0
"""Seconds between two looks of a worker."""


def tell_lost(work: Path, trouble: str) -> None:
    """Tell the workers of a run that no server is left, and why."""
    write_whole(work / LOGS / FILE, trouble.encode())


def forget_lost(work: Path) -> None:
    """Forget what an earlier run told."""
    (work / LOGS / FILE).unlink(missing_ok=True)


async def until_lost(work: Path) -> None:
    """Wait until no server is left; then `CallwrightError` with the end of a server's log."""
    path = work / LOGS / FILE
    while not path.exists():
        await asyncio.sleep(PERIOD)
    trouble = path.read_text(encoding="utf-8")
    raise CallwrightError(
        f"no server of the run is left; the same command goes on where it stopped: {trouble}"
    )
