"""Trajectories from where people keep them: a release folder, or a file that `generate` wrote."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from callwright.schemas.canonical import load
from callwright.schemas.errors import OutputError, RecordError
from callwright.schemas.rows import from_row
from callwright.schemas.task import Trajectory

Row = dict[str, Any]


def sft_rows(path: Path) -> Iterator[Row]:
    """The `sft` rows of a release folder, a .jsonl or a .parquet file.

    Raises:
        OutputError: there is nothing to read at `path`.
    """
    if path.is_dir():
        from callwright.pipelines.release import open_release

        return open_release(path).rows("sft")
    if not path.is_file() or path.suffix not in READERS:
        raise OutputError(
            f"there is no dataset at {path}: name a release folder, a .jsonl or a .parquet file"
        )
    return READERS[path.suffix](path)


def _parquet(path: Path) -> Iterator[Row]:
    from callwright.pipelines.shards import read_rows

    return read_rows(path)


def _lines(path: Path) -> Iterator[Row]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                row = load(line)
            except RecordError as error:
                raise RecordError(f"{path}, line {number}: {error}") from error
            if not isinstance(row, dict):
                raise RecordError(f"{path}, line {number}: a row is a JSON object")
            yield row


READERS: dict[str, Callable[[Path], Iterator[Row]]] = {".jsonl": _lines, ".parquet": _parquet}
"""Suffix -> reader."""


def select(
    path: Path,
    *,
    count: int,
    row_id: str | None = None,
    skill: str | None = None,
    domain: str | None = None,
    split: str | None = None,
) -> list[Trajectory]:
    """The first `count` trajectories that fit; `OutputError` says what there is when none does.

    `row_id` may be the start of an id.
    """
    wanted = {"skill": skill, "domain": domain, "split": split}
    seen: dict[str, set[str]] = {name: set() for name in wanted}
    found = list(islice(_fitting(path, wanted, row_id, seen), count))
    if not found:
        asked = {"id": row_id, **wanted}
        said = ", ".join(f"{name} {value}" for name, value in asked.items() if value)
        options = "; ".join(f"{name}s: {', '.join(sorted(seen[name]))}" for name in seen)
        raise OutputError(f"{path} holds no row with {said or 'anything'}; it has {options}")
    return [from_row(row) for row in found]


def _fitting(
    path: Path,
    wanted: dict[str, str | None],
    row_id: str | None,
    seen: dict[str, set[str]],
) -> Iterator[Row]:
    for row in sft_rows(path):
        for name in seen:
            seen[name].add(str(row.get(name)))
        fits = all(value is None or row.get(name) == value for name, value in wanted.items())
        named = row_id is None or str(row.get("id", "")).startswith(row_id)
        if fits and named:
            yield row
