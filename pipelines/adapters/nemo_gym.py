"""NeMo Gym: rows of its JSONL, and the sessions behind its resources server.

Its agents play one user turn with tools: tasks with more are refused. Nothing here imports
nemo_gym; `nemo_gym_server` does.
"""

from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any, Final

from callwright.pipelines.adapters.judge import ground_truth, judge_of
from callwright.pipelines.adapters.prompts import prompt
from callwright.pipelines.adapters.responses import flat_tool, messages_of_output
from callwright.schemas.task import Task

if TYPE_CHECKING:
    from callwright.pipelines.serving.episode import Episode, EpisodeSource

AGENT: Final = "callwright_simple_agent"
"""Name under which a run's configuration must know the agent that plays the rows."""
RESERVED: Final = frozenset({"seed_session", "verify", "aggregate_metrics"})
"""Routes of every resources server, and so no names of tools."""
MOST_SESSIONS: Final = 4096
"""Sessions kept; the oldest gives way, as an agent may die before it asks for its reward."""
_NO_SESSION: Final = '{"error":{"code":"no_session","message":"There is no session."}}'


class Rows:
    """Makes rows and counts what it refuses.

    Args:
        agent: that plays them, as `agent_ref` names it.
    """

    def __init__(self, agent: str = AGENT) -> None:
        self.agent = agent
        self.refused: Counter[str] = Counter()
        """Reason code -> rows."""

    def row(self, task: Task) -> dict[str, Any] | None:
        """The row of a task, None where NeMo Gym cannot play it."""
        if reason := _refusal(task):
            self.refused[reason] += 1
            return None
        return {
            "responses_create_params": {
                "input": prompt(task),
                "tools": [flat_tool(tool) for tool in task.tools],
                "parallel_tool_calls": True,
            },
            "id": task.id,
            "skill": task.skill,
            "domain": task.domain,
            "ground_truth": ground_truth(task),
            "agent_ref": {"type": "responses_api_agents", "name": self.agent},
        }


def _refusal(task: Task) -> str:
    if len(task.turns) > 1:
        return "user_turns"
    taken = any(tool.name in RESERVED or "/" in tool.name for tool in task.tools)
    return "tool_name" if taken else ""


def verify(truth: str, output: object) -> float:
    """The reward, 0 to 1, of a response's output items."""
    return judge_of(truth).reward(messages_of_output(output)).value


class Sessions:
    """The live tasks of a server, each in a world of its own.

    Args:
        source: the release from which the rows come.
        most: sessions kept.
    """

    def __init__(self, source: "EpisodeSource", most: int = MOST_SESSIONS) -> None:
        self._source, self._most = source, most
        self._live: OrderedDict[str, Episode] = OrderedDict()

    def __len__(self) -> int:
        return len(self._live)

    def seed(self, session: str, row_id: str) -> None:
        """Begin the task of a row anew; `OutputError` when the release lacks it."""
        self._live[session] = self._source.episode(row_id)
        self._live.move_to_end(session)
        while len(self._live) > self._most:
            self._live.popitem(last=False)

    def call(self, session: str, name: str, arguments: object) -> str:
        """The result of a call as the model sees it, also when there is no such session."""
        live = self._live.get(session)
        return live.call(name, arguments) if live else _NO_SESSION

    def end(self, session: str) -> None:
        """Forget a session, if it is there."""
        self._live.pop(session, None)
