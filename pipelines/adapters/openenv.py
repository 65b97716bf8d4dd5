"""OpenEnv: the tasks of a release as an `Environment`; needs the package `openenv`.

An action is an assistant message, as text or with calls; an observation what follows it: results
of the calls, or the next user turn. The reward comes with the last observation.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from openenv.core.env_server.interfaces import (  # pyright: ignore[reportMissingImports]
    Environment,
)
from openenv.core.env_server.types import (  # pyright: ignore[reportMissingImports]
    Action,
    Observation,
    State,
)
from pydantic import Field

from callwright.pipelines.adapters.reading import Parse, read_reply
from callwright.pipelines.serving.episode import Episode, EpisodeSource
from callwright.schemas.errors import OutputError


class ToolAction(Action):
    """An assistant message in the OpenAI shape, or the raw text of one.

    Its fields take anything, since a model's mistake is to be scored and not refused.
    """

    content: Any = None
    tool_calls: Any = None
    text: str | None = None
    """The reply as the model wrote it, calls and all; then the other fields are not read."""


class ToolObservation(Observation):
    """What follows."""

    messages: list[dict[str, Any]] = Field(default_factory=list)
    """The prompt after `reset`; after `step` the results or the next user turn."""
    tools: list[dict[str, Any]] = Field(default_factory=list)
    """The tools that can be called now, in the OpenAI shape."""


class ToolState(State):
    """Where an episode stands."""

    row: str = ""
    """Id of its row."""
    turn: int = 0
    """User turn that is being answered, from 0."""


class ToolEnvironment(Environment[ToolAction, ToolObservation, ToolState]):
    """One task at a time, each in a world of its own.

    Args:
        source: a release; may be shared between environments.
        parse: reads an action's `text`.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, source: EpisodeSource, parse: Parse = read_reply) -> None:
        super().__init__()
        self._source, self._parse = source, parse
        self._episode: Episode | None = None
        self._state = ToolState()

    # -- tasks -----------------------------------------------------------------------------
    def list_splits(self) -> list[str]:
        """The splits of the release."""
        return sorted({head.split for head in self._source.heads})

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """What every task of a split is, in short."""
        heads = [head for head in self._source.heads if head.split == split]
        return [
            {"id": head.id, "index": index, "skill": head.skill, "domain": head.domain}
            for index, head in enumerate(heads)
        ]

    def num_tasks(self, split: str) -> int:
        """How many tasks a split has."""
        return len(self.list_tasks(split))

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """One task of a split; `IndexError` when there is none."""
        return self.list_tasks(split)[index]

    # -- playing ---------------------------------------------------------------------------
    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        split: str | None = None,
        index: int | None = None,
        row: str | None = None,
        **_: Any,
    ) -> ToolObservation:
        """Begin a task.

        Args:
            seed: picks the task where nothing names it; None is 0.
            episode_id: of the caller; kept in the state.
            split: of the task.
            index: of the task in its split.
            row: id of the task.

        Raises:
            OutputError: there is no such task.
        """
        if row is None and index is not None:
            row = self._named(split, index)
        picked = self._source.pick(seed or 0, split) if row is None else row
        self._episode = self._source.episode(picked)
        self._state = ToolState(episode_id=episode_id, row=self._episode.id)
        return self._observation(self._episode, self._episode.prompt)

    def _named(self, split: str | None, index: int) -> str:
        if split is None:
            raise OutputError("an index counts inside a split: name the split")
        return self.get_task(split, index)["id"]

    def step(self, action: ToolAction, timeout_s: float | None = None, **_: Any) -> ToolObservation:
        """Take an assistant message; `OutputError` before the first `reset`."""
        if self._episode is None:
            raise OutputError("reset the environment first")
        follows = self._episode.step(self._message(self._episode, action))
        self._state.step_count += 1
        self._state.turn = self._episode.turn
        return self._observation(self._episode, follows)

    def _message(self, episode: Episode, action: ToolAction) -> Mapping[str, Any]:
        if action.text is not None:
            return self._parse(action.text, episode.task.tools_at(episode.turn))
        return {"role": "assistant", "content": action.content, "tool_calls": action.tool_calls}

    def _observation(self, episode: Episode, follows: list[dict[str, Any]]) -> ToolObservation:
        reward = episode.reward() if episode.done else None
        return ToolObservation(
            messages=follows,
            tools=episode.tools,
            done=episode.done,
            reward=None if reward is None else reward.value,
            metadata={"reason": episode.reason, **(reward.components if reward else {})},
        )

    @property
    def state(self) -> ToolState:
        """Where the episode stands."""
        return self._state


def app(folder: Path | str, split: str | None = None, parse: Parse = read_reply) -> Any:
    """OpenEnv's FastAPI application over a release; `OutputError` when there is none.

    Args:
        folder: a release.
        split: `train` or `test`; None for both.
        parse: reads an action's `text`.
    """
    from openenv.core.env_server.http_server import (  # pyright: ignore[reportMissingImports]
        create_fastapi_app,
    )

    source = EpisodeSource(folder, split)
    return create_fastapi_app(lambda: ToolEnvironment(source, parse), ToolAction, ToolObservation)
