"""TRL's SFTTrainer: parquet with `prompt`, `completion`, `tools` and `chat_template_kwargs`.

`messages` would train earlier turns again in every sample; with prompt and completion the loss
begins behind the last user message. A completion with tool results in it needs
`assistant_only_loss=True`; with `--unit step` it holds one message, and nothing is needed.
Messages are stored as JSON values (datasets 4.7 or later), so that absent keys stay absent.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from callwright.pipelines.adapters.format import Format, Source
from callwright.pipelines.adapters.formats._messages import openai_message, tools_text
from callwright.pipelines.adapters.lint import faults
from callwright.pipelines.adapters.sample import Sample, steps

if TYPE_CHECKING:
    from datasets import Features
    from pyarrow.parquet import ParquetWriter

Json = dict[str, Any]
BATCH = 1000


def write(source: Source, out: Path) -> None:
    """One parquet file per split."""
    from pyarrow.parquet import ParquetWriter

    features = _features()
    writers: dict[str, ParquetWriter] = {}
    try:
        for batch in _batches(_fitting(source)):
            for split in sorted({sample.split for sample in batch}):
                rows = [_row(sample) for sample in batch if sample.split == split]
                if split not in writers:
                    path = out / f"{split}.parquet"
                    writers[split] = ParquetWriter(path, features.arrow_schema)
                _write(writers[split], rows, features)
                source.report.samples[split] += len(rows)
    finally:
        for writer in writers.values():
            writer.close()


def _fitting(source: Source) -> Iterator[Sample]:
    """The samples whose loss a completion can express and whose values Arrow keeps."""
    for sample in source.samples():
        gapless = sample.gapless
        source.report.adapted["cut_at_untrained_message"] += not gapless
        for piece in [sample] if gapless else steps(sample):
            arguments = [call.arguments for m in piece.messages for call in m.tool_calls]
            wrong = sorted(set(faults(arguments)))
            if not wrong:
                yield piece
            for reason in wrong:
                source.report.refused[reason] += 1


def _row(sample: Sample) -> Json:
    messages = [openai_message(message) for message in sample.messages]
    return {
        "id": sample.id,
        "prompt": messages[: sample.first],
        "completion": messages[sample.first :],
        "tools": tools_text(sample),
        "chat_template_kwargs": {"enable_thinking": sample.thinking},
    }


def _features() -> "Features":
    from datasets import Features, Json, List, Value

    return Features(
        {
            "id": Value("string"),
            "prompt": List(Json()),
            "completion": List(Json()),
            "tools": Value("string"),
            "chat_template_kwargs": {"enable_thinking": Value("bool")},
        }
    )


def _write(writer: "ParquetWriter", rows: list[Json], features: "Features") -> None:
    from datasets import Dataset

    table = Dataset.from_list(rows, features=features).data.table
    writer.write_table(table.cast(features.arrow_schema))


def _batches(samples: Iterable[Sample]) -> Iterator[list[Sample]]:
    iterator = iter(samples)
    while batch := list(islice(iterator, BATCH)):
        yield batch


form = Format("trl-sft", "TRL SFTTrainer: prompt, completion, tools (parquet)", write)
