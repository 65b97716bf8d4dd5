"""What a text claims: every number, amount, day, time, length of time, address, id and name in it.

A claim is a reason code and its readings; `7:25` may be morning or evening. The same reader is
used for what an assistant says and for what stands in the context.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from callwright.filters.grounding import vocabulary as words
from callwright.filters.grounding.layout import without_marks
from callwright.filters.grounding.readers import READERS, Fact

_IDIOMS: Final = ("one", "one day", "one week", "one minute", "one second")
_MAY_HOLD_TOKEN: Final = re.compile(r"[\d@/]|[A-Z]-[A-Z]")


class Claim(NamedTuple):
    """One thing a text says."""

    code: str
    """What sort of fact it is, as reason codes name it."""
    readings: tuple[Fact, ...]
    """Any of these must be known; none for what only its own words can support."""
    text: str
    start: int
    end: int


@lru_cache(maxsize=2048)
def facts(text: str, today: date) -> tuple[Claim, ...]:
    """Claims with a value: numbers, amounts, days, times, lengths of time, phone numbers."""
    lowered = text.lower()
    return tuple(_read(match, today) for match in words.FACTS.finditer(lowered) if _counts(match))


def _counts(match: re.Match[str]) -> bool:
    """`one` and `one day` are seldom numbers, and `between two` counts nothing."""
    alone = match.lastgroup == "word"
    between = alone and match.string[: match.start()].endswith("between ")
    return not between and match.group() not in _IDIOMS


def _read(match: re.Match[str], today: date) -> Claim:
    group, text = match.lastgroup or "number", " ".join(match.group().split())
    code, reader = READERS[group]
    readings = tuple(reader(text, today))
    if group == "tail" and readings:
        code = str(readings[0][0])
    if group == "number" and match.string[: match.start()].endswith(" at ") and text.isdigit():
        readings += tuple(READERS["clock"][1](f"{text} o'clock", today))
    return Claim(code, readings, text, match.start(), match.end())


def claims(text: str, today: date) -> list[Claim]:
    """Everything that a text claims, in order; marks of its layout claim nothing."""
    said = figures(text, today)
    # Where every letter is a capital, none of them tells a name.
    names = () if text.isupper() else _names(without_marks(text), said)
    return sorted([*said, *names], key=_start)


@lru_cache(maxsize=2048)
def figures(text: str, today: date) -> tuple[Claim, ...]:
    """Everything that a text claims, in order, but for names."""
    text = without_marks(text)
    said = facts(text, today)
    tokens = list(_tokens(text))
    if tokens:
        sure = [c for c in tokens if c.code != "id" or words.ENTITY_ID.fullmatch(c.text)]
        said = tuple(c for c in said if not _overlaps(c, sure))
        tokens = [c for c in tokens if c in sure or not _overlaps(c, said)]
    return tuple(sorted([*said, *tokens], key=_start))


def _start(claim: Claim) -> int:
    return claim.start


def _overlaps(claim: Claim, others: Sequence[Claim]) -> bool:
    return any(claim.start < other.end and other.start < claim.end for other in others)


def _tokens(text: str) -> Iterator[Claim]:
    if not _MAY_HOLD_TOKEN.search(text):
        return
    for match in words.TOKENS.finditer(text):
        token = match.group()
        code = "email" if "@" in token else "url" if "://" in token else "id"
        yield Claim(code, (), token, match.start(), match.end())


def _names(text: str, others: Sequence[Claim]) -> Iterator[Claim]:
    """Runs of capitalised words that do not only start a sentence."""
    run: list[re.Match[str]] = []
    for match in words.CAPITALISED.finditer(text):
        named = not (
            match.group().lower().rstrip("'’s") in words.NOT_NAMES
            or match.group().lower() in words.NOT_NAMES
            or any(match.start() < c.end and c.start < match.end() for c in others)
            or _starts_sentence(text, match.start())
        )
        if run and not (named and _continues(text, run[-1], match)):
            yield _name(run)
            run = []
        if named:
            run.append(match)
    if run:
        yield _name(run)


def _continues(text: str, before: re.Match[str], word: re.Match[str]) -> bool:
    """Whether two words may be one name; what somebody owns has a name of its own."""
    owner = before.group().endswith(("'s", "’s"))
    return not owner and text[before.end() : word.start()] == " "


def _name(run: list[re.Match[str]]) -> Claim:
    said = " ".join(word.group() for word in run)
    bare = re.sub(r"['’]s?$", "", said)
    return Claim("name", (), bare, run[0].start(), run[-1].end())


def _starts_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \t\"'“”‘’(*_`[")
    line = before.rpartition("\n")[2].strip()
    return not before or before[-1] in ".!?…:\n" or line in ("-", "•", "–", "—")
