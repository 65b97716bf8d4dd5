"""What the text that ends a turn must say: facts, a question, an honest `I can't`; and its form.

Facts are judged by the value kinds, in any surface form; never by the overlap of words. A text
that pastes a whole tool result says nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from callwright.filters.forms import share_kept
from callwright.filters.grounding.claims import figures
from callwright.filters.rollout import Turn
from callwright.filters.stated import Stated, is_read, stated
from callwright.schemas.checks import Fact, FactValue, TurnCheck
from callwright.schemas.forms.document import NO_DOCUMENT, at_pointer, read_document
from callwright.schemas.narrow import is_plain
from callwright.schemas.record import Json
from callwright.schemas.values import Setting, mentions, plain

LONGEST: Final = 20_000
"""Characters of an answer that are read."""
SHORTEST_DUMP: Final = 40
"""Characters of a result from which on an answer that holds it is a dump."""
_INABILITY: Final = re.compile(
    r"\b(?:can't|cannot|can not|couldn't|unable to|not able to|isn't possible|not possible"
    r"|(?:don't|do not) (?:currently )?(?:have|offer|support|see)"
    r"|(?:have|has|there's|there is|got|see) (?:currently )?"
    r"(?:no|nothing|not a|neither) (?:tool|way|function|access|means|option|for|to|that)?"
    r"|nothing (?:here|available|i have|among)"
    r"|no (?:tool|function) (?:here |available )?(?:for|to|that)|none of (?:my|the|these) tools"
    r"|(?:isn't|is not|not) (?:something|anything) (?:that )?(?:i|my|these|the)"
    r"|(?:beyond|outside) (?:of )?(?:what (?:i|my)|my)|out of (?:my )?(?:reach|scope)"
    r"|not (?:among|one of|part of) (?:the|my)|won't be able|no can do|not equipped"
    r"|(?:isn't|not|aren't) (?:available|supported|possible|covered)|lacks? (?:a|the|any))\b"
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the answer of a turn earns, each part from 0 to 1; None where nothing is asked."""

    facts: float | None = None
    asks: float | None = None
    declines: float | None = None
    form: float | None = None
    """Share of the form's rules that are kept."""
    precision: float | None = None
    """Less than 1 for an answer that says something against its facts."""

    @property
    def credit(self) -> float:
        """The mean of the parts, times the precision; 1 where nothing is asked."""
        every = (self.facts, self.asks, self.declines, self.form)
        parts = [p for p in every if p is not None]
        mean = sum(parts) / len(parts) if parts else 1.0
        return mean if self.precision is None else mean * self.precision


def answered(
    check: TurnCheck, turn: Turn, setting: Setting, precision: float | None = None
) -> Answer:
    """Judge the answer of a turn. A blank answer earns nothing, even where nothing is asked.

    `precision` is taken over as it is.
    """
    text = turn.answer[:LONGEST]
    if not text.strip():
        wanted = (check.asks, check.declines, check.form)
        asked, declined, formed = (0.0 if part else None for part in wanted)
        return Answer(0.0, asked, declined, formed, precision)
    facts = None
    if check.facts:
        dump = is_dump(text, turn.shown)
        facts = 0.0 if dump else _share(stated(check, setting), text, setting)
    said = plain(text.lower()) if check.asks or check.declines else ""
    return Answer(
        facts,
        float(asks(said, check.asks)) if check.asks else None,
        float(declines(said, check.declines)) if check.declines else None,
        # All of the answer: words beyond those that are read are words too many.
        share_kept(check.form, turn.answer) if check.form else None,
        precision,
    )


def says(fact: Fact, text: str, setting: Setting) -> bool:
    """Whether a text says one of the values of a fact, at its place where it has one."""
    if fact.path:
        return _is_held(fact, read_document(text), setting)
    if any(mentions(v.typed, v.value, text, setting) for v in fact.any_of):
        return True
    return is_read(fact, figures(plain(text), setting.now.date()))


def _is_held(fact: Fact, document: Json, setting: Setting) -> bool:
    """Whether a document holds one of the values of a fact at its place."""
    wire = at_pointer(document, fact.path)
    return any(_holds(wire, value, setting) for value in fact.any_of)


def _holds(wire: Json, value: FactValue, setting: Setting) -> bool:
    """Whether a leaf of a document carries a value in its format."""
    if wire is NO_DOCUMENT or not is_plain(wire):
        return False
    kind = value.typed
    return kind.equal(kind.decode(wire, value.format, setting), value.value)


def asks(said: str, words: Sequence[str]) -> bool:
    """Whether a lower-case text asks a question with one of the words of the slot."""
    return "?" in said and has_word(said, words)


def declines(said: str, words: Sequence[str]) -> bool:
    """Whether a lower-case text says that something cannot be done, with one of its words."""
    return bool(_INABILITY.search(said)) and has_word(said, words)


def has_word(said: str, words: Sequence[str]) -> bool:
    """Whether one of the words stands in a lower-case text, also as the start of a longer word."""
    return any(_begins(word.lower()).search(said) for word in words)


@lru_cache(maxsize=4096)
def _begins(word: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(word)}")


def is_dump(text: str, shown: Sequence[str]) -> bool:
    """Whether a text holds a whole result as it was shown."""
    return any(len(content) >= SHORTEST_DUMP and content in text for content in shown)


def _share(facts: Stated, text: str, setting: Setting) -> float:
    """The share of facts that a text says: what `says` tells of each, with less work."""
    lowered = plain(text.lower())
    all_plain = len(facts.plain) == len(facts.facts)
    document = NO_DOCUMENT if all_plain else read_document(text)
    said = (
        _is_held(fact, document, setting)
        if fact.path
        else facts.says(fact, lowered) or is_read(fact, figures(plain(text), setting.now.date()))
        for fact in facts.facts
    )
    return sum(said) / len(facts.facts)
