"""Wrong arguments: near misses, invented ids, swaps, and arguments missing or too many."""

from itertools import combinations
from random import Random

from callwright.filters.arguments import equal_leaf, flatten, same
from callwright.filters.audit.mutant import (
    Mutant,
    Site,
    choose_site,
    leaves,
    put,
    sites,
    with_arguments,
)
from callwright.filters.scene import Scene
from callwright.schemas.record import Json
from callwright.schemas.task import Trajectory
from callwright.schemas.values import UNREAD, Kind, Setting


def near_miss_value(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Mistake one value for a plausible other one of its kind."""
    site = choose_site(trajectory, rng)
    found = leaves(site) if site else []
    if site is None or not found:
        return None
    path, value = rng.choice(found)
    wire = _near_miss(site, path, value, scene.setting, rng)
    return None if wire is UNREAD else _mutant("near_miss_value", trajectory, site, path, wire)


def invented_id(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Make up the id of an entity."""
    found = [
        (site, path, value)
        for site in sites(trajectory)
        for path, value in leaves(site)
        if site.expected.leaves[path].kind.get("kind") == "entity_id" and isinstance(value, str)
    ]
    if not found:
        return None
    site, path, value = rng.choice(found)
    made = _kind(site, path).sample(rng, scene.setting)
    wire = f"{value.partition('-')[0]}-{made.partition('-')[2]}"
    return _mutant("invented_id", trajectory, site, path, wire) if wire != value else None


def swapped_arguments(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Exchange two values of one kind inside a call."""
    found = [
        (site, one, two)
        for site in sites(trajectory)
        for one, two in combinations(leaves(site), 2)
        if site.expected.leaves[one[0]] == site.expected.leaves[two[0]]
        and not equal_leaf(one[1], two[1], site.expected.leaves[one[0]], scene.setting)
    ]
    if not found:
        return None
    site, (first, a), (second, b) = rng.choice(found)
    arguments = put(put(site.made.arguments, first, b), second, a)
    return Mutant("swapped_arguments", with_arguments(trajectory, site, arguments))


def missing_argument(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Leave one argument out."""
    site = choose_site(trajectory, rng)
    found = leaves(site) if site else []
    if site is None or not found:
        return None
    arguments = put(site.made.arguments, rng.choice(found)[0])
    return Mutant("missing_argument", with_arguments(trajectory, site, arguments))


def extra_argument(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Say more than was asked for: an optional argument with a made-up value, or an unknown one."""
    site = choose_site(trajectory, rng)
    if site is None:
        return None
    said = {path for path, _ in leaves(site)}
    free = [path for path in site.expected.leaves if path not in said]
    if not free:
        return _mutant("extra_argument", trajectory, site, "/additional_info", "yes")
    path = rng.choice(free)
    leaf, kind, right = (
        site.expected.leaves[path],
        _kind(site, path),
        _right(trajectory, site, path),
    )
    wire = kind.encode(kind.sample(rng, scene.setting), leaf.format, scene.setting)
    for value in right:
        if wire is not UNREAD and equal_leaf(wire, value, leaf, scene.setting):
            wire = _near_miss(site, path, wire, scene.setting, rng)
    if wire is UNREAD or any(equal_leaf(wire, value, leaf, scene.setting) for value in right):
        return None
    return _mutant("extra_argument", trajectory, site, path, wire)


def _right(trajectory: Trajectory, site: Site, path: str) -> list[Json]:
    """Values that an argument left out may have all the same: its default, or another plan's."""
    calls = [c for plan in trajectory.task.checks.turns[site.turn].others for c in plan]
    given = [flatten(c.arguments, c.leaves) for c in calls if c.name == site.made.name]
    said = [value for pairs in given for where, value in pairs if where == path]
    return [*said, *(v for where, v in site.expected.defaults.items() if where == path)]


def wrong_type(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Write a number or a boolean as text, as weak models do."""
    found = [
        (site, path, value)
        for site in sites(trajectory)
        for path, value in leaves(site)
        if isinstance(value, int | float)
    ]
    if not found:
        return None
    site, path, value = rng.choice(found)
    return _mutant("wrong_type", trajectory, site, path, str(value).lower())


def _near_miss(site: Site, path: str, wire: Json, setting: Setting, rng: Random) -> Json:
    """Another wire value that is a plausible mistake; `UNREAD` when the kind knows none."""
    leaf, kind = site.expected.leaves[path], _kind(site, path)
    value = kind.decode(wire, leaf.format, setting)
    near = kind.near_misses(value, setting) if value is not UNREAD else []
    wires = [kind.encode(other, leaf.format, setting) for other in near]
    # Some formats say less than the canonical value does: what looks the same is no mistake.
    wires = [other for other in wires if not same(other, wire)]
    return rng.choice(wires) if wires else UNREAD


def _kind(site: Site, path: str) -> Kind:
    return site.expected.leaves[path].typed


def _mutant(name: str, trajectory: Trajectory, site: Site, path: str, wire: Json) -> Mutant:
    arguments = put(site.made.arguments, path, wire)
    return Mutant(name, with_arguments(trajectory, site, arguments))


OPERATORS = (
    near_miss_value,
    invented_id,
    swapped_arguments,
    missing_argument,
    extra_argument,
    wrong_type,
)
