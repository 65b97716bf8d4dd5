"""What a tool can do, said by or to somebody else than the user whom the phrases address."""

import re
from collections.abc import Sequence

_SECOND = re.compile(r"\b(?:you|you're|you've|you'll|you'd|yours|yourself)\b", re.IGNORECASE)
_OWNER = re.compile(r"\byour\b")


def neutral(ables: Sequence[str]) -> list[str]:
    """Those of `ables` that say no more of the user than `your`; every tool has some."""
    return [able for able in ables if not _SECOND.search(able)]


def about(able: str, whose: str) -> str:
    """`cancel your order` as `cancel the user's order`: in rules, or in thoughts as `their`."""
    return _OWNER.sub(whose, able)
