"""How the words, sentences, lines and letters of a text are counted.

Deliberately plain, so that a reader can count along: words are parted by white space, sentences by
`.`, `!` or `?` before white space, also by line breaks. Every pattern works in linear time.
"""

import re
import unicodedata
from typing import Final

ABBREVIATIONS: Final = frozenset(
    "mr mrs ms dr prof st no vs e.g i.e a.m p.m approx p.s etc inc ltd jr sr".split()
)
"""Words after which a full stop ends no sentence, unless it ends the line."""
_WINDOW: Final = 40
_END: Final = re.compile(r"[.!?…。！？][.!?…。！？\"'”’)\]*_]{0,9}(?=\s)")
_BULLET: Final = re.compile(r"^ {0,3}[-*•+] +\S")
_NUMBER: Final = re.compile(r"^ {0,3}(\d{1,3})[.)] +\S")
_MARKER: Final = re.compile(r"^ {0,3}(?:[-*•+]|\d{1,3}[.)]|#{1,6}|>) +")
_FENCE: Final = re.compile(r"^ {0,3}(?:```|~~~)")
_APOSTROPHES: Final = str.maketrans({"’": "'", "ʼ": "'", "´": "'", "‘": "'"})
_CONTRACTION: Final = re.compile(
    r"\b(?:\w{1,20}n't|(?:i|you|we|they|he|she|it|that|there|here|what|who|where|when|how|let)"
    r"'(?:m|re|s|ve|d|ll))\b"
)


def words(text: str) -> list[str]:
    """The words: what stands between white space and has a letter or digit."""
    return [token for token in text.split() if any(map(str.isalnum, token))]


def bare(word: str) -> str:
    """A word in small letters without the marks around it."""
    start, end = 0, len(word)
    while start < end and not word[start].isalnum():
        start += 1
    while end > start and not word[end - 1].isalnum():
        end -= 1
    return word[start:end].casefold()


def lines(text: str) -> list[str]:
    """The lines that are not blank."""
    return [line for line in text.splitlines() if line.strip()]


def paragraphs(text: str) -> list[str]:
    """What stands between blank lines."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return ["\n".join(part) for part in found if part]


def sentences(text: str) -> list[str]:
    """The sentences; a line break ends one, and marks of lists and headings belong to none."""
    return [part for line in lines(text) for part in _of_line(_MARKER.sub("", line, count=1))]


def _of_line(line: str) -> list[str]:
    found: list[str] = []
    start = 0
    for match in _END.finditer(line):
        # A window, so that a line of nothing but abbreviations takes no longer than others.
        before = line[max(start, match.start() - _WINDOW) : match.start()].split()
        if line[match.start()] == "." and before and _abbreviated(before[-1]):
            continue
        found.append(line[start : match.end()].strip())
        start = match.end()
    found.append(line[start:].strip())
    return [part for part in found if any(map(str.isalnum, part))]


def _abbreviated(word: str) -> bool:
    """Whether a full stop after a word belongs to it: `Dr.`, `7 p.m.`, an initial."""
    plain = word.lstrip("(\"'“‘*_[").casefold()
    return plain in ABBREVIATIONS or (len(plain) == 1 and plain.isalpha() and word != "I")


def outside_code(text: str) -> list[str]:
    """The lines that are not blank and not in a fenced block."""
    found: list[str] = []
    fenced = False
    for line in text.splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        elif line.strip() and not fenced:
            found.append(line)
    return found


def is_bullet(line: str) -> bool:
    """Whether a line is a bullet: `-`, `*`, `•` or `+`, a space, and text."""
    return bool(_BULLET.match(line))


def number_of(line: str) -> int | None:
    """The number of a numbered line, `1.` or `1)`; None for other lines."""
    match = _NUMBER.match(line)
    return int(match[1]) if match else None


def plain(text: str) -> str:
    """Small letters, straight apostrophes, single spaces."""
    return " ".join(text.translate(_APOSTROPHES).casefold().split())


def count_phrase(text: str, phrase: str) -> int:
    """How often a word or phrase stands in a text as such, in any case."""
    wanted, whole = plain(phrase), plain(text)
    if not wanted:
        return 0
    found, at = 0, whole.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        before, after = whole[at - 1 : at] if at else "", whole[end : end + 1]
        inside = (before.isalnum() and wanted[0].isalnum()) or (
            after.isalnum() and wanted[-1].isalnum()
        )
        found += not inside
        at = whole.find(wanted, end if not inside else at + 1)
    return found


def contractions(text: str) -> list[str]:
    """Contracted words: `it's`, `don't`. What somebody owns (`Ana's`) is none."""
    return _CONTRACTION.findall(text.translate(_APOSTROPHES).casefold())


def capital_words(text: str) -> list[str]:
    """Words of two letters or more that are all capitals."""
    return [w for w in words(text) if sum(map(str.isalpha, w)) > 1 and w.isupper()]


def letter_count(text: str, letter: str) -> int:
    """How often a letter stands in a text, capital or small, with or without accents."""
    return unicodedata.normalize("NFD", text).casefold().count(letter)
