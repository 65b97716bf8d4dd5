"""TRL's GRPOTrainer: prompts with the column `environment`, which names a set of tools.

The tools themselves come from the release: see `callwright.pipelines.adapters.trl`.
"""

from pathlib import Path

from callwright.pipelines.adapters.format import Format, Source
from callwright.pipelines.adapters.formats._tasks import write_lines
from callwright.pipelines.adapters.trl import Rows


def write(source: Source, out: Path) -> None:
    """JSON lines, one file per split."""
    rows = Rows()
    write_lines(source, out, rows.row)
    source.report.refused.update(rows.refused)


form = Format("trl-grpo", "TRL GRPOTrainer: prompt, environment, ground_truth (JSONL)", write, ())
