"""SkyRL: rows, and the text environment that plays them; the environment needs `skyrl-gym`.

Tools stand in the system prompt, since its environments speak text alone. They answer with results
or the next user turn, so conversations of several user turns are played whole.
"""

from typing import Any, Final

from callwright.pipelines.adapters.judge import ground_truth
from callwright.pipelines.adapters.prompts import prompt_with_tools
from callwright.schemas.task import Task

ENV_CLASS: Final = "callwright"
"""Name under which a run must register `callwright.pipelines.adapters.skyrl_env:ToolEnv`."""


def row(task: Task) -> dict[str, Any]:
    """The row of a task."""
    return {
        "data_source": f"callwright/{task.skill}",
        "prompt": prompt_with_tools(task),
        "env_class": ENV_CLASS,
        "reward_spec": {"method": "rule", "ground_truth": ground_truth(task)},
        "id": task.id,
    }
