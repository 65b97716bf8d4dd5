"""Rules about words: which ones, how often, where."""

from itertools import pairwise

from callwright.filters.forms.base import Args, at_least, none_of
from callwright.schemas.forms import text as count


def includes_words(text: str, args: Args) -> str:
    """Each of `words` stands in it, in any case, not inside a longer word."""
    missing = [w for w in args["words"] if not count.count_phrase(text, w)]
    return f"it does not say {missing[0]!r}" if missing else ""


def avoids_words(text: str, args: Args) -> str:
    """None of `words` stands in it."""
    return none_of(next((w for w in args["words"] if count.count_phrase(text, w)), ""), "the word")


def word_at_least(text: str, args: Args) -> str:
    """`word` stands in it `count` times or more."""
    return at_least(count.count_phrase(text, args["word"]), args, f"times {args['word']!r}")


def word_in_sentence(text: str, args: Args) -> str:
    """The first sentence with `word` is number `place`."""
    found = [bool(count.count_phrase(s, args["word"])) for s in count.sentences(text)]
    place = found.index(True) + 1 if True in found else 0
    if place == args["place"]:
        return ""
    return f"{args['word']!r} first stands in sentence {place}" if place else "it is not said"


def starts_with(text: str, args: Args) -> str:
    """The first characters are `phrase`, capitals included."""
    phrase = args["phrase"]
    return "" if text.strip().startswith(phrase) else f"it does not start with {phrase!r}"


def ends_with(text: str, args: Args) -> str:
    """The last characters are `phrase`, capitals included."""
    phrase = args["phrase"]
    return "" if text.strip().endswith(phrase) else f"it does not end with {phrase!r}"


def no_contractions(text: str, args: Args) -> str:
    """Every word is written out."""
    return none_of(next(iter(count.contractions(text)), ""), "the contraction")


def unique_words(text: str, args: Args) -> str:
    """No word stands twice, in any case."""
    seen: set[str] = set()
    for word in map(count.bare, count.words(text)):
        if word in seen:
            return f"{word!r} stands twice"
        seen.add(word)
    return ""


def alternating_words(text: str, args: Args) -> str:
    """Words with an odd number of letters and digits and words with an even one take turns."""
    odd = [sum(map(str.isalnum, word)) % 2 for word in count.words(text)]
    return "" if all(a != b for a, b in pairwise(odd)) else "two words do not take turns"


def palindromes_at_least(text: str, args: Args) -> str:
    """`count` or more words of three letters or more that read the same backwards."""
    plain = [count.bare(word) for word in count.words(text)]
    found = [w for w in plain if len(w) > 2 and w.isalpha() and w == w[::-1]]
    return at_least(len(found), args, "palindromes")


CHECKERS = (
    *(includes_words, avoids_words, word_at_least, word_in_sentence, starts_with, ends_with),
    *(no_contractions, unique_words, alternating_words, palindromes_at_least),
)
