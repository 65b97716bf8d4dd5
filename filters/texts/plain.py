"""Rules for every text of an assistant, thought or said."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from callwright.domains.core.tongue import Tongue
from callwright.filters.texts.passage import Passage, Rule, words_of
from callwright.schemas.marks import CONTROL, DAMAGED, TEMPLATE_TOKEN

MOST_WORDS: Final = {True: 400, False: 600}
"""Thought or not -> most words; a small model learns to ramble from less."""
MOST_HESITATIONS: Final = 3
"""Times that one thought may turn round."""
SENTENCE_WORDS: Final = 4
"""Words of a sentence whose repetition is no accident."""
MOST_REPEATED: Final = 2
"""Times that such a sentence may stand in one text."""
RUN: Final = 6
"""Words of a run; in a loop most runs have been said before."""
FEWEST_WORDS: Final = 60
"""Words of a text whose runs are counted."""
LATIN_ONE: Final = 0x100
"""Letters below it (`µ`, `º`) stand in any text of Latin letters."""
TERSE_WORDS: Final = 20
"""Different words that a list of labels may have without one small word."""
_SENTENCES: Final = re.compile(r"[.!?]+(?:\s|$)|\n+")
_TOKEN: Final = re.compile(r"[^\W_]+")
_JOINER: Final = "\u200d"
"""Joins pictures into one, e.g. a person and a profession."""


def broken_unicode(passage: Passage, _: Tongue) -> str:
    """Control characters, unseen ones, and letters that were read in a wrong encoding."""
    text = passage.text.replace("\r\n", "\n")
    if text.isascii() and text.isprintable():
        return ""
    for match in (*CONTROL.finditer(text), *DAMAGED.finditer(text)):
        joins = match.group() == _JOINER and _is_picture(text[match.end() : match.end() + 1])
        if not joins:
            return ascii(text[max(0, match.start() - 10) : match.end() + 10])
    return ""


def _is_picture(letter: str) -> bool:
    return bool(letter) and unicodedata.category(letter) == "So"


def template_token(passage: Passage, _: Tongue) -> str:
    """Tokens of a chat template, also where a user has written them: no template carries them."""
    found = TEMPLATE_TOKEN.search(passage.text)
    return found.group() if found else ""


def prompt_talk(passage: Passage, language: Tongue) -> str:
    """Talk of prompts, models and judges."""
    return unknown(passage, language.prompt_talk)


def unknown(passage: Passage, pattern: re.Pattern[str]) -> str:
    """The first match in a text that does not stand in the conversation above."""
    found = (match.group() for match in pattern.finditer(passage.text))
    return next((words for words in found if words.lower() not in passage.known), "")


def wrong_language(passage: Passage, language: Tongue) -> str:
    """Another script in any new word, or small words of another language."""
    if passage.is_document:
        return ""
    plain = words_of(passage.text)
    # What is not strange as a whole is not in part: most texts need not be told from those above.
    if not _foreign_letters(plain, language) and not language.is_strange(plain, TERSE_WORDS):
        return ""
    for word in sorted(passage.new_words):
        if _foreign_letters((word,), language):
            return word
    # A text of which all words that carry it stand above is of the language of what is above.
    familiar = plain & language.function_words
    new = passage.new_words
    return passage.text[:80] if language.is_strange(new | familiar, TERSE_WORDS) else ""


def _foreign_letters(words: Iterable[str], language: Tongue) -> bool:
    """Whether words hold a letter of another script than the language's."""
    said = "".join(words)
    letters = () if said.isascii() else {letter for letter in said if ord(letter) >= LATIN_ONE}
    return not all(map(language.letter.match, letters))


def loop(passage: Passage, language: Tongue) -> str:
    """The same over and over: words of doubt, whole sentences, or most of what is said."""
    text = passage.text
    if passage.thought:
        turns = [match.group() for match in language.hesitations.finditer(text)]
        if len(turns) > MOST_HESITATIONS:
            return f"{len(turns)} times: " + ", ".join(turns[:6])
    if passage.is_document:
        return ""
    parts = _SENTENCES.split(text)
    if len(parts) > MOST_REPEATED:
        sentences = (" ".join(_TOKEN.findall(part.lower())) for part in parts)
        counts = Counter(s for s in sentences if s.count(" ") >= SENTENCE_WORDS - 1)
        for sentence, count in counts.most_common(1):
            if count > MOST_REPEATED:
                return f"{count} times: {sentence}"
    words = text.lower().split()
    if len(words) < FEWEST_WORDS:
        return ""
    runs = Counter(zip(*(words[at:] for at in range(RUN)), strict=False))
    run, count = runs.most_common(1)[0]
    return f"{count} times: {' '.join(run)}" if len(runs) < (len(words) - RUN + 1) / 2 else ""


def too_long(passage: Passage, _: Tongue) -> str:
    """More words than anybody reads; a form that is asked for has rules of its own."""
    count = len(passage.text.split())
    formed = not passage.thought and passage.check is not None and bool(passage.check.form)
    return f"{count} words" if count > MOST_WORDS[passage.thought] and not formed else ""


PLAIN_RULES: Final[Mapping[str, Rule]] = {
    rule.__name__: rule
    for rule in (broken_unicode, template_token, prompt_talk, wrong_language, loop, too_long)
}
"""Reason code -> rule."""
