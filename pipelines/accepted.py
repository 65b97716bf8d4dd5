"""The accepted rows of a run, as places in its chunks: what the release is written from.

The driver keeps eight bytes a row here and no text. Rows are read back chunk by chunk, in the
order of acceptance, which is the order (round, cell, number) and so the same for every engine.

A chunk is one parquet file with one row per member of each family that passed all filters:

    part                      number of the part of the chunk whose cell made it
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

from callwright.pipelines.chunks import PAIRS, columns_of
from callwright.pipelines.stores import VIEWS, WORLDS, stored
from callwright.schemas.canonical import load

Json = Any
Config = Literal["sft", "rl"]
CONFIGS: tuple[Config, ...] = ("sft", "rl")


class Accepted:
    """Places of the accepted rows, and the worlds and views they use."""

    def __init__(self, work: Path) -> None:
        self.work = work
        """The `.callwright` folder of the run."""
        self._paths: list[Path] = []
        self._chunk = array("I")
        self._row = array("I")

    def __len__(self) -> int:
        return len(self._row)

    def open_chunk(self, path: Path) -> None:
        """Rows added from here on are rows of this file."""
        self._paths.append(path)

    def add(self, row: int) -> None:
        """Accept one row of the chunk opened last."""
        self._chunk.append(len(self._paths) - 1)
        self._row.append(row)

    def chunks(self) -> Iterator[tuple[Path, list[int]]]:
        """Each chunk with accepted rows: its file, and the numbers of these rows in it."""
        for chunk, places in groupby(range(len(self)), key=lambda i: self._chunk[i]):
            yield self._paths[chunk], [self._row[i] for i in places]

    def release_rows(self) -> Iterator[tuple[str, str, dict[str, Json]]]:
        """Every row of the release as `(config, split, row)`, for `release.write_release`.

        Chunk by chunk, each read once; memory is bounded by one chunk.
        """
        worlds: set[str] = set()
        views: set[str] = set()
        for path, places in self.chunks():
            table = columns_of(path).take(pa.array(places))
            worlds.update(table["world"].to_pylist())
            views.update(name for names in table["views"].to_pylist() for name in names)
            for config in CONFIGS:
                for row in _part(table, f"{config}/").to_pylist():
                    yield config, row["split"], row
            for text in table[PAIRS].to_pylist():
                for row in load(text):
                    yield PAIRS, row["split"], row
        for name, text in stored(self.work / WORLDS, worlds):
            yield "worlds", "train", {"id": name, "snapshot": text}
        for name, text in stored(self.work / VIEWS, views):
            yield "views", "train", {"id": name, "tool": load(text)["tool"], "view": text}


def _part(table: pa.Table, prefix: str) -> pa.Table:
    """The columns whose names begin with `prefix`, named without it."""
    names = [name for name in table.schema.names if name.startswith(prefix)]
    return table.select(names).rename_columns([name.removeprefix(prefix) for name in names])
