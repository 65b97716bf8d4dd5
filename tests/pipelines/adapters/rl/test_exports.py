"""The exports for RL: files per split, and a report whose numbers add up."""

import json

import pyarrow.parquet as pq
import pytest

from callwright.pipelines.adapters.export import Options, export

FORMATS = {
    "trl-grpo": "jsonl",
    "nemo-gym": "jsonl",
    "openrlhf": "jsonl",
    "verl": "parquet",
    "skyrl": "parquet",
}


def rows_of(path):
    if path.suffix == ".parquet":
        return pq.read_table(path).to_pylist()
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(("name", "suffix"), FORMATS.items())
def test_every_task_is_written_or_counted(folder, tmp_path, tasks, name, suffix):
    report = export(folder, tmp_path / "out", Options(name))
    assert report.rows == len(tasks)
    assert sum(report.samples.values()) + sum(report.refused.values()) == len(tasks)
    for split, count in report.samples.items():
        rows = rows_of(tmp_path / "out" / f"{split}.{suffix}")
        assert len(rows) == count
        assert suffix == "jsonl" or all(map(complete, rows))


def complete(row):
    """Arrow has filled nothing in."""
    if isinstance(row, dict):
        return all(map(complete, row.values()))
    return all(map(complete, row)) if isinstance(row, list) else row is not None


def test_one_split_alone(folder, tmp_path, tasks):
    report = export(folder, tmp_path / "out", Options("verl", split="test"))
    assert report.samples == {"test": sum(task.split == "test" for task in tasks)}
    assert not (tmp_path / "out" / "train.parquet").exists()
