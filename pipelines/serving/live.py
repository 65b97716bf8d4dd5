"""One live episode over one task: a world of its own, the scripted user, limits and the reward.

What a model wrote never raises: unknown tools, broken arguments and calls after the end are
answered with an error text. An episode is not made for two threads at once.
"""

import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final

from callwright.domains.core.errors import ToolError
from callwright.domains.core.live import Live
from callwright.domains.core.result_text import write_error
from callwright.filters.reward import Reward, score
from callwright.filters.rollout import as_object
from callwright.filters.scene import Scene
from callwright.pipelines.serving.limits import Limits, Reason, Spent
from callwright.pipelines.serving.said import Asked, OpenAI, read_message
from callwright.schemas.canonical import load
from callwright.schemas.errors import RecordError
from callwright.schemas.task import Task
from callwright.schemas.values import Setting

Json = Any
OVER: Final = "episode_over"
"""Code of a call after the end."""


class Episode:
    """A session of one task, isolated from every other.

    Args:
        task: of an `rl` row.
        scene: its world, which the episode changes, its views, and the setting of its calls.
        setting: in which its reward is taken.
        limits: what it may take.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        task: Task,
        scene: Scene,
        setting: Setting,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.task = task
        self.limits = limits or Limits()
        self.spent = Spent()
        self.reason: Reason = ""
        self.errors: list[str] = []
        """The error code of every call so far; empty for a success."""
        self._live = Live(task, scene.world, scene.views, scene.setting)
        self._scene, self._setting, self._clock = scene, setting, clock
        self._start = clock()
        self._messages: list[OpenAI] = [*self.prompt]
        self.tools_changed = False
        """Whether the last message led to a turn that brings tools."""
        self._tools: list[OpenAI] | None = None

    # -- reading ---------------------------------------------------------------------------
    @cached_property
    def prompt(self) -> list[OpenAI]:
        """The messages up to and with the first user turn, in the OpenAI shape."""
        system = [{"role": "system", "content": self.task.system}] if self.task.system else []
        return [*system, *(_user(turn.text) for turn in self.task.turns[:1])]

    @property
    def id(self) -> str:
        """The row's id."""
        return self.task.id

    @property
    def turn(self) -> int:
        """The user turn that is being answered, from 0."""
        return self._live.turn

    @property
    def tools(self) -> list[OpenAI]:
        """The tools that can be called in this turn, in the OpenAI shape."""
        if self._tools is None:  # read from text: no caller can change what others are shown
            self._tools = [load(spec.text) for spec in self._live.tools]
        return self._tools

    @property
    def messages(self) -> list[OpenAI]:
        """The conversation so far."""
        return list(self._messages)

    @property
    def done(self) -> bool:
        """Whether the episode is over, for the `reason`."""
        return self.reason != ""

    def reward(self) -> Reward:
        """What the conversation has earned so far, with the state of the world."""
        return score(self.task, self._messages, self._setting, self._scene.world.diff())

    # -- acting ----------------------------------------------------------------------------
    def step(self, message: object) -> list[OpenAI]:
        """Take a whole assistant message: OpenAI-shaped text, calls or both.

        Returns:
            What follows: the results of the calls, or the next user turn. Empty when the episode
            is over, be it by a limit that `message` passes: then it is not recorded.

        Raises:
            RecordError: the caller says that the message has another role.
        """
        role = as_object(message).get("role", "assistant")
        if role != "assistant":
            raise RecordError(f"an episode takes assistant messages, not one of role {role!r}")
        if self.done:
            return []
        said = read_message(message, self.spent.calls + 1, self.limits.argument_bytes)
        self.tools_changed = False
        self.reason = self.spent.passed(said, self._clock() - self._start, self.limits)
        if self.done:
            return []
        self.spent.add(said)
        self._messages.append(said.openai())
        follows = [self._answer(call) for call in said.calls] or self._next_turn()
        self._messages += follows
        return follows

    def call(self, name: object, arguments: object) -> str:
        """Make one call; `arguments` is an object or JSON text. The content of its result."""
        return self.calls([(name, arguments)])[0]

    def calls(self, wanted: Sequence[tuple[object, object]]) -> list[str]:
        """Make calls in parallel, as one assistant message: `(name, arguments)` each."""
        if not wanted:
            return []
        asked = [{"function": {"name": name, "arguments": args}} for name, args in wanted]
        results = self.step({"role": "assistant", "content": None, "tool_calls": asked})
        return [result["content"] for result in results] or [self.over()] * len(wanted)

    def say(self, text: object) -> str | None:
        """End the turn with `text`; the next user turn, or None when the episode is over."""
        follows = self.step({"role": "assistant", "content": text})
        return follows[0]["content"] if follows else None

    def over(self) -> str:
        """What a call after the end is told."""
        error = ToolError(OVER, f"The episode is over: {self.reason}.").data()
        return write_error(error, "object", bare=False)

    def _answer(self, call: Asked) -> OpenAI:
        visible = call.arguments if isinstance(call.arguments, dict) else {}
        code, content = self._live.call(call.name, visible, call.fault)
        self.errors.append(code)
        return {"role": "tool", "content": content, "tool_call_id": call.id, "name": call.name}

    def _next_turn(self) -> list[OpenAI]:
        turn = self._live.advance()
        if turn is None:
            self.reason = "finished"
            return []
        self.tools_changed = bool(turn.offers)
        if self.tools_changed:
            self._tools = None
        return [_user(turn.text)]


def _user(text: str) -> OpenAI:
    return {"role": "user", "content": text}
