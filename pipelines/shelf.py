"""A shelf in the work folder of a run: one file for each name, whole or not there."""

from pathlib import Path
from typing import Any

from callwright.pipelines.files import write_whole
from callwright.schemas.canonical import dump, load
from callwright.schemas.errors import RecordError

Json = Any
SHELF = "shelf"


class FolderShelf:
    """The files of a folder. Implements `callwright.generators.shelf.Shelf`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, name: str) -> Json | None:
        """What stands there; None also for a file that a power failure left broken."""
        try:
            return load(self._path(name).read_bytes())
        except (FileNotFoundError, RecordError):
            return None

    def put(self, name: str, data: Json) -> None:
        """Write it; `OutputError` for a fault of the disk."""
        write_whole(self._path(name), dump(data).encode(), durable=False)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name.replace('/', '-')}.json"
