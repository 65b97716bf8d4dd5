"""What an export format is, and where it reads from. Formats are modules of `formats`.

A format that reads samples takes `Source.samples`; one for reinforcement learning takes the rows
of a release's other configs. It writes into an empty folder and says in a `Report` what it could
not carry.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from callwright.pipelines.adapters.report import Report
from callwright.pipelines.adapters.sample import Refused, Sample, steps, unroll, without_thinking
from callwright.pipelines.dataset import sft_rows
from callwright.pipelines.release import open_release
from callwright.schemas.rows import from_row
from callwright.schemas.task import Trajectory

Unit = Literal["turn", "step"]
"""One sample per user turn, or one per trained message of the assistant."""
Row = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """The dataset of one export and how its conversations are cut."""

    path: Path
    """A release folder, or a .jsonl or .parquet file of `sft` rows."""
    report: Report
    split: str | None = None
    """Only this split; None for all."""
    unit: Unit = "turn"
    thinking: bool = True
    """False leaves all thinking away."""

    def trajectories(self) -> Iterator[Trajectory]:
        """The trajectories of the `sft` rows, counted as read."""
        for row in sft_rows(self.path):
            if self.split in {None, row.get("split")}:
                self.report.rows += 1
                yield from_row(row)

    def rows(self, config: str) -> Iterator[Row]:
        """The rows of a release's config, of the wanted split where the config has splits.

        Raises:
            OutputError: the dataset is no release folder.
        """
        for row in open_release(self.path).rows(config):
            if self.split is None or row.get("split", self.split) == self.split:
                yield row

    def samples(self) -> Iterator[Sample]:
        """The samples of all rows; what cannot be unrolled is counted as refused."""
        for trajectory in self.trajectories():
            for sample in unroll(trajectory):
                if isinstance(sample, Refused):
                    self.report.refused[sample.reason] += 1
                    continue
                cut = sample if self.thinking else without_thinking(sample)
                yield from steps(cut) if self.unit == "step" else [cut]


@dataclass(frozen=True)
class Format:
    """One consumer's form of the data; a module of `formats` exports it as `form`."""

    name: str
    """As `--to` names it, e.g. `trl-sft`."""
    what: str
    """One line for people: who reads it."""
    write: Callable[[Source, Path], None]
    """Writes files into an existing empty folder and counts in `source.report`."""
    units: tuple[Unit, ...] = ("turn", "step")
    """Ways of cutting that it can carry; the first is its default. Empty: it reads no samples."""
