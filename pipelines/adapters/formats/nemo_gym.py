"""NeMo Gym: JSON lines for an agent and the resources server of the NeMo Gym adapter."""

from pathlib import Path

from callwright.pipelines.adapters.format import Format, Source
from callwright.pipelines.adapters.formats._tasks import write_lines
from callwright.pipelines.adapters.nemo_gym import Rows


def write(source: Source, out: Path) -> None:
    """JSON lines, one file per split."""
    rows = Rows()
    write_lines(source, out, rows.row)
    source.report.refused.update(rows.refused)


form = Format("nemo-gym", "NeMo Gym: responses_create_params, agent_ref (JSONL)", write, ())
