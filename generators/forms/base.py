"""What a maker of form rules is: it draws arguments that suit an answer, and rewrites the answer.

A realiser works on a draft that already says the right facts. It moves, joins and marks words, and
never touches a value; where that does not do, it says so with None.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from callwright.generators.forms.pack import FormPack

Json = Any
Args = dict[str, Json]


@dataclass(frozen=True)
class Draft:
    """An answer on its way to its form."""

    text: str
    """What is written so far."""
    points: tuple[str, ...] = ()
    """The same facts, one thing a line, without final punctuation."""
    rows: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The same facts as rows of (label, words); all rows have the same labels."""
    title: str = ""
    """What the answer is about."""
    values: tuple[str, ...] = ()
    """Words of the facts as they stand in the text."""

    def to(self, text: str) -> "Draft":
        """This draft with another text."""
        return replace(self, text=text)


@dataclass(frozen=True)
class Source:
    """Where a maker draws from."""

    rng: Random
    pack: FormPack


Draw = Callable[[Sequence[Draft], Source], Args | None]
"""Arguments under which every one of the drafts can be written, or None."""
Realise = Callable[[Draft, Args, Source], Draft | None]
"""The draft in the form of the rule, or None."""

GROUPS = ("shape", "marks", "words", "case", "edge", "length")
"""In the order in which rules are realised; an answer obeys at most one rule of each."""


@dataclass(frozen=True)
class Maker:
    """How rules of one type are drawn and realised."""

    type: str
    group: str
    draw: Draw
    realise: Realise
    weight: int = 0
    """How often the skills draw it, against others; 0: only where it is asked for by name."""
    spoken: bool = True
    """Whether one can ask for it aloud."""
    alone: bool = False
    """Whether no other rule goes with it."""
    closed: Literal["", "sentences", "lines"] = ""
    """Whether it leaves no room for another sentence, or for anything around its lines."""
    adds: bool = False
    """Whether its realiser adds a sentence or a line."""


def free(drafts: Sequence[Draft], source: Source) -> Args:
    """The arguments of a rule that has none."""
    return {}


def kept(draft: Draft, args: Args, source: Source) -> Draft:
    """The draft as it is: its arguments were drawn so that it obeys."""
    return draft


def fixed(change: Callable[[str], str | None]) -> Realise:
    """A realiser that changes the text alone."""

    def realise(draft: Draft, args: Args, source: Source) -> Draft | None:
        text = change(draft.text)
        return None if text is None else draft.to(text)

    return realise
