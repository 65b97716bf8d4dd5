"""Flaws that rules cannot see, put into a conversation mechanically: what a judge is measured by.

The words are data, in `flaws/<language>.yaml`, each kind with the aspect in which it is worse.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, Literal

import yaml
from pydantic import Field, ValidationError

from callwright.domains.core.pack import Section
from callwright.generators.judging.findings import Aspect
from callwright.generators.judging.said import Line, Said
from callwright.schemas.errors import PhraseError

FOLDER: Final = Path(__file__).parent / "flaws"
How = Literal["before", "after", "upper", "twice"]


class Flaw(Section):
    """One kind of flaw."""

    aspect: Aspect
    """In which it makes a conversation worse."""
    where: Literal["user", "assistant"]
    """Whose last text it is put into."""
    how: How
    """Words before the text or after it; the text in capitals; the text twice."""
    words: tuple[str, ...] = ()
    """Of which one is drawn; for `before` and `after` alone."""


class _File(Section):
    flaws: dict[str, Flaw] = Field(min_length=1)


_PUT: Final[Mapping[How, Callable[[str, str], str]]] = {
    "before": lambda text, words: f"{words} {text}",
    "after": lambda text, words: f"{text} {words}",
    "upper": lambda text, _: text.upper(),
    "twice": lambda text, _: f"{text} {text}",
}


@cache
def flaws(language: str) -> dict[str, Flaw]:
    """Kind -> flaw, by name; `PhraseError` for a language without flaws, or a broken file."""
    path = FOLDER / f"{language}.yaml"
    if not path.is_file():
        raise PhraseError(f"a judge cannot be measured in {language!r}: {path} is missing")
    try:
        found = _File.model_validate(yaml.safe_load(path.read_text(encoding="utf-8"))).flaws
    except ValidationError as error:
        first = error.errors()[0]
        raise PhraseError(f"judging/flaws/{path.name}: {first['loc']}: {first['msg']}") from error
    for name, flaw in found.items():
        if bool(flaw.words) != (flaw.how in ("before", "after")):
            raise PhraseError(f"judging/flaws/{path.name}: {name}: words do not fit its `how`")
    return dict(sorted(found.items()))


def flawed(said: Said, flaw: Flaw, rng: Random) -> Said | None:
    """The conversation with a flaw in the last text of one side; None where it has no such text.

    An answer that is a JSON document takes none: whoever asked for one wants nothing else.
    """
    own = [at for at, line in enumerate(said) if line.by == flaw.where]
    if not own or said[own[-1]].text.lstrip()[:1] in ("{", "["):
        return None
    at, words = own[-1], rng.choice(flaw.words) if flaw.words else ""
    text = _PUT[flaw.how](said[at].text, words)
    return None if text == said[at].text else (*said[:at], Line(flaw.where, text), *said[at + 1 :])
