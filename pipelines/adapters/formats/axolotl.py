"""axolotl: OpenAI messages with a `training` flag on every message, and a configuration to start.

Arguments and tools are JSON strings, which its `chat_template` strategy parses. It has one set of
`chat_template_kwargs` for all rows, so whether a row thinks shows in its messages alone: enough
for templates where `enable_thinking` only changes the generation prompt.
"""

from pathlib import Path
from typing import Any

import yaml

from callwright.pipelines.adapters.format import Format, Source
from callwright.pipelines.adapters.formats._lines import write_lines
from callwright.pipelines.adapters.formats._messages import openai_message, tools_text
from callwright.pipelines.adapters.sample import Sample

Json = dict[str, Any]
CONFIG = "axolotl.yaml"


def write(source: Source, out: Path) -> None:
    """One .jsonl file per split, and `axolotl.yaml`."""
    files = write_lines(source, out, "{split}.jsonl", _row)
    keys = {"train": "datasets", "test": "test_datasets"}
    config = {keys[split]: [_entry(path.name)] for split, path in files.items() if split in keys}
    text = yaml.safe_dump({**config, "roles_to_train": []}, sort_keys=False)
    (out / CONFIG).write_text(f"# Paths are relative to this folder.\n{text}", encoding="utf-8")


def _row(sample: Sample) -> Json:
    trained = set(sample.trained)
    messages = [
        {**openai_message(message, text_arguments=True), "training": i in trained}
        for i, message in enumerate(sample.messages)
    ]
    return {"id": sample.id, "messages": messages, "tools": tools_text(sample)}


def _entry(name: str) -> Json:
    return {
        "path": name,
        "ds_type": "json",
        "type": "chat_template",
        "field_messages": "messages",
        "field_tools": "tools",
        "message_field_training": "training",
        "roles_to_train": [],
        "train_on_eos": "turn",
    }


form = Format("axolotl", "axolotl: OpenAI messages with training flags (jsonl and yaml)", write)
