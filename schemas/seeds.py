"""Seed derivation: every random choice follows from a named path through sha256.

Additive seeds (`seed + index`) do not exist here: neighbours would share almost all items.
"""

import hashlib
from dataclasses import dataclass
from random import Random

VERSION = "v1"


@dataclass(frozen=True, slots=True)
class SeedPath:
    """A path `v1/namespace/seed/...`; `at` descends, `rng` gives the random source of a purpose."""

    text: str

    @classmethod
    def root(cls, namespace: str, seed: int) -> "SeedPath":
        """The root of a recipe. `namespace` is a recipe field, never a hash of the recipe."""
        return cls(f"{VERSION}/{namespace}/{seed}")

    def at(self, *parts: str | int) -> "SeedPath":
        """The path below this one, e.g. `at(cell, candidate)`."""
        return SeedPath("/".join((self.text, *map(str, parts))))

    @property
    def parent(self) -> "SeedPath":
        """The path above this one: that of a family, above one of its members."""
        return SeedPath(self.text.rpartition("/")[0])

    def rng(self, purpose: str) -> Random:
        """A random source for one purpose; the same path and purpose give the same stream."""
        raw = hashlib.sha256(f"{self.text}/{purpose}".encode()).digest()
        return Random(int.from_bytes(raw[:16], "big"))

    def digest(self, length: int = 24) -> str:
        """The id of what stands at this path: hex sha256 of the path, cut to `length` digits."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:length]
