"""Phrase packs: how people speak of a domain, one YAML file per language in its folder.

Block style, every scalar a string (YAML would turn `no` into false). The templates' grammar is
`template.py`; docs/domains.md shows each section.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Self

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, model_validator

from callwright.domains.core.template import GRAMMAR, parse
from callwright.schemas.errors import PhraseError


def _template(text: Any) -> Any:
    if isinstance(text, str):
        parse(text)
    return text


Template = Annotated[str, BeforeValidator(_template)]
Templates = tuple[Template, ...]


def _need_word(text: str, words: tuple[str, ...], where: str, section: str) -> None:
    if not any(re.search(rf"\b{re.escape(w)}", text, re.IGNORECASE) for w in words):
        raise PhraseError(
            f"{where}: {text!r} has none of the words of {section}: {', '.join(words)}"
        )


class Section(BaseModel):
    """A closed, frozen part of a pack."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


class Tell(Section):
    """How a result is told. A result with a list uses `one`, `some`, `none`; others use `done`."""

    done: Templates = ()
    one: Templates = ()
    some: Templates = ()
    none: Templates = ()


class HabitPhrases(Section):
    """One field of the person's own habits, and what other tools can take it."""

    what: tuple[str, ...]
    """Words for it in a request: `the kind of seat`."""
    serves: tuple[str, ...]
    """`tool.parameter` of the same kind that it can stand for."""


class ToolPhrases(Section):
    """How people ask for one tool, and how its results are told."""

    names: tuple[str, ...]
    """Other names of the tool as space-separated words; views join and case them."""
    describe: tuple[str, ...]
    """Other descriptions of the tool, for views."""
    imperatives: Templates
    """Verb phrases that can follow `could you`, `please`, `I need you to`."""
    sentences: Templates = ()
    """Whole requests that stand alone: questions, statements of need."""
    terse: Templates = ()
    """Clipped requests as typed in a hurry."""
    clauses: dict[str, Templates] = {}
    """Parameter -> phrases that add it to any request where it is not yet said."""
    ask: dict[str, tuple[str, ...]] = {}
    """Parameter -> questions that ask the user for it."""
    ask_words: dict[str, tuple[str, ...]] = {}
    """Parameter -> words, one of which every good question for it has."""
    able: tuple[str, ...]
    """What the tool can do, to follow `I can't` or `to`: `search for flights`."""
    topic: tuple[str, ...]
    """Words, one of which an honest `I can't` about it has: `flight`."""
    tell: Tell

    @model_validator(mode="after")
    def _words_agree(self) -> Self:
        """An honest `I can't` names its topic, a question what it asks for: checks rely on it."""
        for text in self.able:
            _need_word(text, self.topic, "able", "topic")
        for param, questions in self.ask.items():
            for text in questions:
                _need_word(
                    text, self.ask_words.get(param, ()), f"ask.{param}", f"ask_words.{param}"
                )
        return self

    own: tuple[str, ...] = ()
    """Of a tool that tells the person's own habits: words for where they stand: `my profile`."""
    habits: dict[str, HabitPhrases] = {}
    """Of such a tool: fields of its result."""
    facts: tuple[str, ...] = ()
    """Result paths (`total`, `pay_by:clock`, `flights.*.price`) that an answer must say."""


class ParamPhrases(Section):
    """Other names and descriptions of a parameter, for views."""

    names: tuple[str, ...] = ()
    describe: tuple[str, ...] = ()


class EntityPhrases(Section):
    """How people refer to one entity kind without its id."""

    nouns: tuple[str, ...]
    """Bare nouns: `flight`."""
    refer: dict[str, Templates]
    """`min price` / `max depart` / `equals carrier` -> modifiers before the noun: `cheapest`."""
    np: dict[str, Templates] = {}
    """Look-up tool -> noun phrases with its parameters, `{which}` (a `refer` modifier), `{*}`."""
    which: Templates = ()
    """Noun phrases for one of several shown items: `the {which} one`."""
    it: Templates = ("it",)
    """Words for the one just made or shown: `it`, `that booking`."""
    fields: dict[str, Templates] = {}
    """Field -> words for its value in another request: `when it lands`."""
    ask_field: dict[str, Templates] = {}
    """Field -> question about it, with `{ref}` for the entity: `when does {ref} land`."""
    tell_field: dict[str, Templates] = {}
    """Field -> answer that states it, with `{value}`: `It lands at {value:clock}`."""
    titles: tuple[str, ...] = ()
    """What an appointment about it may be called, over its text fields: `Trip to {destination}`."""
    item: Templates = ()
    """One item in a told list, over its fields: `the {depart:clock} with {carrier} for {price}`."""


class Pack(Section):
    """A phrase pack of one domain in one language."""

    grammar: str
    tools: dict[str, ToolPhrases]
    params: dict[str, ParamPhrases] = {}
    """`param` or `tool.param` -> names and descriptions."""
    fields: dict[str, tuple[str, ...]] = {}
    """Result field -> other names, for views."""
    entities: dict[str, EntityPhrases] = {}
    errors: dict[str, Templates] = {}
    """Error code -> how the assistant tells it; slots are the error's details."""
    words: dict[str, dict[str, tuple[str, ...]]] = {}
    """Choice or flag name -> canonical value (`true`, `false` for flags) -> words for it."""


@lru_cache(maxsize=256)
def load_pack(folder: Path, language: str = "en") -> Pack:
    """The pack of a domain folder; `PhraseError` names file, place and fault."""
    path = folder / "phrases" / f"{language}.yaml"
    if not path.exists():
        raise PhraseError(f"domain folder {folder.name} has no phrase pack phrases/{language}.yaml")
    try:
        data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
        pack = Pack.model_validate(data)
    except yaml.YAMLError as error:
        raise PhraseError(f"{_short(path)} is not YAML: {error}") from error
    except PhraseError as error:
        raise PhraseError(f"{_short(path)}: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise PhraseError(f"{_short(path)}: {where}: {first['msg']}") from error
    if pack.grammar != GRAMMAR:
        raise PhraseError(
            f"{_short(path)}: grammar {pack.grammar!r} is unknown; this reads {GRAMMAR!r}"
        )
    return pack


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])
