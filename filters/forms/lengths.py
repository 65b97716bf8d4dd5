"""Rules about length: words, sentences, paragraphs, lines, characters."""

from callwright.filters.forms.base import Args, at_least, at_most, exactly
from callwright.schemas.forms import text as count


def words_at_most(text: str, args: Args) -> str:
    """No more words than `count`."""
    return at_most(len(count.words(text)), args, "words")


def words_at_least(text: str, args: Args) -> str:
    """No fewer words than `count`."""
    return at_least(len(count.words(text)), args, "words")


def words_exactly(text: str, args: Args) -> str:
    """Just `count` words."""
    return exactly(len(count.words(text)), args, "words")


def words_between(text: str, args: Args) -> str:
    """From `low` to `high` words."""
    found = len(count.words(text))
    kept = args["low"] <= found <= args["high"]
    return "" if kept else f"{found} words, not {args['low']} to {args['high']}"


def sentences_at_most(text: str, args: Args) -> str:
    """No more sentences than `count`."""
    return at_most(len(count.sentences(text)), args, "sentences")


def sentences_at_least(text: str, args: Args) -> str:
    """No fewer sentences than `count`."""
    return at_least(len(count.sentences(text)), args, "sentences")


def sentences_exactly(text: str, args: Args) -> str:
    """Just `count` sentences."""
    return exactly(len(count.sentences(text)), args, "sentences")


def sentence_words_at_most(text: str, args: Args) -> str:
    """No sentence has more words than `count`."""
    longest = max((len(count.words(s)) for s in count.sentences(text)), default=0)
    return at_most(longest, args, "words in one sentence")


def paragraphs_exactly(text: str, args: Args) -> str:
    """Just `count` paragraphs."""
    return exactly(len(count.paragraphs(text)), args, "paragraphs")


def lines_exactly(text: str, args: Args) -> str:
    """Just `count` lines that are not blank."""
    return exactly(len(count.lines(text)), args, "lines")


def one_line(text: str, args: Args) -> str:
    """A single line; line breaks at the very end do not count."""
    return "" if len(text.strip().splitlines()) == 1 else "it has a line break"


def characters_at_most(text: str, args: Args) -> str:
    """No more characters than `count`, outer white space aside."""
    return at_most(len(text.strip()), args, "characters")


def characters_at_least(text: str, args: Args) -> str:
    """No fewer characters than `count`, outer white space aside."""
    return at_least(len(text.strip()), args, "characters")


CHECKERS = (
    *(words_at_most, words_at_least, words_exactly, words_between),
    *(sentences_at_most, sentences_at_least, sentences_exactly, sentence_words_at_most),
    *(paragraphs_exactly, lines_exactly, one_line, characters_at_most, characters_at_least),
)
