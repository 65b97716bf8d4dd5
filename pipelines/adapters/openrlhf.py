"""OpenRLHF: rows with an input and a label, and the `reward_func` that it loads from a file.

It knows no tools, so they stand in the system prompt, and the first reply is judged. Nothing here
imports openrlhf.
"""

from collections.abc import Sequence
from typing import Any, Final

from callwright.pipelines.adapters.judge import ground_truth, judge_of
from callwright.pipelines.adapters.prompts import prompt_with_tools
from callwright.pipelines.adapters.replies import messages_of
from callwright.schemas.task import Task

_TAIL: Final = 200
"""Characters of a prompt's end that mark it: a long prompt's beginning may be cut off."""


def row(task: Task) -> dict[str, Any]:
    """The row of a task, for the data keys `input` and `label` with the chat template applied."""
    return {
        "input": prompt_with_tools(task),
        "label": ground_truth(task, "first"),
        "id": task.id,
    }


def reward_func(
    queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str]
) -> dict[str, Any]:
    """Rewards as OpenRLHF takes them: tensors of one value per query, 0 to 1.

    Args:
        queries: prompts with their replies, special tokens and all.
        prompts: as rendered.
        labels: ground truths.
    """
    from torch import tensor  # pyright: ignore[reportMissingImports]

    told = zip(queries, prompts, labels, strict=True)
    rewards = [_reward(query, prompt, label) for query, prompt, label in told]
    values = tensor([reward.value for reward in rewards])
    strict = tensor([float(reward.strict) for reward in rewards])
    return {"rewards": values, "scores": values, "extra_logs": {"strict": strict}}


def _reward(query: str, prompt: str, label: str) -> Any:
    judge = judge_of(label)
    return judge.reward(messages_of(reply_of(query, prompt), judge.tools))


def reply_of(query: str, prompt: str) -> str:
    """What follows the prompt in a query; all of it where the prompt is not in it."""
    if query.startswith(prompt):
        return query[len(prompt) :]
    tail = prompt[-_TAIL:]
    before, found, reply = query.partition(tail)
    return reply if found else before
