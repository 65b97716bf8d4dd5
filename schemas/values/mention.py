"""Whether a text says a value: any surface of it, in any case and typography, as whole words."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final

from callwright.schemas.values.base import Json, Kind, Setting
from callwright.schemas.values.plain import plain

_INSIDE: Final = ".,:/-"
"""Between digits these do not end a number: 15 is not said in `15:30`, nor 27 in `2026-03-27`."""

STATES: Final = frozenset({"boolean", "choice"})
"""Kinds of values that are one of few states, so that `not` before one means another."""
MOST_BEFORE: Final = 60
"""Characters before a saying in which a negation is looked for."""
_NEGATION: Final = re.compile(
    r"(?:\b(?:not|never|no|no longer|neither|nor|cannot|without)|n't)"
    r"(?: (?:yet|currently|really|quite|now|in|on|at|to|set|switched|turned|be|been|being|a|an|the"
    r"|any|for)){0,4} $"
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for. Kind and words are told by identity: the key keeps them alive."""

    key: tuple[int, str, datetime, str, str, int]
    kind: Kind = field(compare=False)
    value: Json = field(compare=False)
    setting: Setting = field(compare=False)


def mentions(kind: Kind, value: Json, text: str, setting: Setting) -> bool:
    """Whether some surface of `value` stands in `text`, and not inside a longer word or number."""
    lowered = plain(text.lower())
    return any(stands(said, lowered) for said in sayings(kind, value, setting))


def sayings(kind: Kind, value: Json, setting: Setting) -> tuple[str, ...]:
    """The surfaces of `value` in plain lower case."""
    text = value if isinstance(value, str) else json.dumps(value)
    # Equal instants of two zones are equal datetimes, so the zone is part of the key.
    zone = str(setting.now.tzinfo)
    key = (id(kind), text, setting.now, zone, setting.language, id(setting.words))
    return _cached(_Asked(key, kind, value, setting))


@lru_cache(maxsize=4096)
def _cached(asked: _Asked) -> tuple[str, ...]:
    said = asked.kind.surfaces(asked.value, asked.setting)
    return tuple(dict.fromkeys(plain(surface.text.lower()) for surface in said))


def stands(said: str, text: str) -> bool:
    """Whether a saying stands in a plain lower-case text as whole words or numbers."""
    return next(_places(said, text), None) is not None


def affirmed(sayings: Sequence[str], text: str) -> bool:
    """Whether one of the sayings stands in a plain lower-case text, and nothing takes it back.

    `not on time` does not say `on time`, nor does `not ocean waves` say `waves`.
    """
    found = sorted((at, -len(said)) for said in sayings for at in _places(said, text))
    covered = 0
    for start, length in found:
        # Of what begins at one place the longest comes first, so the rest of it is covered.
        is_whole, covered = start - length > covered, max(covered, start - length)
        if is_whole and not _NEGATION.search(text[max(0, start - MOST_BEFORE) : start]):
            return True
    return False


def _places(said: str, text: str) -> Iterator[int]:
    start = text.find(said)
    while start >= 0:
        end = start + len(said)
        if _ends(text[max(0, start - 2) : start][::-1], said[0]) and _ends(
            text[end : end + 2], said[-1]
        ):
            yield start
        start = text.find(said, start + 1)


def _ends(outside: str, edge: str) -> bool:
    """Whether a word or number with `edge` at its end is over where `outside` begins."""
    if not outside or not edge.isalnum():
        return True
    if outside[0].isalnum():
        return False
    number = edge.isdigit() and outside[0] in _INSIDE and outside[1:].isdigit()
    return not number
