"""Rules about letters: capital or small, how often, of which script."""

import unicodedata

from callwright.filters.forms.base import Args, at_least, at_most, none_of
from callwright.schemas.forms import text as count


def all_lower(text: str, args: Args) -> str:
    """No capital letter, and a small one at least."""
    capital = next((c for c in text if c.isupper() or c.istitle()), "")
    found = any(map(str.islower, text))
    return none_of(capital, "the capital") or ("" if found else "no small letter")


def all_upper(text: str, args: Args) -> str:
    """No small letter, and a capital one at least."""
    small = next((c for c in text if c.islower()), "")
    found = any(map(str.isupper, text))
    return none_of(small, "the small letter") or ("" if found else "no capital")


def capital_words_at_least(text: str, args: Args) -> str:
    """`count` or more words of two letters or more in capitals."""
    return at_least(len(count.capital_words(text)), args, "words in capitals")


def capital_words_at_most(text: str, args: Args) -> str:
    """No more than `count` words of two letters or more in capitals."""
    return at_most(len(count.capital_words(text)), args, "words in capitals")


def letter_at_least(text: str, args: Args) -> str:
    """`letter` stands in it `count` times or more."""
    return at_least(count.letter_count(text, args["letter"]), args, f"times {args['letter']!r}")


def letter_at_most(text: str, args: Args) -> str:
    """`letter` stands in it no more than `count` times."""
    return at_most(count.letter_count(text, args["letter"]), args, f"times {args['letter']!r}")


def avoids_letter(text: str, args: Args) -> str:
    """`letter` stands nowhere."""
    return none_of(args["letter"] if count.letter_count(text, args["letter"]) else "", "the letter")


def ascii_only(text: str, args: Args) -> str:
    """Nothing beyond ASCII."""
    return none_of(next((c for c in text if not c.isascii()), ""), "the character")


def script_only(text: str, args: Args) -> str:
    """Every letter belongs to `script`, and there is one at least."""
    letters = [c for c in text if c.isalpha()]
    other = next((c for c in letters if not _of_script(c, args["script"])), "")
    return none_of(other, "the letter") or ("" if letters else "it has no letter")


def _of_script(letter: str, script: str) -> bool:
    name = unicodedata.name(letter, "")
    if script == "han":
        return name.startswith("CJK ")
    # The ordinal signs of Spanish and the like are Latin, though their names do not begin so.
    return name.startswith(script.upper()) or (script == "latin" and letter in "ªº")


CHECKERS = (
    *(all_lower, all_upper, capital_words_at_least, capital_words_at_most),
    *(letter_at_least, letter_at_most, avoids_letter, ascii_only, script_only),
)
