"""Interned views: at most `POOL` per tool, built on first use, split before anything is made."""

from random import Random
from typing import Any

from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.tool import Tool
from callwright.domains.core.view import View
from callwright.generators.settings import Split
from callwright.generators.views.build import NO_CLOCK, build
from callwright.generators.views.style import POOL, TEST_POOL, style
from callwright.schemas.checks import Leaf

Json = Any


class ViewPool:
    """Views by tool and style, and by digest."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._built: dict[tuple[str, int], tuple[View, str]] = {}
        self._leaves: dict[int, dict[str, Leaf]] = {}
        self.by_digest: dict[str, View] = {}

    def draw(self, split: Split, rng: Random) -> int:
        """A style number of the split's pool."""
        train = POOL - TEST_POOL
        return rng.randrange(train) if split == "train" else train + rng.randrange(TEST_POOL)

    def get(self, tool: Tool, index: int) -> tuple[View, str]:
        """The view of a tool in style `index`, and its digest."""
        found = self._built.get((tool.id, index))
        if found is None:
            view = build(tool, self._lexicon, style(index))
            found = (view, view.digest())
            self._built[tool.id, index] = found
            self.by_digest[found[1]] = view
        return found

    def leaves(self, view: View, tool: Tool) -> dict[str, Leaf]:
        """JSON pointer of every argument a view can carry -> kind and format."""
        found = self._leaves.get(id(view))
        if found is None:
            found = {
                _pointer(place.path): Leaf(kind=tool.param(name).kind.spec(), format=place.format)
                for name, place in view.params.items()
            }
            self._leaves[id(view)] = found
        return found

    def defaults(self, view: View, tool: Tool) -> dict[str, tuple[str, Json]]:
        """Parameter -> (pointer, visible default) of every parameter with a shown default."""
        return {
            p.name: (_pointer(place.path), p.kind.encode(p.default, place.format, NO_CLOCK))
            for p in tool.params
            if p.shown_default
            for place in (view.params[p.name],)
        }


def _pointer(path: tuple[str, ...]) -> str:
    return "".join(f"/{key}" for key in path)
