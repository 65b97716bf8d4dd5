"""Every type of form rule: what it wants, and the JSON Schema of its arguments.

Our own definitions, in the families of verifiable instructions that IFEval (Zhou et al., 2023) and
IFBench (Pyatkin et al., 2025) describe. How words and sentences are counted: `text`.
"""

from dataclasses import dataclass, field
from typing import Any, Final

Json = Any
MOST: Final = 10_000
"""Largest count a rule may name."""
_COUNT: Final[dict[str, Json]] = {"type": "integer", "minimum": 1, "maximum": MOST}
_WORD: Final[dict[str, Json]] = {"type": "string", "minLength": 1, "maxLength": 200}
_LETTER: Final[dict[str, Json]] = {"type": "string", "pattern": "^[a-z]$"}
_LETTER_COUNT: Final[dict[str, Json]] = {"letter": _LETTER, "count": _COUNT}
_WORDS: Final[dict[str, Json]] = {"type": "array", "items": _WORD, "minItems": 1, "maxItems": 20}


@dataclass(frozen=True, slots=True)
class FormType:
    """One type of rule."""

    name: str
    what: str
    """What a text must be like, in one line."""
    args: dict[str, Json] = field(default_factory=dict[str, Json])
    """Argument -> its JSON Schema; all are required, others are refused."""

    def schema(self) -> dict[str, Json]:
        """JSON Schema of the arguments."""
        return {
            "type": "object",
            "properties": self.args,
            "required": list(self.args),
            "additionalProperties": False,
        }


_LENGTHS = (
    FormType("words_at_most", "no more than `count` words", {"count": _COUNT}),
    FormType("words_at_least", "`count` words or more", {"count": _COUNT}),
    FormType("words_between", "from `low` to `high` words", {"low": _COUNT, "high": _COUNT}),
    FormType("words_exactly", "`count` words", {"count": _COUNT}),
    FormType("sentences_at_most", "no more than `count` sentences", {"count": _COUNT}),
    FormType("sentences_at_least", "`count` sentences or more", {"count": _COUNT}),
    FormType("sentences_exactly", "`count` sentences", {"count": _COUNT}),
    FormType("sentence_words_at_most", "no sentence over `count` words", {"count": _COUNT}),
    FormType("paragraphs_exactly", "`count` paragraphs, blank lines between", {"count": _COUNT}),
    FormType("lines_exactly", "`count` lines that are not blank", {"count": _COUNT}),
    FormType("one_line", "no line break"),
    FormType("characters_at_most", "no more than `count` characters", {"count": _COUNT}),
    FormType("characters_at_least", "`count` characters or more", {"count": _COUNT}),
)
_WORDING = (
    FormType("includes_words", "each of `words` stands in it", {"words": _WORDS}),
    FormType("avoids_words", "none of `words` stands in it", {"words": _WORDS}),
    FormType("word_at_least", "`word` `count` times or more", {"word": _WORD, "count": _COUNT}),
    FormType(
        "word_in_sentence",
        "`word` first stands in sentence `place`",
        {"word": _WORD, "place": _COUNT},
    ),
    FormType("starts_with", "`phrase` comes first", {"phrase": _WORD}),
    FormType("ends_with", "`phrase` comes last", {"phrase": _WORD}),
    FormType("no_contractions", "no `it's`, no `don't`"),
    FormType("unique_words", "no word twice"),
    FormType("alternating_words", "words of an odd and an even number of letters take turns"),
    FormType("palindromes_at_least", "`count` or more palindromes", {"count": _COUNT}),
)
_LETTERS = (
    FormType("all_lower", "no capital letter"),
    FormType("all_upper", "no small letter"),
    FormType("capital_words_at_least", "`count` or more words in capitals", {"count": _COUNT}),
    FormType("capital_words_at_most", "at most `count` words in capitals", {"count": _COUNT}),
    FormType("letter_at_least", "`letter` `count` times or more", _LETTER_COUNT),
    FormType("letter_at_most", "`letter` no more than `count` times", _LETTER_COUNT),
    FormType("avoids_letter", "`letter` nowhere", {"letter": _LETTER}),
    FormType("ascii_only", "no character beyond ASCII"),
    FormType(
        "script_only",
        "all letters of one script",
        {"script": {"type": "string", "enum": ["latin", "cyrillic", "greek", "devanagari", "han"]}},
    ),
)
_MARKS = (
    FormType("no_commas", "no comma"),
    FormType("no_exclamations", "no exclamation mark"),
    FormType("no_questions", "no question mark"),
    FormType("no_digits", "no digit: numbers in words"),
    FormType("no_brackets", "no round, square or curly bracket"),
    FormType("no_emojis", "no emoji or other pictogram"),
    FormType(
        "ends_with_mark",
        "`mark` is the last character",
        {"mark": {"type": "string", "enum": [".", "!", "?"]}},
    ),
)
_LAYOUT = (
    FormType("bulleted", "every line is a bullet"),
    FormType("bullets_exactly", "`count` bullets", {"count": _COUNT}),
    FormType("numbered", "every line is numbered, from 1 on"),
    FormType("labelled_lines", "every line is `label: value`"),
    FormType("title", "the first line is a title in square brackets, more follows"),
    FormType("highlights_at_least", "`count` or more parts in bold", {"count": _COUNT}),
    FormType("sections_exactly", "`count` parts with lines of `***` between", {"count": _COUNT}),
    FormType("table", "only a Markdown table with these `columns`", {"columns": _WORDS}),
    FormType("quoted", "all of it in one pair of double quotes"),
    FormType("postscript", "a last line that starts with `P.S.`"),
    FormType("placeholders_at_least", "`count` or more blanks such as `[name]`", {"count": _COUNT}),
    FormType("code_block", "all of it in one fenced block"),
    FormType("plain_text", "no Markdown: no bold, headings, bullets, tables, code or links"),
)
_DATA = (
    FormType("json_only", "one JSON object or array, and nothing else"),
    FormType(
        "json_schema",
        "one JSON document, and nothing else, that the JSON Schema `schema` accepts",
        {"schema": {"type": "object"}},
    ),
)
FORMS: Final[dict[str, FormType]] = {
    form.name: form for form in (*_LENGTHS, *_WORDING, *_LETTERS, *_MARKS, *_LAYOUT, *_DATA)
}
"""Type -> its definition."""
