"""Rows of tasks for reinforcement learning, one file per split, with the bookkeeping of all."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from callwright.pipelines.adapters.format import Source
from callwright.schemas.canonical import dump
from callwright.schemas.rows import rl_task
from callwright.schemas.task import Task

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetWriter

Json = dict[str, Any]
RowOf = Callable[[Task], Json | None]
"""The row of a task; None where the maker has counted why there is none."""
BATCH = 500


def write_lines(source: Source, out: Path, row_of: RowOf) -> None:
    """`train.jsonl` and `test.jsonl` of the release's tasks."""
    files: dict[str, TextIO] = {}
    with ExitStack() as stack:
        for split, row in _rows(source, row_of):
            if split not in files:
                path = out / f"{split}.jsonl"
                files[split] = stack.enter_context(path.open("w", encoding="utf-8"))
            files[split].write(f"{dump(row)}\n")


def write_parquet(source: Source, out: Path, row_of: RowOf) -> None:
    """`train.parquet` and `test.parquet`; all rows have the same keys, at every depth."""
    from pyarrow.parquet import ParquetWriter

    writers: dict[str, ParquetWriter] = {}
    waiting: dict[str, list[Json]] = {}
    try:
        for split, row in _rows(source, row_of):
            waiting.setdefault(split, []).append(row)
            if len(waiting[split]) >= BATCH:
                _write(writers, out, split, waiting.pop(split))
        for split, rows in waiting.items():
            _write(writers, out, split, rows)
    finally:
        for writer in writers.values():
            writer.close()


def _rows(source: Source, row_of: RowOf) -> Iterator[tuple[str, Json]]:
    for stored in source.rows("rl"):
        source.report.rows += 1
        task = rl_task(stored)
        row = row_of(task)
        if row is not None:
            source.report.samples[task.split] += 1
            yield task.split, row


def _write(writers: "dict[str, ParquetWriter]", out: Path, split: str, rows: list[Json]) -> None:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    if split not in writers:
        path = out / f"{split}.parquet"
        writers[split] = ParquetWriter(path, pa.Table.from_pylist(rows).schema)
    writers[split].write_table(pa.Table.from_pylist(rows, schema=writers[split].schema))
