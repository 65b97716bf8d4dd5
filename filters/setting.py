"""The setting in which a task's values are read, out of what its row carries, without a world."""

from collections.abc import Mapping, Sequence
from functools import cache

from callwright.domains.core.discovery import discover
from callwright.domains.core.lexicon import lexicon
from callwright.schemas.checks import Checks
from callwright.schemas.errors import RecordError
from callwright.schemas.values import Setting, read_stamp

Words = Mapping[str, Mapping[str, Sequence[str]]]
"""Choice or flag name -> canonical value -> words for it, as phrase packs give them."""


def setting_of(checks: Checks, words: Words | None = None, language: str = "en") -> Setting:
    """The clock of a task's checks, and the words of choices.

    Args:
        checks: of a task or an RL row.
        words: words of choices and flags; None for those of all domains of this package.
        language: of the words.

    Raises:
        RecordError: the checks state no clock (rows before version 2), or a broken one.
    """
    try:
        now = read_stamp(checks.now)
    except ValueError as error:
        raise RecordError(f"the checks state no clock: now is {checks.now!r}") from error
    return Setting(
        now=now, language=language, words=package_words(language) if words is None else words
    )


@cache
def package_words(language: str = "en") -> Words:
    """The words of choices and flags of every domain of this package."""
    return lexicon(discover().values(), language).words
