"""Random access to one config of a release by id or place, without holding all of it.

A few row groups stay in memory, as Arrow. It may be read by several threads at once.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from callwright.pipelines.release import Release
from callwright.pipelines.shards import shard_paths
from callwright.schemas.errors import OutputError

Row = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands."""

    path: Path
    group: int
    offset: int


class ConfigTable:
    """The rows of a config, of one split or of all, by split and id.

    Args:
        release: to read.
        config: `rl`, `worlds` or another.
        split: of the rows; None for all.
        columns: what `heads` carries beside `id`.
        groups: row groups kept in memory.
    """

    def __init__(
        self,
        release: Release,
        config: str,
        split: str | None = None,
        columns: tuple[str, ...] = (),
        groups: int = 16,
    ) -> None:
        self.config = config
        self.heads: list[Row] = []
        """`id` and `columns` of every row, in order."""
        self._places: list[Place] = []
        self._groups: OrderedDict[tuple[Path, int], pa.Table] = OrderedDict()
        self._most, self._lock = groups, Lock()
        for name in [split] if split else release.splits(config):
            for path in shard_paths(release.folder, config, name):
                self._index(path, ["id", *columns])
        self.numbers = {head["id"]: number for number, head in enumerate(self.heads)}
        """Id -> place in `heads`."""

    def __len__(self) -> int:
        return len(self._places)

    def row(self, number: int) -> Row:
        """The row at a place in `heads`."""
        place = self._places[number]
        with self._lock:
            table = self._group(place.path, place.group)
        return table.slice(place.offset, 1).to_pylist()[0]

    def _index(self, path: Path, columns: list[str]) -> None:
        for group in range(_read(path, lambda file: file.num_row_groups)):
            heads = _read(path, lambda file, group=group: file.read_row_group(group, columns))
            self.heads += heads.to_pylist()
            self._places += (Place(path, group, at) for at in range(len(heads)))

    def _group(self, path: Path, group: int) -> pa.Table:
        key = path, group
        if key not in self._groups:
            self._groups[key] = _read(path, lambda file: file.read_row_group(group))
            while len(self._groups) > self._most:
                self._groups.popitem(last=False)
        self._groups.move_to_end(key)
        return self._groups[key]


def _read(path: Path, what: Callable[[pq.ParquetFile], T]) -> T:
    try:
        with pq.ParquetFile(path) as file:
            return what(file)
    except (pa.ArrowException, OSError) as error:
        raise OutputError(f"{path} is no readable parquet file: {error}") from error
