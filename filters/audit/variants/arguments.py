"""The same values written otherwise: defaults, offsets, numbers, other words for one thing."""

import json
from datetime import datetime, timedelta, timezone
from random import Random
from typing import Any

from callwright.filters.arguments import equal_leaf, same
from callwright.filters.audit.mutant import Site, choose_site, leaves, put, sites, with_arguments
from callwright.filters.audit.variant import Variant
from callwright.filters.scene import Scene
from callwright.schemas.narrow import is_array
from callwright.schemas.record import Json
from callwright.schemas.task import Trajectory
from callwright.schemas.values import ListOf, Setting


def explicit_default(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """An optional argument set to its default."""
    found = [(site, p, v) for site in sites(trajectory) for p, v in site.expected.defaults.items()]
    if not found:
        return None
    return _variant("explicit_default", trajectory, *rng.choice(found))


def other_offset(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """The same instant with another offset from UTC."""
    found = [
        (site, path, moved)
        for site, path, value in _all(trajectory)
        for moved in _moved(value)
        if site.expected.leaves[path].kind.get("kind") == "date_time"
    ]
    return _variant("other_offset", trajectory, *rng.choice(found)) if found else None


def _moved(value: Json) -> list[str]:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return []
    if moment is None or moment.tzinfo is None or len(value) < 20:
        return []
    hours = 3 if moment.utcoffset() != timedelta(hours=3) else 5
    return [moment.astimezone(timezone(timedelta(hours=hours))).isoformat()]


def number_as_float(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """A whole number with a fraction of zero, or the other way round."""
    found = [
        (site, path, float(value) if isinstance(value, int) else int(value))
        for site, path, value in _all(trajectory)
        if isinstance(value, int | float) and not isinstance(value, bool) and value == int(value)
    ]
    return _variant("number_as_float", trajectory, *rng.choice(found)) if found else None


def other_wording(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """A title in other letters and another order: `lisbon flight` for `Flight to Lisbon`."""
    found = [
        (site, path, wording)
        for site, path, value in _all(trajectory)
        if site.expected.leaves[path].kind.get("kind") == "title" and isinstance(value, str)
        for wording in _reworded(value)
    ]
    return _variant("other_wording", trajectory, *rng.choice(found)) if found else None


def _reworded(title: str) -> list[str]:
    words = title.split()
    turned = [f"{' '.join(words[2:])} {words[0]}"] if len(words) == 3 and words[1] == "with" else []
    return [title.lower(), f"{title}.", *turned]


def other_name(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """Another declared name of the same place or person."""
    found = [
        (site, path, other)
        for site, path, value in _all(trajectory)
        for other in _names(site, path, value, scene.setting)
    ]
    return _variant("other_name", trajectory, *rng.choice(found)) if found else None


def _names(site: Site, path: str, value: Json, setting: Setting) -> list[str]:
    leaf = site.expected.leaves[path]
    kind = leaf.typed
    if kind.name != "place" or not isinstance(value, str):
        return []
    said = (surface.text for surface in kind.surfaces(value, setting))
    return [t for t in said if t != value and kind.check(t) and equal_leaf(t, value, leaf, setting)]


def set_in_other_order(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """A list whose order means nothing, turned round."""
    found = [
        (site, path, value[::-1])
        for site, path, value in _all(trajectory)
        if is_array(value) and len(value) > 1 and _unordered(site, path)
    ]
    return _variant("set_in_other_order", trajectory, *rng.choice(found)) if found else None


def _unordered(site: Site, path: str) -> bool:
    kind = site.expected.leaves[path].typed
    return isinstance(kind, ListOf) and not kind.ordered


def other_key_order(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """The arguments in another order."""
    site = choose_site(trajectory, rng)
    if site is None or len(site.made.arguments) < 2:
        return None
    turned = dict(reversed(site.made.arguments.items()))
    return Variant("other_key_order", with_arguments(trajectory, site, turned))


def arguments_as_text(trajectory: Trajectory, scene: Scene, rng: Random) -> Variant | None:
    """OpenAI-shaped messages, whose arguments are JSON text."""
    if choose_site(trajectory, rng) is None:
        return None
    data: list[dict[str, Any]] = [message.openai() for message in trajectory.messages]
    for message in data:
        for call in message.get("tool_calls", ()):
            call["function"]["arguments"] = json.dumps(call["function"]["arguments"])
    return Variant("arguments_as_text", data)


def _all(trajectory: Trajectory) -> list[tuple[Site, str, Json]]:
    return [(site, path, value) for site in sites(trajectory) for path, value in leaves(site)]


def _variant(
    name: str, trajectory: Trajectory, site: Site, path: str, value: Json
) -> Variant | None:
    arguments = put(site.made.arguments, path, value)
    changed = not same(arguments, site.made.arguments)
    return Variant(name, with_arguments(trajectory, site, arguments)) if changed else None


VARIANTS = (
    explicit_default,
    other_offset,
    number_as_float,
    other_wording,
    other_name,
    set_in_other_order,
    other_key_order,
    arguments_as_text,
)
