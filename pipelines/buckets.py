"""Sorting more rows than memory holds: rows go to files by the start of their id.

Each bucket is then sorted alone, and the buckets in order give all rows in order. Memory is bound
by the buffer and by the largest bucket, not by the number of rows.
"""

import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from callwright.schemas.errors import OutputError

Row = dict[str, Any]
SEPARATOR = b"\t"
"""Sorts before every character of an id."""

COARSE = 4
"""Neighbouring second characters of an id that share a bucket: 80 buckets for ids in hex."""
BUFFER_BYTES = 16 << 20
"""Rows held before they are written out."""


class Buckets:
    """Rows of several (config, split) groups, added in any order and read back by id."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.counts: dict[tuple[str, str], int] = defaultdict(int)
        """(config, split) -> rows."""
        self._lines: dict[tuple[str, str, str], list[bytes]] = defaultdict(list)
        self._held = 0
        folder.mkdir(parents=True)

    def add(self, config: str, split: str, row: Row) -> None:
        """Add one row; its `id` must be unique inside config and split."""
        line = row["id"].encode() + SEPARATOR + orjson.dumps(row)
        self._lines[config, split, bucket(row["id"])].append(line)
        self.counts[config, split] += 1
        self._held += len(line)
        if self._held > BUFFER_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write out what is held."""
        for (config, split, name), lines in self._lines.items():
            path = self.folder / config / split / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                file.writelines(line + b"\n" for line in lines)
        self._lines.clear()
        self._held = 0

    def rows(self, config: str, split: str) -> Iterator[Row]:
        """The rows of a group in the order of their ids; `OutputError` when one comes twice."""
        self.flush()
        yield from sorted_rows(self.folder, config, split)

    def close(self) -> None:
        """Remove the files."""
        shutil.rmtree(self.folder)


def sorted_rows(folder: Path, config: str, split: str) -> Iterator[Row]:
    """The rows of a group whose buckets lie in `folder`, as `Buckets.rows` gives them."""
    last = b""
    for path in sorted((folder / config / split).glob("*")):
        for line in sorted(path.read_bytes().splitlines()):
            row_id, _, data = line.partition(SEPARATOR)
            if row_id == last:
                name = row_id.decode()
                raise OutputError(f"two {config} rows of split {split} have the id {name}")
            last = row_id
            yield orjson.loads(data)


def bucket(row_id: str) -> str:
    """The name of an id's bucket; names sort as the ids in them do."""
    first, second = (*row_id[:2].encode(), 0, 0)[:2]
    return f"{first:03d}{second // COARSE:03d}"
