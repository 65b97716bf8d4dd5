"""Where a value stands in words: found by its scripted words, its surfaces, or by reading.

Nothing is guessed: a place counts only if its kind reads it back to the value.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from callwright.schemas.values import UNREAD, Kind, Setting

Json = Any
Range = tuple[int, int]
"""Half-open range of characters."""

CLOSED: Final = frozenset(
    "date time date_time duration money count quantity percentage place boolean choice".split()
)
"""Kinds that read only what is surely theirs; titles and texts read anything."""
LISTED: Final = frozenset({"boolean", "choice"})
"""Kinds of which all words are surfaces; a bare `no` is read as one, and mostly is none."""
MOST_WORDS: Final = 10
"""Words of the longest stretch that is read as one value."""
_TOKEN: Final = re.compile(r"\S+")
_OUTSIDE: Final = ' \t\n,.;:!?()"“”'


@lru_cache(maxsize=20_000)
def _pattern(words: str) -> re.Pattern[str]:
    """Words at their own boundaries, also in the plural; no number ends inside a longer one."""
    inner = r"\s+".join(re.escape(word) for word in words.split())
    before = _edge(words[:1], "(?<![^\\W_])", r"(?<![^\W_])(?<!\d[.,:/-])")
    after = _edge(words[-1:], "(?=s?(?![^\\W_]))", r"(?![^\W_])(?![.,:/-]\d)")
    return re.compile(f"{before}{inner}{after}", re.IGNORECASE)


def _edge(letter: str, word: str, number: str) -> str:
    if letter.isdigit():
        return number
    return word if letter.isalpha() else ""


def stands(words: str, text: str) -> list[Range]:
    """Where words stand in a text, in any case."""
    return [match.span() for match in _pattern(words).finditer(text)] if words.strip() else []


def first_of(options: Iterable[str], text: str) -> list[Range]:
    """Where the first option that stands in a text stands in it."""
    return next((found for words in options if (found := stands(words, text))), [])


def places(kind: Kind, value: Json, words: str, text: str, setting: Setting) -> list[Range]:
    """Where a text says a value, in order: the first of `ways_found` that there are."""
    return next((found for found in ways_found(kind, value, words, text, setting) if found), [])


def ways_found(
    kind: Kind, value: Json, words: str, text: str, setting: Setting
) -> Iterator[list[Range]]:
    """Where a text says a value, by its scripted `words`, by its surface forms, by reading."""
    yield _good(stands(words, text), kind, value, text, setting)
    surfaces = sorted({s.text for s in kind.surfaces(value, setting)}, key=lambda s: (-len(s), s))
    kept: list[Range] = []
    for surface in surfaces:
        for place in _good(stands(surface, text), kind, value, text, setting):
            if not any(overlap(place, other) for other in kept):
                kept.append(place)
    yield sorted(kept)
    yield _read_places(kind, value, text, setting)


def _good(
    found: Iterable[Range], kind: Kind, value: Json, text: str, setting: Setting
) -> list[Range]:
    return [r for r in found if reads(kind, value, text[r[0] : r[1]], setting)]


def reads(kind: Kind, value: Json, words: str, setting: Setting) -> bool:
    """Whether words read back to a value."""
    read = kind.read(words, setting)
    return read is not UNREAD and kind.equal(read, value)


def _read_places(kind: Kind, value: Json, text: str, setting: Setting) -> list[Range]:
    if kind.name not in CLOSED - LISTED:
        return []
    found: list[Range] = []
    for start, end in windows(text):
        inside = any(overlap((start, end), other) for other in found)
        if not inside and reads(kind, value, text[start:end], setting):
            found.append((start, end))
    return found


def windows(text: str) -> Iterator[Range]:
    """Every stretch of whole words, at each start the longest first."""
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    for first in range(len(tokens)):
        for last in range(min(len(tokens), first + MOST_WORDS), first, -1):
            place = trimmed(text, tokens[first][0], tokens[last - 1][1])
            if place[0] < place[1]:
                yield place


def trimmed(text: str, start: int, end: int) -> Range:
    """A range without punctuation at its ends."""
    while start < end and text[start] in _OUTSIDE:
        start += 1
    while end > start and text[end - 1] in _OUTSIDE:
        end -= 1
    return start, end


def around(text: str, place: Range, before: int = 2, after: int = 4) -> Iterator[str]:
    """The words of a place with some more words on one side, as they may change its meaning."""
    start, end = place
    rights = [m.end() for m in _TOKEN.finditer(text, end)][:after]
    lefts = [m.start() for m in _TOKEN.finditer(text[:start])][-before:]
    for far in rights:
        yield text[slice(*trimmed(text, start, far))]
    for far in lefts:
        yield text[slice(*trimmed(text, far, end))]


def word_before(text: str, start: int) -> str:
    """The lower-case word before a place, or empty."""
    words = text[:start].split()
    return words[-1].lower().strip(_OUTSIDE) if words else ""


def word_after(text: str, end: int) -> str:
    """The lower-case word after a place, or empty."""
    words = text[end:].split()
    return words[0].lower().strip(_OUTSIDE) if words else ""


def overlap(one: Range, other: Range) -> bool:
    """Whether two ranges share a character."""
    return one[0] < other[1] and other[0] < one[1]


def masked(text: str, ranges: Sequence[Range]) -> str:
    """A text with spaces over ranges, so that all else keeps its place."""
    for start, end in ranges:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
