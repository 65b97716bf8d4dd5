"""verifiers: the tasks of a release as a v1 taskset; needs the package `verifiers`.

Its loader finds top-level modules only: one that imports `CallwrightTaskset` and names it in
`__all__` is yours to write. Its agents play one user turn: tasks with more are left out.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from verifiers.v1.configs.task import TaskConfig  # pyright: ignore[reportMissingImports]
from verifiers.v1.configs.taskset import TasksetConfig  # pyright: ignore[reportMissingImports]
from verifiers.v1.mcp import Toolset, ToolsetConfig  # pyright: ignore[reportMissingImports]
from verifiers.v1.state import State  # pyright: ignore[reportMissingImports]
from verifiers.v1.task import Task, TaskData  # pyright: ignore[reportMissingImports]
from verifiers.v1.taskset import Taskset  # pyright: ignore[reportMissingImports]
from verifiers.v1.utils.decorators import reward  # pyright: ignore[reportMissingImports]

from callwright.pipelines.adapters.judge import ground_truth, judge_of
from callwright.pipelines.adapters.verifiers_tools import WorldToolset
from callwright.pipelines.release import open_release
from callwright.schemas.rows import rl_task

__all__ = ["CallwrightTaskset"]


class CallwrightTaskConfig(TaskConfig):
    """How tasks are run."""

    tools: ToolsetConfig = ToolsetConfig()
    """Of the server that runs a task's tools."""


class CallwrightConfig(TasksetConfig):
    """Which tasks there are."""

    release: Path
    """Folder of the release."""
    split: str | None = "train"
    """`train` or `test`; None for both."""
    task: CallwrightTaskConfig = CallwrightTaskConfig()


class ToolTaskData(TaskData):
    """A row, as far as its tool server and its reward need it."""

    release: str
    """Folder of the release, on the machine where the tools run."""
    ground_truth: str


class ToolTask(Task[ToolTaskData, State, CallwrightTaskConfig]):
    """One task with the tools of its row."""

    @property
    def key(self) -> str:
        """The row's id."""
        return self.data.id

    @classmethod
    def toolsets(cls, config: CallwrightTaskConfig) -> list[Toolset]:
        """One server a rollout, over a world of its own."""
        return [WorldToolset(config.tools)]

    @reward
    async def callwright(self, trace: Any) -> float:
        """The reward of the conversation, 0 to 1."""
        branches = trace.branches
        messages = [_plain(m) for m in branches[-1].messages] if branches else []
        return judge_of(self.data.ground_truth).reward(messages).value


class CallwrightTaskset(Taskset[ToolTask, CallwrightConfig]):
    """The tasks of a release, by split and id."""

    def load(self) -> Iterator[ToolTask]:
        """The tasks with one user turn."""
        folder = self.config.release.expanduser().resolve()
        for row in open_release(folder).rows("rl", self.config.split):
            task = rl_task(row)
            if len(task.turns) != 1:
                continue
            data = ToolTaskData(
                id=task.id,
                name=f"{task.skill}:{task.id}",
                prompt=task.turns[0].text,
                system_prompt=task.system or None,
                release=str(folder),
                ground_truth=ground_truth(task),
            )
            yield ToolTask(data, self.config.task)


def _plain(message: Any) -> Mapping[str, Any]:
    """A message of a trace in the OpenAI shape."""
    data = message.model_dump(mode="json")
    calls = data.get("tool_calls") or []
    functions = [{"name": call["name"], "arguments": call["arguments"]} for call in calls]
    return {**data, "tool_calls": [{"function": function} for function in functions]}
