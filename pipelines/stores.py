"""Stores of worlds and views: what rows refer to by digest, kept beside the chunks.

Each worker appends to a file of its own, one line per thing: its digest, a space, its JSON text.
The digest proves a line when it is read, so a line that a killed worker cut short is passed over:
the chunk that needed it has no marker either.
"""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from callwright.pipelines.files import disk_errors
from callwright.schemas.canonical import digest, dump, load
from callwright.schemas.errors import OutputError, RecordError

Json = Any
WORLDS, VIEWS = "worlds", "views"


class StoreWriter:
    """The file of this process in one store."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path: Path | None = None
        self._kept: set[str] = set()
        self._lines: list[str] = []

    def has(self, name: str) -> bool:
        """Whether this process has kept the thing with that digest."""
        return name in self._kept

    def keep(self, name: str, data: Json) -> None:
        """Keep a thing until the next `flush`; its digest must be `name`."""
        if digest(data, len(name)) != name:
            raise RuntimeError(f"{self._folder.name} {name} is not what it was: not rolled back?")
        self._kept.add(name)
        self._lines.append(f"{name} {dump(data)}\n")

    def flush(self) -> None:
        """Write what was kept; `OutputError` for a fault of the disk."""
        if not self._lines:
            return
        with disk_errors(self._folder):
            file = self._open()
            # After a fault the next try goes to a new file: this one may end in half a line.
            path, self._path = self._path, None
            with file:
                file.write("".join(self._lines).encode())
        self._path = path
        self._lines.clear()

    def _open(self) -> Any:
        if self._path is not None:
            return self._path.open("ab")
        number = 0
        while True:
            path, number = self._folder / f"{os.getpid()}-{number}.lines", number + 1
            try:
                file = path.open("xb")
            except FileExistsError:
                continue  # of an earlier process with this number, or one of another machine
            self._path = path
            return file

    @property
    def gone(self) -> bool:
        """Whether somebody removed the file since."""
        return self._path is not None and not self._path.exists()


@lru_cache(maxsize=4)
def _writers(folder: Path) -> list[StoreWriter]:
    return []


def writer(folder: Path) -> StoreWriter:
    """The writer of this process for a store, begun anew when its file is gone."""
    found = _writers(folder)
    if not found or found[0].gone:
        found[:] = [StoreWriter(folder)]
    return found[0]


def stored(folder: Path, names: set[str]) -> Iterator[tuple[str, str]]:
    """Digest and JSON text of the named things, by digest; memory is bounded by their places.

    `OutputError` says how to mend a store that lacks one.
    """
    places: dict[str, list[tuple[Path, int]]] = {}
    for path in sorted(folder.glob("*.lines")):
        for name, offset in starts(path):
            if name in names:
                places.setdefault(name, []).append((path, offset))
    for name in sorted(names):
        texts = (text_at(*place) for place in places.get(name, ()))
        text = next((text for text in texts if proves(name, text)), None)
        if text is None:
            raise OutputError(
                f"{folder} lacks {name} or holds it damaged; delete {folder} and "
                f"{folder.parent / 'chunks'}, and run again to make them anew"
            )
        yield name, text.decode()


def starts(path: Path) -> Iterator[tuple[str, int]]:
    """The digest of each line of a store file, and where its text starts."""
    offset = 0
    with path.open("rb") as file:
        for line in file:
            name = line.partition(b" ")[0]
            yield name.decode("ascii", "replace"), offset + len(name) + 1
            offset += len(line)


def text_at(path: Path, offset: int) -> bytes:
    """The text of one line."""
    with path.open("rb") as file:
        file.seek(offset)
        return file.readline().rstrip(b"\n")


def proves(name: str, text: bytes) -> bool:
    """Whether the text is what its digest says."""
    try:
        return digest(load(text), len(name)) == name
    except RecordError:
        return False
