"""Whether a text says a value: any surface of it, in any case and typography, as whole words."""

import json
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final

from callwright.schemas.values.base import Json, Kind, Setting
from callwright.schemas.values.plain import plain

_INSIDE: Final = ".,:/-"
"""Between digits these do not end a number: 15 is not said in `15:30`, nor 27 in `2026-03-27`."""


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
    start = text.find(said)
    while start >= 0:
        end = start + len(said)
        if _ends(text[max(0, start - 2) : start][::-1], said[0]) and _ends(
            text[end : end + 2], said[-1]
        ):
            return True
        start = text.find(said, start + 1)
    return False


def _ends(outside: str, edge: str) -> bool:
    """Whether a word or number with `edge` at its end is over where `outside` begins."""
    if not outside or not edge.isalnum():
        return True
    if outside[0].isalnum():
        return False
    number = edge.isdigit() and outside[0] in _INSIDE and outside[1:].isdigit()
    return not number
