"""What is wrong with one new text, whatever it says: language, register, length, talk, leaks.

Whether a whole conversation is right is judged elsewhere, by the filters.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from callwright.domains.core.tongue import WORD
from callwright.generators.language.speaker import SHORT
from callwright.generators.wording.problems import Problem, Reason
from callwright.generators.wording.reading import (
    Range,
    masked,
    stands,
    word_after,
    word_before,
)
from callwright.generators.wording.texts import Text
from callwright.generators.wording.vocabulary import Vocabulary
from callwright.schemas.checks import Fact, FactValue
from callwright.schemas.marks import CODE_NAME, CONTROL
from callwright.schemas.values import Setting, mentions

Found = Iterator[tuple[Reason, str]]

_ID: Final = re.compile(r"\b[A-Z]{2,4}-[A-Z0-9]{3,8}\b|(?<![\w:/.])/\w+(?:/\w+)+")
"""Ids as worlds give them, and JSON pointers."""
_HOLLOW: Final = re.compile(
    r"[{}]|<[^<>\n]{0,40}>|\[[^\[\]\n]{1,40}\]|\b(?:todo|tbd|lorem ipsum|xxx+|n/a)\b|_{3,}"
    r"|(?:\.\.\.|…)\s*$",
    re.IGNORECASE,
)
_MARKUP: Final = re.compile(r"\*\*|__|`|^\s{0,3}(?:#{1,6}|[-*•]|\d+[.)])\s|\|.*\|", re.MULTILINE)
UNSPOKEN: Final = re.compile(r"[*_#`\[\](){}<>|/\\;:!?\"“”,•~^=+@&]|\.(?!\w)")
"""Marks that transcribed speech does not have."""
_PAIRS: Final = (("(", ")"), ("[", "]"), ("“", "”"))

LONGEST: Final = {"plain": (1.8, 8), "terse": (1.4, 5), "chatty": (2.2, 14), "voice": (1.6, 8)}
"""Register -> most words of a user turn: so many times those of the script, and so many more."""
SAID: Final = (1.5, 10)
"""The same for what the assistant says and thinks."""
WAYS_DIFFER: Final = 2
"""Words by which one way to say a value may be longer than another."""
LOOSE: Final = {"user": 0.25, "answer": 0.2, "thought": 0.15}
"""Share of the words with a meaning that may stand neither in the draft nor in the conversation."""
SHORTEST: Final = 0.4
"""Fewest words of a text, as a share of those of the script."""


def limits(text: Text) -> tuple[int, int]:
    """Fewest and most words of a new text."""
    count = len(text.script.split())
    share, more = LONGEST.get(text.register, SAID) if text.part == "user" else SAID
    return max(1, int(count * SHORTEST)), int(count * share) + more + WAYS_DIFFER * len(text.needs)


def problems_of(
    text: Text,
    words: str,
    values: list[Range],
    held: list[Range],
    setting: Setting,
    language: Vocabulary,
) -> list[Problem]:
    """Everything wrong with a new text.

    Args:
        text: what it is held to.
        words: the new words.
        values: places of its values.
        held: the same, and places of words that refer to something.
        setting: in which values are read.
        language: of the words.
    """
    found: list[Problem] = []
    for check in (_form, _talk, _names):
        found += [Problem(text.key, r, e[:200]) for r, e in check(text, words, language)]
    found += [Problem(text.key, r, e[:200]) for r, e in _language(text, words, values, language)]
    part: Callable[[], Found] = {
        "user": lambda: _user(text, words, values, held, language),
        "thought": lambda: iter(()) if found else _thought(text, words, language),
        "answer": lambda: _answer(text, words, setting, language),
    }[text.part]
    return found + [Problem(text.key, r, e[:200]) for r, e in part()]


# -- any text ------------------------------------------------------------------------------
def _form(text: Text, words: str, language: Vocabulary) -> Found:
    least, most = limits(text)
    count = len(words.split())
    if count < least:
        yield "too_short", f"{count} words, at least {least}"
    if count > most and not text.form:
        yield "too_long", f"{count} words, at most {most}"
    hollow = next((m.group() for m in _HOLLOW.finditer(words) if m.group() not in text.script), "")
    if hollow:
        yield "placeholder", hollow
    elif any(_open(words, *pair) and not _open(text.script, *pair) for pair in _PAIRS):
        yield "placeholder", "an opening mark without its closing one"
    if CONTROL.search(words):
        yield "markup", "control characters"
    elif "```" in words or _laid_out(text, words):
        yield "markup", "marks of layout"


def _open(words: str, left: str, right: str) -> bool:
    return words.count(left) != words.count(right)


def _laid_out(text: Text, words: str) -> bool:
    """Whether there are marks of layout that the script has not, where nobody would have them."""
    added = bool(_MARKUP.search(words)) and not _MARKUP.search(text.script)
    spoken = text.register == "voice" and not text.form
    return ("\n" in words or added) if text.part == "user" else spoken and added


def _talk(text: Text, words: str, language: Vocabulary) -> Found:
    said = {match.group().lower() for match in language.meta.finditer(text.script)}
    for match in language.meta.finditer(words):
        if match.group().lower() not in said:
            yield "meta_talk", match.group()
            return


def _names(text: Text, words: str, language: Vocabulary) -> Found:
    if text.part == "user":
        for match in _ID.finditer(words):
            if match.group() not in text.script:
                yield "leaked_id", match.group()
    named = next((n for n in sorted(text.names) if n in words and n not in text.script), "")
    code = next((m.group() for m in CODE_NAME.finditer(words) if m.group() not in text.script), "")
    if named or code:
        yield "leaked_name", named or code


def _language(text: Text, words: str, covered: list[Range], language: Vocabulary) -> Found:
    rest = masked(words, covered)
    letters = [letter for letter in rest if letter.isalpha()]
    if sum(1 for letter in letters if language.tongue.letter.match(letter)) < 0.8 * len(letters):
        yield "wrong_language", words
        return
    script = {word.lower() for word in WORD.findall(text.script)}
    new = {word.lower().replace("’", "'") for word in WORD.findall(rest)} - script
    if language.tongue.is_strange(new):
        yield "wrong_language", words


def _strays(
    text: Text, words: str, values: list[Range], language: Vocabulary, least: int, share: float
) -> Found:
    """Words about other things than the draft and the conversation, beyond so many."""
    bare = language.values.sub(" ", masked(words, values))
    said = language.content(bare)
    strange = said - text.known
    if text.known and len(strange) > max(least, int(len(said) * share)):
        yield "strays", ", ".join(sorted(strange))


def _thought(text: Text, words: str, language: Vocabulary) -> Found:
    """A thought is about what the script's is about, in words of the conversation, to nobody."""
    script, said = language.content(text.script), language.content(words)
    before, now = (frozenset(map(str.lower, WORD.findall(t))) for t in (text.script, words))
    yield from _strays(text, words, [], language, 0, LOOSE["thought"])
    if now & language.second_person and not before & language.second_person:
        yield "strays", "it speaks to somebody"
    stages = [stage for stage in language.stages if stage & before]
    for stage in language.stages:
        if stage & now and not stage & before:
            yield "strays", "it thinks of another step: " + ", ".join(sorted(stage & now))
    if script and not said & script and not any(stage & now for stage in stages):
        yield "strays", "nothing of the draft is left"


