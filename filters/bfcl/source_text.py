"""What the readers of Java and JavaScript source text share: text is scanned, never run."""

import re
from typing import Final

from callwright.schemas.record import Json

LONGEST_COLLECTION: Final = 10_000
"""Characters of a collection that is read; a longer one stays text, so that time is bounded."""
_INTEGER: Final = re.compile(r"-?\d+\n?")


def integer(text: str) -> Json:
    """The integer that the text writes, else the text; as BFCL does, it lets a last newline be."""
    return int(text) if _INTEGER.fullmatch(text) else text


def boolean(text: str) -> Json:
    """The boolean that the text writes, else the text."""
    return {"true": True, "false": False}.get(text, text)


def number(text: str) -> Json:
    """The number that Python reads in the text, `1_000` and `nan` with it; else the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
