"""Ids that a user can hold, such as a booking reference, told from those inside a world."""

from callwright.filters.rollout import as_list, as_object
from callwright.filters.scene import Scene
from callwright.schemas.record import Json
from callwright.schemas.task import Task
from callwright.schemas.values import EntityId, ListOf


def sayable_prefixes(scene: Scene) -> frozenset[str]:
    """Prefixes of the ids that users hold: where no call is expected, no check names the kind."""
    kinds = (p.kind for tool in scene.world.tools.values() for p in tool.params)
    items = (k.item if isinstance(k, ListOf) else k for k in kinds)
    return frozenset(k.prefix for k in items if isinstance(k, EntityId) and k.sayable)


def sayable(task: Task) -> set[Json]:
    """The ids among the expected arguments that a user can know."""
    found: set[Json] = set()
    for turn in task.checks.turns:
        for call in turn.calls:
            for path, leaf in call.leaves.items():
                kind = leaf.kind.get("item", leaf.kind)
                if kind.get("kind") == "entity_id" and kind.get("sayable"):
                    found.update(_strings_at(call.arguments, path))
    return found


def _strings_at(arguments: Json, path: str) -> list[str]:
    value: Json = arguments
    for key in path.split("/")[1:]:
        value = as_object(value).get(key)
    return [v for v in (as_list(value) or [value]) if isinstance(v, str)]
