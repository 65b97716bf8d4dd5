"""Parquet shards of a release, and the hash of what they hold.

A shard's columns are text, but for `record_version`. Rows stand in the order of their ids across
the shards of a split, so the content hash is taken while writing and again while reading.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from callwright.schemas.canonical import canonical
from callwright.schemas.errors import OutputError
from callwright.schemas.rows import COLUMNS

Row = dict[str, Any]

SHARD_ROWS = 50_000
GROUP_ROWS = 500
"""Rows of a row group: what a reader must hold at once."""


class ContentHash:
    """sha256 over canonical JSON lines `[config, split, row]`, fed in sorted order."""

    def __init__(self) -> None:
        self._sha = hashlib.sha256()

    def add(self, config: str, split: str, row: Row) -> None:
        """Add the next row."""
        self._sha.update(canonical([config, split, row]) + b"\n")

    def hexdigest(self) -> str:
        """The hash of all rows so far."""
        return self._sha.hexdigest()


def shard_schema(config: str) -> pa.Schema:
    """The Arrow schema of a config."""
    kinds = {"record_version": pa.int64()}
    return pa.schema([(name, kinds.get(name, pa.string())) for name in COLUMNS[config]])


def write_shards(
    folder: Path, config: str, split: str, rows: Iterator[Row], count: int, per_shard: int
) -> None:
    """Write `count` rows as `<config>/<split>-00000-of-0000N.parquet` under `folder`."""
    shards = -(-count // per_shard)
    for number in range(shards):
        path = folder / config / f"{split}-{number:05d}-of-{shards:05d}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_shard(path, config, rows, min(per_shard, count - number * per_shard))


def _write_shard(path: Path, config: str, rows: Iterator[Row], count: int) -> None:
    schema = shard_schema(config)
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for size in _sizes(count):
            group = [next(rows) for _ in range(size)]
            writer.write_table(pa.Table.from_pylist(group, schema=schema))


def _sizes(count: int) -> Iterable[int]:
    return (min(GROUP_ROWS, count - start) for start in range(0, count, GROUP_ROWS))


def shard_paths(folder: Path, config: str, split: str) -> list[Path]:
    """The shards of a split, in order."""
    return sorted((folder / config).glob(f"{split}-*.parquet"))


def splits_of(folder: Path, config: str) -> list[str]:
    """The splits of a config, sorted."""
    return sorted({path.name.split("-")[0] for path in (folder / config).glob("*-*.parquet")})


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a parquet file, one row group in memory at a time."""
    try:
        with pq.ParquetFile(path) as file:
            for group in range(file.num_row_groups):
                yield from file.read_row_group(group).to_pylist()
    except (pa.ArrowException, OSError) as error:
        raise OutputError(f"{path} is no readable parquet file: {error}") from error