# -- what users say ------------------------------------------------------------------------
def _user(
    text: Text, words: str, values: list[Range], held: list[Range], language: Vocabulary
) -> Found:
    rest = masked(words, values)
    yield from _strays(text, words, held, language, 1, LOOSE["user"])
    if odd := _unlike(text, words, rest):
        yield "wrong_register", odd
    denied, wanted = (
        language.negations(rest),
        language.negations(masked(text.script, [need.place for need in text.needs if need.kind])),
    )
    if text.polarity == "no" and not denied:
        yield "negated", "the draft says no"
    elif len(denied) > len(wanted):
        yield "negated", ", ".join(denied)
    stems = language.content(rest)
    if text.topics and not text.topics & stems:
        yield "other_request", "nothing that is asked for is named"
    rivals = text.rivals & language.content(masked(words, held))
    if rivals:
        yield "other_request", ", ".join(sorted(rivals))
    if text.polarity == "yes" and not _agrees(rest, text.script, language):
        yield "other_request", "the draft says yes"


def _unlike(text: Text, words: str, rest: str) -> str:
    """What nobody would say or type in the register; `rest` is the text without its values."""
    if text.register not in SHORT:
        return ""
    word = words.split()[0]
    capital = word[:1].isupper() and rest[:1] == word[:1] and not word.startswith("I")
    if capital and not text.script[:1].isupper():
        return word
    if text.register == "terse":
        return "a full stop" if words.endswith(".") and not text.script.endswith(".") else ""
    marks = (match.group() for match in UNSPOKEN.finditer(rest))
    digits = (match.group() for match in re.finditer(r"\d+", rest))
    return next((mark for mark in (*marks, *digits) if mark not in text.script), "")


