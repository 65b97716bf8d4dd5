"""Calibrations of named checkpoints: a file of groups and a summary, in a folder beside a release.

A release is sealed, so nothing is written into it.
"""

from collections import Counter
from pathlib import Path
from typing import Any

from callwright.pipelines.files import disk_errors, write_whole
from callwright.pipelines.shards import read_rows
from callwright.pipelines.teaching.attempts import HIGHEST, LOWEST, PassStats
from callwright.pipelines.teaching.calibrate import Group
from callwright.schemas.canonical import dump
from callwright.schemas.errors import OutputError

Json = Any


def folder_of(dataset: Path) -> Path:
    """The folder of calibrations beside a release, which itself is sealed."""
    resolved = dataset.resolve()
    return resolved.with_name(f"{resolved.name}.calibration")


def save(folder: Path, checkpoint: str, groups: list[Group], about: dict[str, Json]) -> Path:
    """Write `<checkpoint>.parquet`, a row for each group, and `<checkpoint>.json`, the summary.

    Args:
        folder: made when it is not there.
        checkpoint: name of the model's state, e.g. `step-400`.
        groups: all of them.
        about: what was asked of whom; part of the summary.

    Raises:
        OutputError: the name is no file name, or the disk refuses.
    """
    path = file_of(folder, checkpoint)
    with disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    data = {"checkpoint": checkpoint, **about, **summary(groups)}
    write_whole(path, _parquet(groups))
    write_whole(path.with_suffix(".json"), f"{dump(data)}\n".encode())
    return path


def file_of(folder: Path, checkpoint: str) -> Path:
    """The file of a named checkpoint; `OutputError` for a name that is no plain file name."""
    plain = checkpoint.replace("-", "").replace("_", "").replace(".", "")
    if not (plain.isascii() and plain.isalnum()) or checkpoint.startswith("."):
        raise OutputError(
            f"--name {checkpoint!r} must be letters, digits, dots, hyphens and underscores"
        )
    return folder / f"{checkpoint}.parquet"


def stored(folder: Path, checkpoint: str) -> dict[str, PassStats]:
    """Task id -> the figures of a checkpoint; `OutputError` when there are none."""
    path = file_of(folder, checkpoint)
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in folder.glob("*.parquet"))) or "none"
        raise OutputError(f"{folder} has no checkpoint {checkpoint!r}; it has {known}")
    names = PassStats.model_fields
    return {
        row["id"]: PassStats.model_validate({name: row[name] for name in names})
        for row in read_rows(path)
    }


def teachable(
    figures: dict[str, PassStats], low: float = LOWEST, high: float = HIGHEST
) -> list[str]:
    """Ids of the tasks with strict variance whose pass rate lies in a band, sorted."""
    return sorted(
        name
        for name, stats in figures.items()
        if stats.strict_variance > 0 and stats.in_band(low, high)
    )


def summary(groups: list[Group]) -> dict[str, Json]:
    """The figures of all groups together, and of each skill."""
    skills = sorted({group.head.skill for group in groups})
    return {
        "overall": _cell(groups),
        "skills": {s: _cell([g for g in groups if g.head.skill == s]) for s in skills},
        "codes": _counted(groups),
    }


def _cell(groups: list[Group]) -> dict[str, Json]:
    stats = [group.stats for group in groups]
    rated = [s for s in stats if s.pass_rate is not None]
    return {
        "groups": len(stats),
        "uncounted": len(stats) - len(rated),
        "all_pass": sum(s.pass_rate == 1 for s in rated),
        "none_passes": sum(s.pass_rate == 0 for s in rated),
        "with_strict_variance": sum(s.strict_variance > 0 for s in rated),
        "in_band": sum(s.in_band() for s in rated),
        "pass_rate": _mean([s.pass_rate or 0.0 for s in rated]),
        "dense_mean": _mean([s.dense_mean for s in rated]),
        "strict_variance": _mean([s.strict_variance for s in rated]),
        "dense_variance": _mean([s.dense_variance for s in rated]),
        "prompt_tokens": _mean([s.prompt_tokens for s in rated]),
        "completion_tokens": _mean([s.completion_tokens for s in rated]),
        "environment_seconds": _mean([s.environment_seconds for s in rated]),
    }


def _counted(groups: list[Group]) -> dict[str, int]:
    return dict(sorted(Counter(code for group in groups for code in group.codes).items()))


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _parquet(groups: list[Group]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = [(name, pa.string()) for name in ("id", "split", "skill", "domain")]
    numbers = [
        (name, pa.int64() if field.annotation is int else pa.float64())
        for name, field in PassStats.model_fields.items()
    ]
    rows = [group.row() for group in groups]
    sink = pa.BufferOutputStream()
    schema = pa.schema([*texts, *numbers])
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), sink, compression="zstd")
    return sink.getvalue().to_pybytes()
