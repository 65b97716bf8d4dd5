"""verl: RL parquet whose prompts hold the tools, for `compute_score` of the verl adapter."""

from itertools import count
from pathlib import Path

from callwright.pipelines.adapters.format import Format, Source
from callwright.pipelines.adapters.formats._tasks import write_parquet
from callwright.pipelines.adapters.verl import row


def write(source: Source, out: Path) -> None:
    """Parquet, one file per split."""
    numbers = count()
    write_parquet(source, out, lambda task: row(task, next(numbers)))


form = Format("verl", "verl RL: prompt with tools, reward_model (parquet)", write, ())