def _agrees(words: str, script: str, language: Vocabulary) -> bool:
    """Whether a yes shares a word with the script's, or is a plain one."""
    said = {word.lower() for word in WORD.findall(words)}
    return bool(said & ({w.lower() for w in WORD.findall(script)} | language.yes))


# -- what the assistant says ---------------------------------------------------------------
def _answer(text: Text, words: str, setting: Setting, language: Vocabulary) -> Found:
    yield from _strays(text, words, [], language, 1, LOOSE["answer"])
    for fact in text.facts:
        for value in told_values(fact, text.script, setting):
            if not mentions(value.typed, value.value, words, setting):
                yield "missing_fact", str(value.value)
            elif hedge := _hedge(value, text.script, words, setting, language):
                yield "adds_value", hedge
    plain = words.lower().replace("’", "'")
    if text.asks and not ("?" in words and _begins(plain, text.asks)):
        yield "missing_question", ", ".join(text.asks[:6])
    if text.declines and not _begins(plain, text.declines):
        yield "missing_decline", ", ".join(text.declines[:6])
    if words.count("?") > max(text.script.count("?"), bool(text.asks)):
        yield "asks", words[max(0, words.rfind("?") - 60) : words.rfind("?") + 1]
    deeds = text.rivals & language.content(words)
    if deeds:  # a fact may hold such a word: `a plant-based meal`
        deeds &= language.content(masked(words, _facts(text, words, setting)))
    if deeds:
        yield "other_deed", ", ".join(sorted(deeds))


def told_values(fact: Fact, script: str, setting: Setting) -> list[FactValue]:
    """The values of a fact that the script tells: all of them are to be told."""
    return [v for v in fact.any_of if mentions(v.typed, v.value, script, setting)]


def _facts(text: Text, words: str, setting: Setting) -> list[Range]:
    """Where the facts of a text are told."""
    values = [value for fact in text.facts for value in fact.any_of]
    ways = {s.text for v in values for s in v.typed.surfaces(v.value, setting)}
    return [place for way in sorted(ways) for place in stands(way, words)]


def _hedge(
    value: FactValue, script: str, words: str, setting: Setting, language: Vocabulary
) -> str:
    """A choice beside a fact's value, such as `or 6:30`, where the script has none."""
    offered = language.either & {word.lower() for word in WORD.findall(words)}
    for surface in value.typed.surfaces(value.value, setting) if offered else ():
        for start, end in stands(surface.text, words):
            beside = {word_before(words, start), word_after(words, end)} & language.either
            if any(not stands(word, script) for word in beside):
                return words[max(0, start - 20) : end + 20]
    return ""


def _begins(plain: str, words: tuple[str, ...]) -> bool:
    return any(re.search(rf"\b{re.escape(word.lower())}", plain) for word in words)
