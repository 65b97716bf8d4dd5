"""Worlds for tests: the same seed and domains give the same world."""

from callwright.domains.core import World
from callwright.domains.core.discovery import discover
from callwright.domains.core.people import make_clock, make_person
from callwright.schemas.seeds import SeedPath


def make_world(seed, domains, locale=None):
    """A populated world of the named domains (or `Domain` objects)."""
    path = SeedPath.root("tests", seed)
    person = make_person(path.rng("person"), locale)
    chosen = [discover()[d] if isinstance(d, str) else d for d in domains]
    world = World(person, make_clock(path.rng("clock"), person), chosen)
    for domain in chosen:
        domain.populate(world.states[domain.name], path.rng(f"populate/{domain.name}"))
    world.journal.clear()
    return world
