"""What the calls of a conversation do to the world of its task: the state half of a reward.

A call that fails, is unreadable or names a tool that is not offered yet is just a call that fails.
Calls of tools that only read are not executed, since nobody sees their results again; that such
tools change nothing is a contract that the tests hold every domain to.
"""

from collections.abc import Sequence

from callwright.domains.core.errors import ToolError
from callwright.domains.core.view import View, decode_arguments
from callwright.domains.core.world import World
from callwright.filters.rollout import Act, Turn
from callwright.filters.scene import Scene
from callwright.schemas.checks import Change
from callwright.schemas.narrow import is_plain
from callwright.schemas.task import Task
from callwright.schemas.values import Setting


def effects(task: Task, scene: Scene, turns: Sequence[Turn]) -> tuple[Change, ...]:
    """The net changes that the calls of `turns` make; the world is left as it was.

    A turn past those of the task has the tools of its last one.
    """
    world, mark = scene.world, scene.world.mark()
    try:
        for number, turn in enumerate(turns):
            shown = {tool.name for tool in task.tools_at(number)} if turn.acts else ()
            for act in turn.acts:
                if act.name in shown:
                    _execute(world, scene.views[act.name], act, scene.setting)
        return world.diff(mark)
    finally:
        world.rollback(mark)


def _execute(world: World, view: View, act: Act, setting: Setting) -> None:
    tool = world.tools[view.tool]
    if not tool.mutates or act.arguments is None or not is_plain(act.arguments):
        return
    try:
        arguments = decode_arguments(view, tool, act.arguments, setting)
    except ToolError:  # the assistant's to see, and a call that changes nothing
        return
    world.call(tool.id, arguments)
