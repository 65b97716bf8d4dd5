"""The reference must score 1: a reward that its own trajectory fails teaches nothing."""

from collections.abc import Iterator
from typing import ClassVar

from callwright.filters.base import Fault, Filter
from callwright.filters.reward import is_right, score
from callwright.filters.scene import Scene
from callwright.schemas.task import Trajectory


class ReferenceFilter(Filter):
    """Drops rows whose own conversation the reward does not find right: `reference.not_strict`."""

    name: ClassVar[str] = "reference"

    def faults(self, trajectory: Trajectory, scene: Scene) -> Iterator[Fault]:
        """At most one fault; the evidence is the components below 1."""
        task, messages = trajectory.task, trajectory.messages
        if not is_right(task, messages, scene.setting):
            parts = score(task, messages, scene.setting).components
            low = {name: round(part, 3) for name, part in parts.items() if part < 1}
            yield Fault("not_strict", f"{low or 'an answer or a turn is missing'}")
