"""TRL: the reward function and the environments of `GRPOTrainer`.

TRL takes tools from an environment's class and not from the row, so there is one class per set of
tools, named in the dataset's column `environment`. TRL plays one user turn: tasks with more are
refused, and so are tools that cannot be methods. Nothing here imports trl.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from callwright.pipelines.adapters.judge import ground_truth as truth_of
from callwright.pipelines.adapters.judge import judge_of
from callwright.pipelines.adapters.methods import method, misfit
from callwright.pipelines.adapters.prompts import prompt
from callwright.pipelines.adapters.reading import Parse, read_reply
from callwright.pipelines.adapters.replies import messages_of
from callwright.schemas.canonical import digest
from callwright.schemas.messages import ToolSpec
from callwright.schemas.task import Task

if TYPE_CHECKING:
    from callwright.pipelines.serving.episode import Episode, EpisodeSource

Row = dict[str, Any]

MOST_TOOLSETS: Final = 200
"""Sets of tools, and so classes, of one run: each is probed when the trainer starts."""


# -- rows ----------------------------------------------------------------------------------
def toolset_id(tools: Sequence[ToolSpec]) -> str:
    """Names a set of tools as they are shown, whatever their order."""
    return f"tools_{digest(sorted(tool.text for tool in tools), 16)}"


class Rows:
    """Makes the rows of a GRPO dataset and counts what it refuses.

    Args:
        most: sets of tools; a row that would need one more is refused.
    """

    def __init__(self, most: int = MOST_TOOLSETS) -> None:
        self.most = most
        self.toolsets: set[str] = set()
        self.refused: Counter[str] = Counter()
        """Reason code -> rows."""

    def row(self, task: Task) -> Row | None:
        """The row of a task, None where TRL cannot play it."""
        reason = self._refusal(task)
        if reason:
            self.refused[reason] += 1
            return None
        toolset = toolset_id(task.tools)
        self.toolsets.add(toolset)
        return {
            "prompt": prompt(task),
            "environment": toolset,
            "id": task.id,
            "skill": task.skill,
            "ground_truth": truth_of(task),
        }

    def _refusal(self, task: Task) -> str:
        if len(task.turns) > 1:
            return "user_turns"
        reason = misfit(task.tools)
        if reason:
            return reason
        full = len(self.toolsets) >= self.most and toolset_id(task.tools) not in self.toolsets
        return "toolsets" if full else ""


# -- reward --------------------------------------------------------------------------------
def reward(
    prompts: Sequence[object],
    completions: Sequence[object],
    completion_ids: object = None,
    *,
    ground_truth: Sequence[str | None],
    parse: Parse = read_reply,
    **columns: object,
) -> list[float | None]:
    """The reward of each completion, 0 to 1, as `GRPOTrainer` calls it.

    Args:
        prompts: not read: the checks say all that counts.
        completions: text or messages.
        completion_ids: not read.
        ground_truth: the column of this name; where it is None, so is the reward, as TRL wants it
            for a row of another task.
        parse: reads the text of a reply, where TRL has not.
        columns: what else TRL passes on.
    """
    pairs = zip(completions, ground_truth, strict=True)
    return [None if truth is None else _value(done, truth, parse) for done, truth in pairs]


def _value(completion: object, truth: str, parse: Parse) -> float:
    judge = judge_of(truth)
    return judge.reward(messages_of(completion, judge.tools, parse)).value


# -- environments --------------------------------------------------------------------------
class Environment:
    """One rollout of one task. Its subclasses have the tools of one set as methods."""

    _source: "EpisodeSource"
    _episode: "Episode"

    def reset(self, **row: Any) -> None:
        """Begin the task of a row anew."""
        self._episode = self._source.episode(row["id"])

    def _call(self, name: str, arguments: dict[str, Any]) -> str:
        return self._episode.call(name, arguments)


def environment_factory(
    source: "EpisodeSource", rows: Iterable[Mapping[str, Any]]
) -> dict[str, type[Environment]]:
    """The `environment_factory` of a dataset: the value of its column `environment` -> a class.

    Args:
        source: the release from which the rows come.
        rows: of the dataset, with the columns `id` and `environment`.

    Raises:
        OutputError: the release lacks a row.
    """
    first = {row["environment"]: row["id"] for row in rows}
    return {
        name: environment_class(source, name, source.task(row_id).tools)
        for name, row_id in sorted(first.items())
    }


def environment_class(
    source: "EpisodeSource", name: str, tools: Sequence[ToolSpec]
) -> type[Environment]:
    """A class with these tools as methods."""
    members = {tool.name: method(tool) for tool in tools}
    return type(name, (Environment,), {**members, "__doc__": "A set of tools.", "_source": source})
