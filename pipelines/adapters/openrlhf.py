"""OpenRLHF: rows with an input and a label, and the reward function of its `--remote_rm_url`.

It knows no tools, so they stand in the system prompt, and the first reply is judged. Nothing here
imports openrlhf.
"""

from collections.abc import Sequence
from typing import Any

from callwright.pipelines.adapters.judge import ground_truth, judge_of
from callwright.pipelines.adapters.prompts import prompt_with_tools
from callwright.pipelines.adapters.replies import Parse, messages_of
from callwright.schemas.task import Task


def row(task: Task) -> dict[str, Any]:
    """The row of a task; `--input_key input --label_key label --apply_chat_template` reads it."""
    return {
        "input": prompt_with_tools(task),
        "label": ground_truth(task, "first"),
        "id": task.id,
    }
