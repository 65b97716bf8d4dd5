"""What the calls of a conversation do to the world of its task: the state half of a reward.

A call that fails, is unreadable or names a tool that is not offered yet is just a call that fails.
"""

from collections.abc import Sequence

from callwright.domains.core.view import call_through
from callwright.filters.rollout import Turn, is_plain
from callwright.filters.scene import Scene
from callwright.schemas.checks import Change
from callwright.schemas.task import Task


def effects(task: Task, scene: Scene, turns: Sequence[Turn]) -> tuple[Change, ...]:
    """The net changes that the calls of `turns` make; the world is left as it was.

    A turn past those of the task has the tools of its last one.
    """
    world, mark = scene.world, scene.world.mark()
    try:
        for number, turn in enumerate(turns):
            shown = {t.name: scene.views[t.name] for t in task.tools_at(number)}
            for act in turn.acts:
                if act.arguments is not None and is_plain(act.arguments):
                    call_through(world, shown, act.name, act.arguments, scene.setting)
        return world.diff(mark)
    finally:
        world.rollback(mark)
