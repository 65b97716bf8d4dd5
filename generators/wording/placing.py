"""Puts what a user turn needs at its places in new words, and tells what is wrong with them.

Every value must be read back from the new words, none may have taken another's role, and nothing
that says a value may be left over.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from callwright.domains.core.tongue import WORD
from callwright.generators.wording.problems import Problem, Reason
from callwright.generators.wording.reading import (
    CLOSED,
    Range,
    around,
    first_of,
    masked,
    overlap,
    stands,
    trimmed,
    ways_found,
    word_after,
    word_before,
)
from callwright.generators.wording.texts import Need, Text
from callwright.generators.wording.vocabulary import Vocabulary
from callwright.schemas.values import UNREAD, Setting, mentions

NEAR: Final = 24
"""Characters between a value and more words that may belong to it."""
_NAME: Final = re.compile(r"(?<![.!?\"“] )(?<!^)(?<![\w'’])[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)*")
_FIRST_PERSON: Final = frozenset({"I'm", "I'd", "I'll", "I've", "I’m", "I’d", "I’ll", "I’ve", "OK"})

Placed = Mapping[Range, Range]
"""Place in the script -> place in the new words."""


def placed(
    text: Text, words: str, setting: Setting, language: Vocabulary
) -> tuple[dict[Range, Range], list[Problem]]:
    """Where each need of a text stands in new words, and a problem for each that does not.

    Every value has a place of its own, unless words such as `each` say one of several things.
    """
    table: dict[Range, Range] = {}
    problems: list[Problem] = []
    several = any(word.lower() in language.shared for word in WORD.findall(words))
    for need in sorted(text.needs, key=lambda one: (one.loose, -len(one.words), one.place)):
        place = _place(text, need, words, setting, table, several)
        if place is None and need.loose:
            place = _hull(need, table)
        if place:
            table[need.place] = place
        else:
            reason: Reason = "missing_value" if need.kind else "missing_reference"
            problems.append(Problem(text.key, reason, need.words))
    return table, problems


def _place(
    text: Text, need: Need, words: str, setting: Setting, table: Placed, several: bool
) -> Range | None:
    """The place of a need: by the script's order, of those that no other value has taken."""
    if need.kind is None:
        ways = [need.words, *sorted(need.options, key=len, reverse=True)]
        spare = (way for way in ways if need.loose or _spare(text, need, way, words))
        return _by_order(need, first_of(spare, words))
    taken = [
        table[other.place]
        for other in text.needs
        if other.kind and other.place in table and not overlap(other.place, need.place)
    ]
    shared: Range | None = None
    for found in ways_found(need.kind, need.value, need.words, words, setting):
        free = [
            one
            for one in found
            if not any(overlap(one, other) for other in taken)
            and _spare(text, need, words[slice(*one)], words)
        ]
        wanted = _by_order(need, found)
        if free:
            return wanted if wanted in free else free[0]
        shared = shared or wanted
    return shared if several else None


def _spare(text: Text, need: Need, way: str, words: str) -> bool:
    """Whether words stand there once more than the script has them for other things."""
    others = stands(way, masked(text.script, [need.place]))
    return len(stands(way, words)) > len(others)


def _by_order(need: Need, found: list[Range]) -> Range | None:
    return found[min(need.ordinal, len(found) - 1)] if found else None


def _hull(need: Need, table: Placed) -> Range | None:
    """Of a phrase with values in it, which any words may join: from the first to the last."""
    start, end = need.place
    inner = [now for was, now in table.items() if start <= was[0] and was[1] <= end]
    return (min(p[0] for p in inner), max(p[1] for p in inner)) if inner else None


def value_problems(
    text: Text, words: str, table: Placed, setting: Setting, language: Vocabulary
) -> Iterator[Problem]:
    """What is wrong with the values of a user turn whose needs all have their place."""
    for need in text.needs:
        yield from _other_value(text, need, words, table, setting)
    yield from _swapped(text, words, table, language)
    yield from _either(text, words, table, language)
    yield from _told(text, words, setting)
    yield from _left_over(text, words, table, setting, language)


