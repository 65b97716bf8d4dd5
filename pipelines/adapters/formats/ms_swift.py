"""ms-swift: `messages` with `loss` on every assistant message, thinking inside the text.

It drops `reasoning_content`, so thinking is written as its templates expect it, and its templates
remove that of earlier turns. Arguments and tools are JSON strings, which it parses.
"""

from pathlib import Path
from typing import Any

from callwright.pipelines.adapters.format import Format, Source
from callwright.pipelines.adapters.formats._lines import write_lines
from callwright.pipelines.adapters.formats._messages import inline, openai_message, tools_text
from callwright.pipelines.adapters.sample import Sample

Json = dict[str, Any]


def write(source: Source, out: Path) -> None:
    """One .jsonl file per split."""
    write_lines(source, out, "{split}.jsonl", _row)


def _row(sample: Sample) -> Json:
    trained = set(sample.trained)
    return {
        "id": sample.id,
        "messages": [_message(sample, i, trained) for i in range(len(sample.messages))],
        "tools": tools_text(sample),
        "chat_template_kwargs": {"enable_thinking": sample.thinking},
    }


def _message(sample: Sample, i: int, trained: set[int]) -> Json:
    message = sample.messages[i]
    out = openai_message(message, text_arguments=True)
    if message.role != "assistant":
        return out
    out.pop("reasoning_content", None)
    return {**out, "content": inline(message), "loss": i in trained}


form = Format("ms-swift", "ms-swift: messages with loss flags, thinking inline (jsonl)", write)
