"""Chunks: numbered candidates of one or several cells, made together, kept as one parquet file.

A chunk counts only with its marker, a JSON file with the hash of the parquet file, which is part of
that file's name: where a task that seemed lost is made a second time while the first still writes,
each writes a file of its own, and the marker stands for one of them. A chunk whose marker does not
fit it is never mended in silence.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from callwright.generators.settings import Cell
from callwright.pipelines.factory import Failed, Job
from callwright.pipelines.files import sha256, write_whole
from callwright.schemas.canonical import canonical, digest, load
from callwright.schemas.errors import OutputError, RecordError
from callwright.schemas.record import Record

PART = "part"
"""Column with the number of the part whose cell made the row's family."""
METAS = (PART, "id", "family_id", "skill", "domain", "split", "skeleton", "signature")
"""Columns that the driver reads for acceptance."""
FOLDER = "chunks"
HEX = 16
"""Digits of its hash in the name of a chunk's file."""
PAIRS = "preference"
"""Column with the preference rows of a family, as JSON; they stand with its last member."""


class Part(Record):
    """Some candidates of one cell."""

    cell: Cell
    first: int
    """Number of the first candidate."""
    last: int
    """Number after the last candidate."""

    @property
    def size(self) -> int:
        """How many they are."""
        return self.last - self.first


class ChunkSpec(Record):
    """The order for one chunk, as workers get it."""

    job: Job
    round: int
    number: int
    """Among the chunks of its round."""
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """Candidates of all parts."""
        return sum(part.size for part in self.parts)

    @property
    def marker(self) -> Path:
        """The marker, which says that the chunk is finished; named for what was ordered."""
        parts = digest([part.model_dump() for part in self.parts], 12)
        return Path(self.job.work, FOLDER, f"{self.round:03d}-{self.number:05d}-{parts}.json")

    def path(self, sha256: str) -> Path:
        """The parquet file with that hash."""
        return self.marker.with_name(f"{self.marker.stem}-{sha256[:HEX]}.parquet")


class Summary(Record):
    """What a finished chunk says about itself; the marker's content."""

    sha256: str
    """Of the parquet file."""
    families: int
    """Families that passed all filters."""
    funnels: tuple[tuple[dict[str, Any], ...], ...]
    """Funnel of every part: see `callwright.pipelines.funnel`."""
    failed: tuple[Failed, ...] = ()
    """Tasks whose model gave no reply: their families are missing."""


def save(
    spec: ChunkSpec,
    rows: list[dict[str, Any]],
    funnels: tuple[tuple[dict[str, Any], ...], ...],
    failed: tuple[Failed, ...] = (),
) -> Summary:
    """Write the chunk and then its marker, each atomically."""
    sink = pa.BufferOutputStream()
    # Long texts hardly repeat: looking for repetitions takes longer than it saves.
    table = pa.Table.from_pylist(rows)
    pq.write_table(table, sink, use_dictionary=False, compression="zstd", compression_level=1)
    data = sink.getvalue().to_pybytes()
    found = hashlib.sha256(data).hexdigest()
    write_whole(spec.path(found), data)
    families = len({row["family_id"] for row in rows})
    summary = Summary(sha256=found, families=families, funnels=funnels, failed=failed)
    write_whole(spec.marker, canonical(summary.model_dump(mode="json")))
    return summary


def finished(spec: ChunkSpec) -> Summary | None:
    """The summary of a chunk that an earlier run finished; None when there is none.

    `OutputError` names a chunk that is not what its marker says, and how to mend it.
    """
    if not spec.marker.exists():
        return None
    try:
        summary = Summary.model_validate(load(spec.marker.read_bytes()))
        if sha256(spec.path(summary.sha256)) == summary.sha256:
            return summary
        fault = "its hash differs from its marker"
    except FileNotFoundError:
        fault = "its file is missing"
    except (RecordError, ValueError) as error:
        fault = f"its marker is broken ({str(error).splitlines()[0]})"
    raise OutputError(
        f"chunk {spec.marker.stem} is corrupt: {fault}; delete {spec.marker} and run again, "
        "which makes this chunk anew"
    )


def columns_of(path: Path, names: Sequence[str] | None = None) -> pa.Table:
    """Some columns of a chunk, or all; without the data set layer, which takes longer."""
    with pq.ParquetFile(path, memory_map=False) as file:
        return file.read(columns=names and list(names), use_threads=False)


def families(path: Path) -> Iterator[list[tuple[int, dict[str, Any]]]]:
    """The families of a chunk's file by number, each as (row in chunk, metas) per member."""
    with pq.ParquetFile(path, memory_map=False) as file:
        if not file.metadata.num_rows:
            return
        table = file.read(columns=list(METAS), use_threads=False)
    found: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for place, metas in enumerate(table.to_pylist()):
        found.setdefault(metas["family_id"], []).append((place, metas))
    yield from found.values()
