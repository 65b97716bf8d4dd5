"""LLaMA-Factory: sharegpt `conversations` and `dataset_info.json`, one sample per trained message.

Its loss is on all assistant messages or, with `mask_history: true`, on the last alone: so every
trained message is a sample of its own. Thinking is inside the text, and a message that does not
think opens with an empty thought, so take a template that adds none (`qwen3_nothink`,
`qwen3_5_nothink`). Thinking of earlier turns is left away. Results of parallel calls are joined
the way its own converter of OpenAI messages does; texts with its markers in them are refused.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from callwright.pipelines.adapters.format import Format, Source
from callwright.pipelines.adapters.formats._lines import Unfit, write_lines
from callwright.pipelines.adapters.formats._messages import inline, tools_text
from callwright.pipelines.adapters.sample import Sample
from callwright.schemas.canonical import dump
from callwright.schemas.messages import Message

Json = dict[str, Any]
INFO = "dataset_info.json"
JOINT = "\n</tool_response>\n<tool_response>\n"
MARKERS = ("<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>")


def write(source: Source, out: Path) -> None:
    """One .jsonl file per split, and `dataset_info.json` with an entry for each."""
    files = write_lines(source, out, "callwright_{split}.jsonl", lambda s: _row(source, s))
    info = {path.stem: _entry(path.name) for path in files.values()}
    (out / INFO).write_text(f"{dump(info)}\n", encoding="utf-8")


def _row(source: Source, sample: Sample) -> Json:
    messages = sample.messages
    if any(marker in dump([m.openai() for m in messages]) for marker in MARKERS):
        raise Unfit("marker_in_text")
    user = max(i for i, message in enumerate(messages) if message.role == "user")
    shown = [m if i > user else _forget(m) for i, m in enumerate(messages)]
    turns = list(_turns(shown, user, empty=source.thinking and not sample.thinking))
    _check_order(turns)
    report = source.report
    report.adapted["parallel_results_joined"] += any(JOINT in turn["value"] for turn in turns)
    report.adapted["earlier_thinking_left_out"] += shown != list(messages)
    return {"id": sample.id, "conversations": turns, "tools": tools_text(sample)}


def _forget(message: Message) -> Message:
    return message.model_copy(update={"reasoning": None}) if message.reasoning else message


def _turns(messages: list[Message], user: int, *, empty: bool) -> Iterator[Json]:
    for role, group in groupby(enumerate(messages), key=lambda pair: pair[1].role):
        if role == "tool":
            results = [message.content or "" for _, message in group]
            yield {"from": "observation", "value": JOINT.join(results)}
            continue
        for i, message in group:
            yield _turn(message, empty=empty and i > user)


def _turn(message: Message, *, empty: bool) -> Json:
    if message.role != "assistant":
        return {
            "from": {"user": "human"}.get(message.role, message.role),
            "value": message.content or "",
        }
    text = inline(message, empty=empty)
    if not message.tool_calls:
        return {"from": "gpt", "value": text}
    calls = dump([{"name": c.name, "arguments": c.arguments} for c in message.tool_calls])
    if message.content:
        # Only calls in their own tags may follow a text.
        calls = f"\n<tool_call>{calls}</tool_call>"
    return {"from": "function_call", "value": f"{text}{calls}"}


def _check_order(turns: list[Json]) -> None:
    """Asking and answering sides must alternate, from the user to the assistant."""
    sides = [turn["from"] in {"gpt", "function_call"} for turn in turns if turn["from"] != "system"]
    if sides != [bool(i % 2) for i in range(len(sides))] or not sides or not sides[-1]:
        raise Unfit("turns_do_not_alternate")


def _entry(name: str) -> Json:
    return {
        "file_name": name,
        "formatting": "sharegpt",
        "columns": {"messages": "conversations", "tools": "tools"},
    }


form = Format(
    "llamafactory",
    "LLaMA-Factory: sharegpt conversations (jsonl and dataset_info)",
    write,
    ("step",),
)
