"""A text without its typography: as plain words, so that one value is said in one way.

Models write `7:25 p.m.`, `**$25**`, no-break spaces and hyphens, curly quotes and `July 13th,
2026`. None of it changes what is said.
"""

import re
from typing import Final

_LETTERS: Final = str.maketrans(
    {
        **dict.fromkeys(
            "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000", " "
        ),
        **dict.fromkeys("\u00ad\u200b\u2060\ufeff", ""),
        **dict.fromkeys("\u2010\u2011\u2012\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u02bc\u00b4\u2032", "'"),
        **dict.fromkeys("\u201c\u201d", '"'),
    }
)
_MONTH: Final = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_RARE: Final = re.compile(r"[^\x00-\x7f]|[*`_\\]|\d ?[ap]\.|\d(?:st|nd|rd|th)\b", re.IGNORECASE)
_ESCAPED: Final = re.compile(r"\\(?=[^\w\s])")
# A run of underscores is tried once, from its start: else a long one would take for ever.
_EMPHASIS: Final = re.compile(r"\*+|`+|(?<!\w)_++(?=\w)|(?<=[^\W_])_++(?!\w)")
_HALF: Final = re.compile(r"(?<=\d)( ?)([ap])\. ?m\b\.?", re.IGNORECASE)
_ORDINAL: Final = re.compile(
    rf"(?<=\d)(?:st|nd|rd|th)(?=,? (?:of )?{_MONTH}\b)|(\b{_MONTH} \d{{1,2}})(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """`text` without emphasis, escapes and odd spaces, hyphens and quotes.

    `7:25 p.m.` becomes `7:25 pm`, and a day beside its month loses its ordinal ending.
    """
    if not _RARE.search(text):
        return text
    text = text.translate(_LETTERS)
    text = _EMPHASIS.sub("", _ESCAPED.sub("", text))
    text = _HALF.sub(r"\1\2m", text)
    return _ORDINAL.sub(lambda match: match[1] or "", text)
