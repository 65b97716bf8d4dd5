"""A release of real rows over the template domain alone, small enough to be made in a test."""

from functools import cache
from tempfile import mkdtemp

from callwright.domains.core.discovery import discover
from callwright.generators.errors import CannotPlan
from callwright.generators.factory import Factory
from callwright.generators.settings import Cell, Settings
from callwright.generators.skills import discover_skills
from callwright.pipelines.fingerprints import domain_fingerprints
from callwright.pipelines.new_domain import new_domain
from callwright.pipelines.release import Facts, write_release
from callwright.schemas.canonical import dump
from callwright.schemas.rows import to_rows

PATHS = mkdtemp(prefix="callwright-garden-")


@cache
def garden():
    """The template domain, as a stranger gets it."""
    from pathlib import Path

    new_domain("garden", Path(PATHS))
    return {"garden": discover([PATHS])["garden"]}


@cache
def factory():
    return Factory(Settings(namespace="garden", seed=5, worlds={"train": 3, "test": 2}), garden())


def family(skill, number, split="train"):
    try:
        return factory().family(
            Cell.model_validate({"skill": skill, "domain": "garden", "split": split}), number
        )
    except CannotPlan:
        return ()


def trajectories(per_skill=6):
    """Unfiltered families of every skill that stays in one domain."""
    for skill, about in discover_skills().items():
        if about.single_domain:
            for number in range(per_skill):
                yield from family(skill, number, "test" if number == 0 else "train")


def rows(made):
    worlds, views = set(), set()
    for trajectory in made:
        sft, rl = to_rows(trajectory)
        yield "sft", sft["split"], sft
        yield "rl", rl["split"], rl
        worlds.add(trajectory.task.world)
        views |= {use.view for use in trajectory.task.views.values()}
    for digest in sorted(worlds):
        snapshot = dump(factory().worlds[digest].snapshot())
        yield "worlds", "train", {"id": digest, "snapshot": snapshot}
    for digest in sorted(views):
        view = factory().views[digest]
        yield "views", "train", {"id": digest, "tool": view.tool, "view": view.model_dump_json()}


def make(folder, content=None):
    facts = Facts(
        name="garden",
        recipe="name: garden\n",
        namespace="garden",
        seed=5,
        teacher="scripted/1",
        domains=domain_fingerprints(garden()),
    )
    write_release(folder, rows(list(trajectories())) if content is None else content, facts)
    return folder
