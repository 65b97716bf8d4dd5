"""The phrase pack of forms: how people ask for them, and harmless words that realisers add."""

from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import ValidationError

from callwright.domains.core.pack import Section, Templates
from callwright.domains.core.template import GRAMMAR
from callwright.schemas.errors import PhraseError
from callwright.schemas.forms import FORMS

FOLDER = Path(__file__).parent / "phrases"
ByRegister = dict[str, Templates]


class DocumentPhrases(Section):
    """How people ask for a JSON document."""

    by_schema: ByRegister
    """By a JSON Schema `{schema}`."""
    by_keys: ByRegister
    """By a list of keys `{keys}`."""
    system: dict[str, Templates]
    """The same two in a system prompt."""
    order: tuple[str, ...]
    """That a list keeps the order of the result."""


class FormPack(Section):
    """Sections of `phrases/<language>.yaml`."""

    grammar: str
    frames: ByRegister
    """How a user adds a wish `{x}` to a request."""
    lasting_frames: ByRegister
    """The same for a wish that holds from now on."""
    system_frames: Templates
    joints: tuple[str, ...]
    """Between two wishes."""
    answer: dict[str, tuple[str, ...]]
    """Words for the answer; for `every` one of a conversation."""
    starts: tuple[str, ...]
    ends: tuple[str, ...]
    closings: tuple[str, ...]
    """Sentences without a fact, for answers that are too short."""
    postscripts: tuple[str, ...]
    unwanted: tuple[str, ...]
    thoughts: Templates
    document_thoughts: tuple[str, ...]
    styles_about_form: tuple[str, ...]
    documents: DocumentPhrases
    wordings: dict[str, Templates]
    """Type -> verb phrases that ask for it; `type.1` where its count is one."""


@lru_cache(maxsize=16)
def form_pack(language: str) -> FormPack:
    """The pack of a language; `PhraseError` names what is wrong."""
    path = FOLDER / f"{language}.yaml"
    if not path.exists():
        raise PhraseError(f"language {language!r} has no phrases for forms: {path.name} is missing")
    data = yaml.load(path.read_text("utf-8"), Loader=yaml.CBaseLoader)
    try:
        pack = FormPack.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise PhraseError(f"forms/phrases/{path.name}: {first['loc']}: {first['msg']}") from error
    if pack.grammar != GRAMMAR:
        raise PhraseError(f"forms/phrases/{path.name}: grammar {pack.grammar!r} is unknown")
    missing = sorted(set(FORMS) - set(pack.wordings))
    if missing:
        raise PhraseError(f"forms/phrases/{path.name}: no wording of {missing[0]}")
    return pack
