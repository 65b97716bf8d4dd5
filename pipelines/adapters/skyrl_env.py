"""A text environment of SkyRL over a release; needs the package `skyrl-gym`."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from skyrl_gym.envs.base_text_env import (  # pyright: ignore[reportMissingImports]
    BaseTextEnv,
    BaseTextEnvStepOutput,
)

from callwright.pipelines.adapters.reading import read_reply
from callwright.pipelines.serving.episode import EpisodeSource


@cache
def _source(folder: str) -> EpisodeSource:
    """One release is opened once in a process, however many environments play it."""
    return EpisodeSource(folder)


class ToolEnv(BaseTextEnv):
    """Plays one row.

    Args:
        env_config: has `release`, the folder of the release from which the row comes.
        extras: the row.
    """

    def __init__(self, env_config: Any, extras: Mapping[str, Any]) -> None:
        super().__init__()
        self._episode = _source(str(env_config["release"])).episode(extras["id"])
        self.max_turns = self._episode.limits.steps

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Take a reply as the model wrote it; the reward comes with the last one."""
        self.turns += 1
        tools = self._episode.task.tools_at(self._episode.turn)
        follows = self._episode.step(read_reply(action, tools))
        done = self._episode.done
        return BaseTextEnvStepOutput(
            observations=[] if done else [_shown(message) for message in follows],
            reward=self._episode.reward().value if done else 0.0,
            done=done,
            metadata={"reason": self._episode.reason},
        )


def _shown(message: Mapping[str, Any]) -> dict[str, str]:
    """A message as user text: many templates know no tool role without a tools list."""
    if message["role"] != "tool":
        return {"role": message["role"], "content": message["content"]}
    return {"role": "user", "content": f"<tool_response>\n{message['content']}\n</tool_response>"}
