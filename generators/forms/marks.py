"""Punctuation and digits: what is unwanted is left out or said in another way."""

import re
from collections.abc import Callable

from callwright.generators.forms.base import Args, Draft, Maker, Source, fixed, free

_IN_NUMBER = re.compile(r"(?<=\d),(?=\d{3}(?:\D|$))")
_IN_DATE = re.compile(
    r"\b((?:mon|tues|wednes|thurs|fri|satur|sun)day|\w+ \d{1,2}), (?=\w+ \d|\d{4}\b)", re.IGNORECASE
)
_BEFORE_JOINT = re.compile(r", (?=(?:and|but|or|so|which|who|with|until|from|at|on|for|by|in)\b)")
_ROUND = re.compile(r" ?\(([^()]{1,200})\)")
_NUMBER = re.compile(r"(?<![\w.,:/£$€¥₹+-])\d{1,2}(?![\w,:/%°-]|\.\d| [A-Z])")
"""Numbers that only count: not those of times, amounts, codes, or streets (`29 Chapel Road`)."""
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def without_commas(text: str) -> str | None:
    """No comma: none in numbers and dates, none before a joining word, dashes elsewhere."""
    if re.search("[،、，]", text):
        return None
    text = _IN_DATE.sub(r"\1 ", _IN_NUMBER.sub("", text))
    return _BEFORE_JOINT.sub(" ", text).replace(", ", " – ").replace(",", " ")


def _commas(draft: Draft, args: Args, source: Source) -> Draft | None:
    """Not where a value has a comma of its own: `Parcel Point, Station Road`."""
    own = [v for v in draft.values if "," in _IN_DATE.sub(r"\1 ", _IN_NUMBER.sub("", v))]
    text = None if own else without_commas(draft.text)
    return None if text is None else draft.to(text)


def without_brackets(text: str) -> str | None:
    """What stood in round brackets stands between commas; other brackets are left to nobody."""
    text = re.sub(r",,|, ?(?=[.;,])", ",", _ROUND.sub(r", \1,", text)).replace(",.", ".")
    text = re.sub(r",(?=[;:!?]|\.(?:\s|$)|$)", "", text)
    return None if re.search(r"[()\[\]{}（）]", text) else text


def in_words(text: str) -> str | None:
    """Small numbers that stand alone in words; None where other digits are left."""
    found = _NUMBER.sub(lambda m: said(int(m[0])), text)
    return None if any(map(str.isdigit, found)) else found[:1].upper() + found[1:]


def said(number: int) -> str:
    """A number below a hundred in words."""
    if number < len(_SMALL):
        return _SMALL[number]
    ten, one = divmod(number, 10)
    return _TENS[ten - 2] + (f"-{_SMALL[one]}" if one else "")


def full_stops(text: str) -> str:
    """Full stops for exclamation marks."""
    return re.sub("[!¡！]+", ".", text)


def unless(marks: str) -> Callable[[str], str | None]:
    """The text as it is, None where it has one of some marks."""
    return lambda text: None if set(text) & set(marks) else text


def without_pictograms(text: str) -> str | None:
    """The text as it is; None beyond the signs that are certainly no pictogram."""
    return None if any(ord(c) >= 0x2600 for c in text) else text


MAKERS = (
    Maker("no_commas", "marks", free, _commas, 4, spoken=False),
    Maker("no_exclamations", "marks", free, fixed(full_stops), 2, spoken=False),
    Maker("no_questions", "marks", free, fixed(unless("?¿？؟")), 2),
    Maker("no_digits", "marks", free, fixed(in_words), 1, spoken=False),
    Maker("no_brackets", "marks", free, fixed(without_brackets), 2, spoken=False),
    Maker("no_emojis", "marks", free, fixed(without_pictograms), 3),
)
