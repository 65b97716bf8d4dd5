"""The pool of worlds: each is populated once, from its own seed path, and shared by families.

A world that another worker populated is loaded from its snapshot, in a fifth of the time.
"""

from collections.abc import Mapping

from callwright.domains.core.domain import Domain
from callwright.domains.core.people import make_clock, make_person
from callwright.domains.core.world import World, address
from callwright.generators.settings import Settings, Split
from callwright.generators.shelf import Shelf
from callwright.schemas.errors import DomainError
from callwright.schemas.seeds import SeedPath


class WorldPool:
    """Worlds by (split, number) and by digest, built on first use."""

    def __init__(self, settings: Settings, domains: Mapping[str, Domain], shelf: Shelf) -> None:
        self._root = SeedPath.root(settings.namespace, settings.seed)
        self._sizes = settings.worlds
        self._domains = domains
        self._shelf = shelf
        self._built: dict[tuple[Split, int], tuple[World, str]] = {}
        self.by_digest: dict[str, World] = {}

    def size(self, split: Split) -> int:
        """How many worlds a split has."""
        return self._sizes[split]

    def get(self, split: Split, number: int) -> tuple[World, str]:
        """World `number` of a split, and its digest."""
        found = self._built.get((split, number))
        if found is None:
            found = self._made(split, number)
            self._built[split, number] = found
            self.by_digest[found[1]] = found[0]
        return found

    def _made(self, split: Split, number: int) -> tuple[World, str]:
        path = self._root.at("world", split, number)
        name = f"world/{path.digest()}"
        known = self._shelf.get(name)
        if known is not None:
            return World.load(known, self._domains), address(known)
        world = self._populate(path)
        snapshot = world.snapshot()
        self._shelf.put(name, snapshot)
        return world, address(snapshot)

    def _populate(self, path: SeedPath) -> World:
        person = make_person(path.rng("person"))
        now = make_clock(path.rng("clock"), person)
        world = World(person, now, self._domains.values())
        for name, domain in self._domains.items():
            domain.populate(world.states[name], path.rng(f"populate/{name}"))
        world.journal.clear()
        broken = world.violations()
        if broken:
            raise DomainError(f"a freshly populated world breaks an invariant: {broken[0]}")
        return world
