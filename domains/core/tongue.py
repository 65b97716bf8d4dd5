"""What tells a text of a language, and talk about prompts and technique: one YAML file a language.

It is no phrase pack: nothing is composed of these words, texts are only held to them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

import yaml
from pydantic import ValidationError

from callwright.domains.core.pack import Section
from callwright.schemas.errors import PhraseError

FOLDER: Final = Path(__file__).parent / "tongues"
WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
"""A word of letters."""
FEW_WORDS: Final = 7
"""Different words, of which one at least is a small word of the language."""
FOREIGN_WORDS: Final = 2
"""Different small words of other languages that make a text one of theirs."""


class _File(Section):
    name: str
    letters: str
    function_words: str
    foreign: str
    prompt_talk: tuple[str, ...]
    tool_talk: tuple[str, ...]
    about_user: tuple[str, ...]
    blanks: tuple[str, ...]
    hesitations: tuple[str, ...]
    intents: str


@dataclass(frozen=True)
class Tongue:
    """The marks of one language."""

    file: _File

    @property
    def name(self) -> str:
        """The language, as a model is told it."""
        return self.file.name

    @cached_property
    def letter(self) -> re.Pattern[str]:
        """One letter of the language."""
        return re.compile(self.file.letters, re.IGNORECASE)

    @cached_property
    def function_words(self) -> frozenset[str]:
        """Words that stand in any text of the language."""
        return frozenset(self.file.function_words.split())

    @cached_property
    def foreign(self) -> frozenset[str]:
        """Small words of other languages."""
        return frozenset(self.file.foreign.split()) - self.function_words

    @cached_property
    def prompt_talk(self) -> re.Pattern[str]:
        """Talk of models, their prompts, and whoever judges them."""
        return any_of(self.file.prompt_talk)

    @cached_property
    def tool_talk(self) -> re.Pattern[str]:
        """Talk of tools and of how data are written."""
        return any_of(self.file.tool_talk)

    @cached_property
    def about_user(self) -> re.Pattern[str]:
        """Talk of whom one speaks to, as if nobody listened."""
        return any_of(self.file.about_user)

    @cached_property
    def blanks(self) -> re.Pattern[str]:
        """Places that somebody else should fill."""
        return any_of(self.file.blanks)

    @cached_property
    def hesitations(self) -> re.Pattern[str]:
        """Words by which a thought turns round."""
        return any_of(self.file.hesitations)

    @cached_property
    def intents(self) -> re.Pattern[str]:
        """The words before the name of a tool that is about to be called."""
        parts = (part.strip() for part in self.file.intents.splitlines())
        return re.compile(r"\s+".join(filter(None, parts)), re.IGNORECASE)

    def is_strange(self, words: Iterable[str], few: int = FEW_WORDS) -> bool:
        """Whether words in lower case, which nothing else accounts for, are another language's.

        They are where `few` of them or more hold no small word of this one.
        """
        new = set(words)
        unknown = len(new) >= few and not new & self.function_words
        return unknown or len(new & self.foreign) >= FOREIGN_WORDS


def any_of(patterns: Sequence[str]) -> re.Pattern[str]:
    """One pattern, in any case, for several."""
    return re.compile("|".join(f"(?:{p})" for p in patterns), re.IGNORECASE)


@lru_cache(maxsize=16)
def tongue(language: str) -> Tongue:
    """The marks of a language; `PhraseError` names what is wrong."""
    path = FOLDER / f"{language}.yaml"
    if not path.exists():
        raise PhraseError(f"language {language!r} has no marks for checks: {path.name} is missing")
    try:
        data = yaml.load(path.read_text("utf-8"), Loader=yaml.CBaseLoader)
        return Tongue(_File.model_validate(data))
    except ValidationError as error:
        first = error.errors()[0]
        raise PhraseError(f"tongues/{path.name}: {first['loc']}: {first['msg']}") from error
