"""SkyRL: parquet whose prompts hold the tools, for the text environment of the SkyRL adapter."""

from pathlib import Path

from callwright.pipelines.adapters.format import Format, Source
from callwright.pipelines.adapters.formats._tasks import write_parquet
from callwright.pipelines.adapters.skyrl import row


def write(source: Source, out: Path) -> None:
    """Parquet, one file per split."""
    write_parquet(source, out, row)


form = Format("skyrl", "SkyRL: prompt with tools, env_class, reward_spec (parquet)", write, ())
