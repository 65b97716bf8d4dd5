"""What a filter judges a trajectory against: a world, the views of its tools, and the setting.

A scene lends a pooled world. Whoever calls into it leaves it rolled back to where it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from callwright.domains.core.view import View
from callwright.domains.core.world import World
from callwright.schemas.errors import RecordError
from callwright.schemas.task import Task
from callwright.schemas.values import Setting

Words = Mapping[str, Mapping[str, Sequence[str]]]
"""Choice or flag name -> canonical value -> words for it, as phrase packs give them."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The world of a task, its visible tools, and the setting in which values are read."""

    world: World
    views: Mapping[str, View]
    """Visible tool name -> view."""
    setting: Setting

    @classmethod
    def of(
        cls,
        task: Task,
        worlds: Mapping[str, World],
        views: Mapping[str, View],
        words: Words | None = None,
    ) -> "Scene":
        """The scene of `task`; `worlds` and `views` by digest. `RecordError` names what lacks."""
        world = worlds.get(task.world)
        if world is None:
            raise RecordError(f"task {task.id} needs world {task.world!r}, which is not there")
        shown: dict[str, View] = {}
        for name, use in task.views.items():
            if use.view not in views:
                raise RecordError(f"task {task.id} needs view {use.view!r} of {use.tool}")
            shown[name] = views[use.view]
        return cls(world, shown, world.setting(words or {}, task.language))
