"""JSON lines, one file per split, with the bookkeeping that all such formats share."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from callwright.pipelines.adapters.format import Source
from callwright.pipelines.adapters.sample import Sample
from callwright.schemas.canonical import dump

Json = dict[str, Any]


class Unfit(Exception):
    """A sample that a format cannot carry; the message is a reason code."""


def write_lines(
    source: Source, out: Path, name: str, row_of: Callable[[Sample], Json]
) -> dict[str, Path]:
    """Write every sample with `row_of` into `{name}` filled with the split; split -> file.

    A sample for which `row_of` raises `Unfit` is counted as refused.
    """
    files: dict[str, TextIO] = {}
    with ExitStack() as stack:
        for sample in source.samples():
            try:
                line = dump(row_of(sample))
            except Unfit as reason:
                source.report.refused[str(reason)] += 1
                continue
            if sample.split not in files:
                path = out / name.format(split=sample.split)
                files[sample.split] = stack.enter_context(path.open("w", encoding="utf-8"))
            files[sample.split].write(f"{line}\n")
            source.report.samples[sample.split] += 1
    return {split: out / name.format(split=split) for split in sorted(files)}
