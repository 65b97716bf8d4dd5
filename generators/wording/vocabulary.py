"""What the checks know of a language: its marks, its talk about rewording, its value words."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import yaml
from pydantic import ValidationError

from callwright.domains.core.pack import Section
from callwright.domains.core.tongue import WORD, Tongue, any_of, tongue
from callwright.schemas.errors import PhraseError

FOLDER = Path(__file__).parent / "words"


class _File(Section):
    negations: tuple[str, ...]
    harmless: tuple[str, ...]
    yes: tuple[str, ...]
    shared: tuple[str, ...]
    either: tuple[str, ...]
    light_verbs: tuple[str, ...]
    thinking: str
    before_result: tuple[str, ...]
    after_result: tuple[str, ...]
    second_person: tuple[str, ...]
    roles: tuple[str, ...]
    meta: tuple[str, ...]
    values: tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language."""

    tongue: Tongue
    file: _File

    @cached_property
    def yes(self) -> frozenset[str]:
        """Words of agreement."""
        return frozenset(self.file.yes)

    @cached_property
    def shared(self) -> frozenset[str]:
        """Words by which one value is said of several things."""
        return frozenset(self.file.shared)

    @cached_property
    def either(self) -> frozenset[str]:
        """Words between a value and another choice."""
        return frozenset(self.file.either)

    @cached_property
    def light_verbs(self) -> frozenset[str]:
        """Stems of verbs that mean little without their object."""
        return frozenset(map(stem, self.file.light_verbs))

    @cached_property
    def thinking(self) -> frozenset[str]:
        """Stems of words in which anybody may think of anything."""
        return frozenset(map(stem, self.file.thinking.split()))

    @cached_property
    def stages(self) -> tuple[frozenset[str], frozenset[str]]:
        """Words of a thought before a result, and of one after it."""
        return frozenset(self.file.before_result), frozenset(self.file.after_result)

    @cached_property
    def second_person(self) -> frozenset[str]:
        """Words by which somebody is spoken to."""
        return frozenset(self.file.second_person)

    @cached_property
    def roles(self) -> frozenset[str]:
        """Words before a value that tell what it is for."""
        return frozenset(self.file.roles)

    @cached_property
    def meta(self) -> re.Pattern[str]:
        """Talk about models, tools and technique."""
        talk = self.tongue.file
        return any_of((*talk.prompt_talk, *talk.tool_talk, *self.file.meta))

    @cached_property
    def values(self) -> re.Pattern[str]:
        """Words that say a value or a condition."""
        return any_of(self.file.values)

    def negations(self, text: str) -> list[str]:
        """The words of a text that deny something."""
        plain = text.replace("’", "'")
        return self._negations.findall(self._harmless.sub(" ", plain))

    @cached_property
    def _negations(self) -> re.Pattern[str]:
        return any_of([rf"(?<!\w){re.escape(word)}(?!\w)" for word in self.file.negations])

    @cached_property
    def _harmless(self) -> re.Pattern[str]:
        return any_of([rf"(?<!\w){re.escape(word)}(?!\w)" for word in self.file.harmless])

    def content(self, text: str) -> frozenset[str]:
        """The stems of the words of a text that mean something by themselves."""
        words = (word.lower().replace("’", "'") for word in WORD.findall(text))
        return frozenset(stem(w) for w in words if w not in self.tongue.function_words)


def stem(word: str) -> str:
    """The beginning of a word: `cancel` and `cancelled` share it."""
    return word[:4]


@lru_cache(maxsize=16)
def vocabulary(language: str) -> Vocabulary:
    """The vocabulary of a language; `PhraseError` names what is wrong."""
    path = FOLDER / f"{language}.yaml"
    if not path.exists():
        raise PhraseError(f"language {language!r} has no words for checks: {path.name} is missing")
    try:
        data = yaml.load(path.read_text("utf-8"), Loader=yaml.CBaseLoader)
        return Vocabulary(tongue(language), _File.model_validate(data))
    except ValidationError as error:
        first = error.errors()[0]
        raise PhraseError(f"wording/words/{path.name}: {first['loc']}: {first['msg']}") from error
