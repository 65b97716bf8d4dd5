"""The accepted rows of a run, as places in its chunks: what the release is written from.

The driver keeps nine bytes a row here and no text. Rows are read back chunk by chunk, in the
order of acceptance, which is the order (round, cell, number) and so the same for every engine.

A chunk is one parquet file with one row per member of each family that passed all filters:

    number, member            candidate number in its cell; position in the family
    lead                      name of the cell that made it, `skill/domain/split`
    id, family_id, skill, domain, split, signature
    world, views              digest of the world; list of the digests of the views
    preference                preference rows of its family as JSON, with the last member
    sft/<column>, rl/<column> the two release rows, exactly as `schemas.rows.to_rows` gave them
"""

from array import array
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq

from callwright.pipelines.chunks import PAIRS, columns_of
from callwright.pipelines.stores import VIEWS, WORLDS, stored
from callwright.schemas.canonical import load

Json = Any
Config = Literal["sft", "rl"]
CONFIGS: tuple[Config, ...] = ("sft", "rl")
SPLITS = ("train", "test")


class Accepted:
    """Places of the accepted rows, and the worlds and views they use."""

    def __init__(self, work: Path) -> None:
        self.work = work
        """The `.callwright` folder of the run."""
        self._paths: list[Path] = []
        self._chunk = array("I")
        self._row = array("I")
        self._split = array("B")

    def __len__(self) -> int:
        return len(self._row)

    def open_chunk(self, path: Path) -> None:
        """Rows added from here on are rows of this file."""
        self._paths.append(path)

    def add(self, row: int, split: str) -> None:
        """Accept one row of the chunk opened last."""
        self._chunk.append(len(self._paths) - 1)
        self._row.append(row)
        self._split.append(SPLITS.index(split))

    def chunks(self, split: str | None = None) -> Iterator[tuple[Path, list[int]]]:
        """Each chunk with accepted rows: its file, and the numbers of these rows in it."""
        wanted = SPLITS.index(split) if split else None
        kept = (i for i in range(len(self)) if wanted is None or self._split[i] == wanted)
        for chunk, places in groupby(kept, key=lambda i: self._chunk[i]):
            yield self._paths[chunk], [self._row[i] for i in places]

    def tables(self, config: Config, split: str) -> Iterator[pa.Table]:
        """The release rows, one table per chunk, columns named and ordered as released."""
        for path, rows in self.chunks(split):
            with pq.ParquetFile(path, memory_map=False) as file:
                names = [n for n in file.schema_arrow.names if n.startswith(f"{config}/")]
                table = file.read(columns=names, use_threads=False)
            yield table.rename_columns([n.split("/", 1)[1] for n in names]).take(pa.array(rows))

    def rows(self, config: Config, split: str) -> Iterator[dict[str, Json]]:
        """The release rows one by one; memory is bounded by one chunk."""
        for table in self.tables(config, split):
            yield from table.to_pylist()

    def release_rows(self) -> Iterator[tuple[str, str, dict[str, Json]]]:
        """Every row of the release as `(config, split, row)`, for `release.write_release`."""
        for config in CONFIGS:
            for split in SPLITS:
                for row in self.rows(config, split):
                    yield config, split, row
        for row in self.pairs():
            yield PAIRS, row["split"], row
        for name, text in self.worlds():
            yield "worlds", "train", {"id": name, "snapshot": text}
        for name, text in self.views():
            yield "views", "train", {"id": name, "tool": load(text)["tool"], "view": text}

    def pairs(self) -> Iterator[dict[str, Json]]:
        """The preference rows of accepted families."""
        for path, rows in self.chunks():
            column = columns_of(path, [PAIRS])[PAIRS]
            for text in column.take(pa.array(rows)).to_pylist():
                yield from load(text)

    def worlds(self) -> Iterator[tuple[str, str]]:
        """Digest and snapshot JSON text of every world that an accepted row uses, by digest."""
        yield from stored(self.work / WORLDS, self._used_worlds())

    def views(self) -> Iterator[tuple[str, str]]:
        """Digest and JSON text of every view that an accepted row uses, by digest."""
        yield from stored(self.work / VIEWS, self._used_views())

    def _used_worlds(self) -> set[str]:
        used: set[str] = set()
        for path, rows in self.chunks():
            column = columns_of(path, ["world"])["world"]
            used.update(column.take(pa.array(rows)).to_pylist())
        return used

    def _used_views(self) -> set[str]:
        used: set[str] = set()
        for path, rows in self.chunks():
            column = columns_of(path, ["views"])["views"]
            for digests in column.take(pa.array(rows)).to_pylist():
                used.update(digests)
        return used
