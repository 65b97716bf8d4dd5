"""verl: rows of its RL parquet, and `compute_score` for its `custom_reward_function`.

verl takes tools from its own configuration, the same for every row; ours differ from row to row, so
they stand in the system prompt, and the first reply is judged. Nothing here imports verl.
"""

from typing import Any

from callwright.pipelines.adapters.judge import ground_truth as truth_of
from callwright.pipelines.adapters.judge import judge_of
from callwright.pipelines.adapters.prompts import prompt_with_tools
from callwright.pipelines.adapters.reading import read_reply, reply_reader
from callwright.pipelines.adapters.replies import messages_of
from callwright.schemas.task import Task

SOURCE = "callwright"


def row(task: Task, index: int) -> dict[str, Any]:
    """The RL row of a task; `index` is its place in the file."""
    return {
        "data_source": f"{SOURCE}/{task.skill}",
        "prompt": prompt_with_tools(task),
        "ability": "tool_use",
        "reward_model": {"style": "rule", "ground_truth": truth_of(task, "first")},
        # No tools_kwargs: Arrow would fill the ones of other rows with nulls, on which verl fails.
        "extra_info": {
            "index": index,
            "split": task.split,
            "id": task.id,
            "family_id": task.family_id,
            "skill": task.skill,
        },
    }


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str,
    extra_info: object = None,
    *,
    call_format: str | None = None,
    **others: object,
) -> dict[str, float]:
    """The reward of one completion, as verl calls it.

    Args:
        data_source: not read: the ground truth says all.
        solution_str: the completion, also a whole tool loop as verl decodes it.
        ground_truth: of the row.
        extra_info: not read.
        call_format: of the reply, as a `reward_kwargs` of verl's configuration; found out from the
            reply's own marks where it is None.
        others: what else verl passes on.

    Returns:
        `score`, 0 to 1, and `strict`, 0 or 1. The keys are always the same, since verl stacks them.
    """
    judge = judge_of(ground_truth)
    parse = reply_reader(call_format) if call_format else read_reply
    reward = judge.reward(messages_of(solution_str, judge.tools, parse))
    return {"score": reward.value, "strict": float(reward.strict)}
