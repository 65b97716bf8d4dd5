"""OpenRLHF: JSON lines with `input` and `label`, the tools inside the prompt."""

from pathlib import Path

from callwright.pipelines.adapters.format import Format, Source
from callwright.pipelines.adapters.formats._tasks import write_lines
from callwright.pipelines.adapters.openrlhf import row


def write(source: Source, out: Path) -> None:
    """JSON lines, one file per split."""
    write_lines(source, out, row)


form = Format("openrlhf", "OpenRLHF: input with tools, label (JSONL)", write, ())
