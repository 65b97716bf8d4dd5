"""Rules about punctuation and other marks."""

import unicodedata

from callwright.filters.forms.base import Args, none_of

_COMMAS = ",،、，"
_EXCLAMATIONS = "!¡！"
_QUESTIONS = "?¿？؟"
_BRACKETS = "()[]{}（）"


def no_commas(text: str, args: Args) -> str:
    """No comma of any script."""
    return _without(text, _COMMAS)


def no_exclamations(text: str, args: Args) -> str:
    """No exclamation mark."""
    return _without(text, _EXCLAMATIONS)


def no_questions(text: str, args: Args) -> str:
    """No question mark."""
    return _without(text, _QUESTIONS)


def no_brackets(text: str, args: Args) -> str:
    """No bracket."""
    return _without(text, _BRACKETS)


def no_digits(text: str, args: Args) -> str:
    """No digit of any script."""
    return none_of(next((c for c in text if c.isdigit()), ""), "the digit")


def no_emojis(text: str, args: Args) -> str:
    """No pictogram; signs such as `€`, `°` and arrows are none."""
    return none_of(next((c for c in text if _is_pictogram(c)), ""), "the pictogram")


def ends_with_mark(text: str, args: Args) -> str:
    """The last character, white space aside, is `mark`."""
    last = text.rstrip()[-1:]
    return "" if last == args["mark"] else f"it ends with {last!r}"


def _is_pictogram(character: str) -> bool:
    other = unicodedata.category(character) == "So" and character not in "°©®™№℃℉"
    return (other and ord(character) >= 0x2600) or character == "\ufe0f"


def _without(text: str, marks: str) -> str:
    return none_of(next((c for c in text if c in marks), ""), "the mark")


CHECKERS = (
    *(no_commas, no_exclamations, no_questions, no_brackets, no_digits, no_emojis),
    ends_with_mark,
)
