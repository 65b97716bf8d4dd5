"""Edits that break one rule and leave the rest of a text as it is, as far as that goes.

Made without the checkers, so that an audit and the tests can use them against the checkers.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from callwright.filters.forms.base import Args
from callwright.schemas.forms import FormRule
from callwright.schemas.forms import text as count
from callwright.schemas.forms.document import read_document
from callwright.schemas.narrow import is_array, is_object

Json = Any
Break = Callable[[str, Args], str | None]
MORE: Final = "So it is."
"""A sentence that says nothing."""


def broken_text(rule: FormRule, text: str) -> str | None:
    """The text with the rule broken; None where no edit is known that surely breaks it."""
    made = BREAKS[rule.type](text, rule.args)
    return None if made is None or not made.strip() or made == text else made


# -- lengths -------------------------------------------------------------------------------
def _words_more(key: str) -> Break:
    return lambda text, args: text + " so" * (args[key] + 1)


def _words_fewer(key: str) -> Break:
    def fewer(text: str, args: Args) -> str | None:
        return " ".join(count.words(text)[: args[key] - 1]) if args[key] > 1 else None

    return fewer


def _sentences_more(text: str, args: Args) -> str:
    return text + f"\n{MORE}" * (args["count"] + 1)


def _one_sentence(text: str, args: Args) -> str | None:
    plain = " ".join(re.sub(r"[.!?…。！？]+(?=\s|$)", "", text).split())
    return plain if args["count"] > 1 else None


def _one_more(joint: str) -> Break:
    return lambda text, args: f"{text.rstrip()}{joint}{MORE}"


def _long_sentence(text: str, args: Args) -> str:
    return f"{text}\n" + "so " * (args["count"] + 1)


# -- words ---------------------------------------------------------------------------------
def _without(text: str, phrase: str) -> str:
    words = [re.escape(word) for word in phrase.split()]
    return re.sub(r"\s+".join(words), "", text, flags=re.IGNORECASE)


def _later(text: str, args: Args) -> str | None:
    if args["place"] > 1:
        return f"{args['word']}: so it is.\n{text}"
    return f"{MORE}\n{text}" if not count.count_phrase(MORE, args["word"]) else None


def _word_again(text: str, args: Args) -> str | None:
    found = count.words(text)
    return f"{text} {found[-1]}" if found else None


# -- letters and marks ---------------------------------------------------------------------
def _without_letter(text: str, args: Args) -> str:
    return re.sub(args["letter"], "", text, flags=re.IGNORECASE)


def _other_letter(text: str, args: Args) -> str:
    return text + (" so" if args["script"] != "latin" else " да")


def _more(tail: str) -> Break:
    return lambda text, args: f"{text}{tail}"


def _before(head: str) -> Break:
    return lambda text, args: f"{head}{text}"


# -- layout --------------------------------------------------------------------------------
def _dropped(which: slice) -> Break:
    return lambda text, args: "\n".join(text.strip().splitlines()[which]) or None


def _replaced(old: str, new: str) -> Break:
    return lambda text, args: text.replace(old, new)


def _unquoted(text: str, args: Args) -> str:
    return text.strip().strip('"“”')


# -- documents -----------------------------------------------------------------------------
def _key_dropped(text: str, args: Args) -> str | None:
    """The document without a key that its schema requires; prose before it where it has none."""
    found = read_document(text)
    required = args["schema"].get("required")
    if is_object(found) and is_array(required) and required and required[0] in found:
        return json.dumps({k: v for k, v in found.items() if k != required[0]}, ensure_ascii=False)
    return f"Here it is: {text}"


BREAKS: Final[Mapping[str, Break]] = {
    "words_at_most": _words_more("count"),
    "words_at_least": _words_fewer("count"),
    "words_between": _words_more("high"),
    "words_exactly": _words_more("count"),
    "sentences_at_most": _sentences_more,
    "sentences_at_least": _one_sentence,
    "sentences_exactly": _one_more("\n"),
    "sentence_words_at_most": _long_sentence,
    "paragraphs_exactly": _one_more("\n\n"),
    "lines_exactly": _one_more("\n"),
    "one_line": _one_more("\n"),
    "characters_at_most": lambda text, args: text + "o" * args["count"],
    "characters_at_least": lambda text, args: text.strip()[: args["count"] - 1] or None,
    "includes_words": lambda text, args: _without(text, args["words"][0]),
    "avoids_words": lambda text, args: f"{text} {args['words'][0]}",
    "word_at_least": lambda text, args: _without(text, args["word"]),
    "word_in_sentence": _later,
    "starts_with": lambda text, args: f"~ {text}",
    "ends_with": lambda text, args: f"{text} ~",
    "no_contractions": _more(" It's so."),
    "unique_words": _word_again,
    "alternating_words": _word_again,
    "palindromes_at_least": lambda text, args: "so it is",
    "all_lower": _more(" So"),
    "all_upper": _more(" so"),
    "capital_words_at_least": lambda text, args: text.lower(),
    "capital_words_at_most": lambda text, args: text + " SO" * (args["count"] + 1),
    "letter_at_least": _without_letter,
    "letter_at_most": lambda text, args: text + args["letter"] * (args["count"] + 1),
    "avoids_letter": lambda text, args: f"{text} {args['letter']}",
    "ascii_only": _more(" –"),
    "script_only": _other_letter,
    "no_commas": _more(", so"),
    "no_exclamations": _more("!"),
    "no_questions": _more(" So?"),
    "no_digits": _more(" 1"),
    "no_brackets": _more(" (so)"),
    "no_emojis": _more(" 🙂"),
    "ends_with_mark": _more(" so"),
    "bulleted": _before("So it is:\n"),
    "bullets_exactly": _more("\n- so"),
    "numbered": _before("So it is.\n"),
    "labelled_lines": _more("\nso"),
    "title": _dropped(slice(1, None)),
    "highlights_at_least": _replaced("**", ""),
    "sections_exactly": _more(f"\n***\n{MORE}"),
    "table": _more(f"\n{MORE}"),
    "quoted": _unquoted,
    "postscript": _dropped(slice(None, -1)),
    "placeholders_at_least": _replaced("[", ""),
    "code_block": _before("So it is:\n"),
    "plain_text": _more(" **so**"),
    "json_only": _before("Here it is: "),
    "json_schema": _key_dropped,
}
"""Type -> an edit that breaks it."""
