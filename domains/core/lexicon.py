"""The language of several domains at once: their packs, and the merged words of choices."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from callwright.domains.core.domain import Domain
from callwright.domains.core.pack import EntityPhrases, Pack, ParamPhrases, ToolPhrases, load_pack
from callwright.domains.core.tool import Tool
from callwright.schemas.errors import PhraseError

T = TypeVar("T")
Words = Mapping[str, Mapping[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Lexicon:
    """Packs of some domains in one language."""

    packs: Mapping[str, Pack]
    """Domain name -> pack."""
    words: Words
    """Choice or flag name -> canonical value -> words, over all domains."""
    entities: Mapping[str, EntityPhrases]
    """Entity kind -> phrases, over all domains."""
    language: str = "en"

    def tool(self, tool: Tool) -> ToolPhrases:
        """The phrases of a tool."""
        return self.packs[tool.domain].tools[tool.name]

    def param(self, tool: Tool, param: str) -> ParamPhrases:
        """Names and descriptions of a parameter: `tool.param` first, then `param`."""
        params = self.packs[tool.domain].params
        return params.get(f"{tool.name}.{param}") or params.get(param) or ParamPhrases()


def lexicon(domains: Iterable[Domain], language: str = "en") -> Lexicon:
    """The merged language of `domains`; `PhraseError` when two of them define one name."""
    packs = {d.name: load_pack(d.folder, language) for d in domains}
    words: dict[str, Mapping[str, tuple[str, ...]]] = {}
    entities: dict[str, EntityPhrases] = {}
    for domain, pack in packs.items():
        _merge(words, pack.words, f"words of domain {domain}")
        _merge(entities, pack.entities, f"entities of domain {domain}")
    return Lexicon(packs, words, entities, language)


def _merge(into: dict[str, T], new: Mapping[str, T], where: str) -> None:
    for name, value in new.items():
        if name in into and into[name] != value:
            raise PhraseError(f"{where}: {name!r} is already defined otherwise by another domain")
        into[name] = value
