"""Letters: case, frequencies, scripts. What tells by its case, such as an id, is left alone."""

import re
from collections.abc import Callable, Sequence

from callwright.generators.forms.base import Args, Draft, Draw, Maker, Source, fixed, free, kept
from callwright.schemas.forms import text as count

_CASED = re.compile(
    r"\b[A-Z]{2,4}-[A-Z0-9]{3,8}\b|\S@\S|://|\b\w+/\w+|\b(?=\w*\d)(?=\w*[A-Z])\w+\b"
)
"""Ids, addresses, paths, codes: in another case they are something else."""
_ASCII = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "\u00a0": " "}
)
Measure = Callable[[str], int]


def recased(change: Callable[[str], str]) -> Callable[[str], str | None]:
    """The text in another case; None where case tells something."""
    return lambda text: None if _CASED.search(text) or not text.strip() else _sure(change(text))


def _sure(text: str) -> str | None:
    """Letters of one case alone: some have no partner in the other, and some texts no letter."""
    cases = {c.isupper() or c.istitle() for c in text if c.isupper() or c.islower() or c.istitle()}
    return text if len(cases) == 1 else None


def _ascii(text: str) -> str | None:
    plain = text.translate(_ASCII)
    return plain if plain.isascii() else None


def _capital_words(text: str) -> int:
    return len(count.capital_words(text))


def _least(measure: Measure) -> Draw:
    def draw(drafts: Sequence[Draft], source: Source) -> Args | None:
        least = min(measure(d.text) for d in drafts)
        return {"count": least} if least else None

    return draw


def _most(drafts: Sequence[Draft], source: Source) -> Args:
    return {"count": max(1, *(_capital_words(d.text) for d in drafts))}


def _letter(pick: Callable[[list[int]], int], positive: bool) -> Draw:
    """A letter, and a bound that the drafts keep."""

    def draw(drafts: Sequence[Draft], source: Source) -> Args | None:
        letter = source.rng.choice("aeiourst")
        bound = pick([count.letter_count(d.text, letter) for d in drafts])
        return {"letter": letter, "count": max(1, bound)} if bound or not positive else None

    return draw


def _absent(drafts: Sequence[Draft], source: Source) -> Args | None:
    texts = [d.text for d in drafts]
    able = [c for c in "jkqvwxyz" if not any(count.letter_count(t, c) for t in texts)]
    return {"letter": source.rng.choice(able)} if able else None


def _latin(draft: Draft, args: Args, source: Source) -> Draft | None:
    letters = [c for c in draft.text if c.isalpha()]
    return draft if letters and all(c.isascii() for c in letters) else None


def _script(drafts: Sequence[Draft], source: Source) -> Args:
    return {"script": "latin"}


MAKERS = (
    Maker("all_lower", "case", free, fixed(recased(str.lower)), 6, spoken=False),
    Maker("all_upper", "case", free, fixed(recased(str.upper)), 2, spoken=False),
    Maker("capital_words_at_least", "case", _least(_capital_words), kept),
    Maker("capital_words_at_most", "case", _most, kept),
    Maker("ascii_only", "marks", free, fixed(_ascii), 2, spoken=False),
    Maker("script_only", "marks", _script, _latin),
    Maker("letter_at_least", "words", _letter(min, True), kept),
    Maker("letter_at_most", "words", _letter(max, False), kept),
    Maker("avoids_letter", "words", _absent, kept),
)