def _other_value(
    text: Text, need: Need, words: str, table: Placed, setting: Setting
) -> Iterator[Problem]:
    """Words beside a value that make another value of it: `Friday` before `the week after`."""
    if need.kind is None or need.kind.name not in CLOSED:
        return
    place = table[need.place]
    before = {w.lower() for w in around(text.script, need.place)}
    for more in around(words, place):
        read = need.kind.read(more, setting)
        if read is not UNREAD and not need.kind.equal(read, need.value):
            if more.lower() not in before:
                yield Problem(text.key, "other_value", more)
            return


def _swapped(text: Text, words: str, table: Placed, language: Vocabulary) -> Iterator[Problem]:
    """Two values of one sort keep their order, or each the word that tells its role."""
    values = [need for need in text.needs if need.kind]
    for at, one in enumerate(values):
        for other in values[at + 1 :]:
            if one.kind and other.kind and one.kind.spec() == other.kind.spec():
                if one.kind.equal(one.value, other.value):
                    continue
                if not _keeps_roles(one, other, text.script, words, table, language):
                    yield Problem(text.key, "swapped_values", f"{one.words}; {other.words}")


def _either(text: Text, words: str, table: Placed, language: Vocabulary) -> Iterator[Problem]:
    """A choice offered beside a value where the script has only the value."""
    for need in text.needs:
        was, now = need.place, table[need.place]
        beside = {word_before(words, now[0]), word_after(words, now[1])} & language.either
        before = {word_before(text.script, was[0]), word_after(text.script, was[1])}
        if beside - before:
            yield Problem(text.key, "adds_value", f"{words[slice(*now)]} {min(beside)}")


def _keeps_roles(
    one: Need, other: Need, script: str, words: str, table: Placed, language: Vocabulary
) -> bool:
    def role(source: str, start: int) -> str:
        word = word_before(source, start)
        return word if word in language.roles else ""

    was = role(script, one.place[0]), role(script, other.place[0])
    now = role(words, table[one.place][0]), role(words, table[other.place][0])
    if was[0] != was[1] and was == now:
        return True
    exchanged = was[0] != was[1] and (now[0] == was[1] != "" or now[1] == was[0] != "")
    ordered = (one.place < other.place) == (table[one.place] < table[other.place])
    return ordered and not exchanged


def _told(text: Text, words: str, setting: Setting) -> Iterator[Problem]:
    """What the user says only later, or cannot know."""
    for secret in text.secrets:
        kind, value = secret.kind, secret.value
        if mentions(kind, value, words, setting) and not mentions(
            kind, value, text.script, setting
        ):
            yield Problem(text.key, secret.reason, str(value)[:80])


def _left_over(
    text: Text, words: str, table: Placed, setting: Setting, language: Vocabulary
) -> Iterator[Problem]:
    """Words that say a value, where no need and no word of the script accounts for them."""
    covered = [
        place
        for need in text.needs
        for place in [*stands(words[slice(*table[need.place])], words), table[need.place]]
    ]
    rest = masked(words, covered)
    before = masked(text.script, [need.place for need in text.needs])
    said = {match.group().lower() for match in language.values.finditer(before)}
    for match in language.values.finditer(rest):
        if match.group().lower() not in said:
            reason = _meant(text, match.span(), words, table, setting)
            if reason:
                yield Problem(text.key, reason, match.group())
    lowered = rest.lower()
    for foil in sorted(f for f in text.foils if f.lower() in lowered):
        if stands(foil, rest) and not stands(foil, text.script):
            yield Problem(text.key, "adds_value", foil)
    known = {word.lower() for word in re.findall(r"[\w'’-]+", text.script)}
    for match in _NAME.finditer(rest):
        name = match.group()
        if name not in _FIRST_PERSON and not {w.lower() for w in name.split()} <= known:
            reason = _meant(text, match.span(), words, table, setting)
            if reason:
                yield Problem(text.key, reason, name)


def _meant(text: Text, hit: Range, words: str, table: Placed, setting: Setting) -> Reason | None:
    """None where left-over words only say a value that is there more fully."""
    for need in text.needs:
        if need.kind is None or need.kind.name not in CLOSED:
            continue
        start, end = table[need.place]
        if hit[0] - end > NEAR or start - hit[1] > NEAR:
            continue
        whole = words[slice(*trimmed(words, min(start, hit[0]), max(end, hit[1])))]
        read = need.kind.read(whole, setting)
        if read is not UNREAD:
            return None if need.kind.equal(read, need.value) else "other_value"
    return "adds_value"
