"""The pool of worlds: each is populated once, from its own seed path, and shared by families."""

from collections.abc import Mapping

from callwright.domains.core.domain import Domain
from callwright.domains.core.people import make_clock, make_person
from callwright.domains.core.world import World
from callwright.generators.settings import Settings, Split
from callwright.schemas.errors import DomainError
from callwright.schemas.seeds import SeedPath


class WorldPool:
    """Worlds by (split, number) and by digest, built on first use."""

    def __init__(self, settings: Settings, domains: Mapping[str, Domain]) -> None:
        self._root = SeedPath.root(settings.namespace, settings.seed)
        self._sizes = settings.worlds
        self._domains = domains
        self._built: dict[tuple[Split, int], tuple[World, str]] = {}
        self.by_digest: dict[str, World] = {}

    def size(self, split: Split) -> int:
        """How many worlds a split has."""
        return self._sizes[split]

    def get(self, split: Split, number: int) -> tuple[World, str]:
        """World `number` of a split, and its digest."""
        found = self._built.get((split, number))
        if found is None:
            world = self._populate(self._root.at("world", split, number))
            found = (world, world.digest())
            self._built[split, number] = found
            self.by_digest[found[1]] = world
        return found

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
