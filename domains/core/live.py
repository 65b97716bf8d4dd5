"""A task being lived: its world, the tools of the present turn, and what calls of them give.

Whoever acts, a rollout or a session of a server, gets the same results and the same errors. A call
that fails is an answer, never an exception.
"""

from collections.abc import Mapping
from typing import Any

from callwright.domains.core.errors import INVALID_ARGUMENTS, ToolError
from callwright.domains.core.result_text import write_error
from callwright.domains.core.view import View, call_through
from callwright.domains.core.world import World
from callwright.schemas.messages import ToolSpec
from callwright.schemas.task import Task, UserTurn
from callwright.schemas.values import Setting

Json = Any


class Live:
    """One task in one world.

    Args:
        task: what is asked, turn by turn.
        world: of its own; calls change it.
        views: visible tool name -> view, of every turn.
        setting: in which the arguments of calls are read.
    """

    def __init__(
        self, task: Task, world: World, views: Mapping[str, View], setting: Setting
    ) -> None:
        self.task, self.world = task, world
        self.turn = 0
        """The user turn that is being answered, from 0."""
        self._views, self._setting = views, setting
        self._show()

    @property
    def tools(self) -> tuple[ToolSpec, ...]:
        """The tools that can be called in this turn, in the order shown."""
        return self._tools

    def call(self, name: str, arguments: Mapping[str, Json], fault: str = "") -> tuple[str, str]:
        """Execute a visible call: its error code, empty for a success, and its content.

        `fault`: why the arguments cannot be executed, which the model is told instead.
        """
        view = self._visible.get(name)
        if view is not None and fault:
            error = ToolError(INVALID_ARGUMENTS, fault).data()
            return INVALID_ARGUMENTS, write_error(error, view.envelope, view.bare_errors)
        outcome, content = call_through(self.world, self._visible, name, arguments, self._setting)
        return outcome.code, content

    def advance(self) -> UserTurn | None:
        """Go on to the next scripted user turn; None after the last."""
        if self.turn + 1 >= len(self.task.turns):
            return None
        self.turn += 1
        turn = self.task.turns[self.turn]
        if turn.offers:
            self._show()
        return turn

    def _show(self) -> None:
        """A tool that is offered later is not there yet."""
        self._tools = self.task.tools_at(self.turn)
        self._visible = {tool.name: self._views[tool.name] for tool in self._tools}
