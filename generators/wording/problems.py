"""Why words cannot be used: a closed list of reasons, so that they can be counted and told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

Reason = Literal[
    "unreadable",
    "cut_off",
    "missing_text",
    "missing_value",
    "missing_reference",
    "missing_fact",
    "missing_question",
    "missing_decline",
    "other_value",
    "swapped_values",
    "misquotes",
    "adds_value",
    "reveals_later",
    "reveals_result",
    "leaked_id",
    "leaked_name",
    "meta_talk",
    "wrong_language",
    "wrong_register",
    "markup",
    "too_long",
    "too_short",
    "asks",
    "negated",
    "other_request",
    "other_deed",
    "strays",
    "placeholder",
    "chain",
]
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)

ADVICE: Final[dict[Reason, str]] = {
    "unreadable": "reply with one JSON object and nothing else",
    "cut_off": "the reply was too long; be brief",
    "missing_text": "this key was missing, or its value was no text",
    "missing_value": "a value that must be said cannot be read from the text",
    "missing_reference": "the words that single out what is meant are missing",
    "missing_fact": "a fact that the answer must tell is missing",
    "missing_question": "it must be a question about what is missing",
    "missing_decline": "it must say that this cannot be done, and name what",
    "other_value": "it says another value than the draft",
    "swapped_values": "two values of one sort have changed places",
    "misquotes": "it repeats words that the user does not use",
    "adds_value": "it says something that the draft does not say",
    "reveals_later": "it tells what the user says only later",
    "reveals_result": "it tells what the user cannot know",
    "leaked_id": "it holds an id that nobody would know here",
    "leaked_name": "it names a tool or a field",
    "meta_talk": "it talks about itself or about the technique",
    "wrong_language": "it is not in the language asked for",
    "wrong_register": "it is not in the register asked for",
    "markup": "it has marks of layout that nobody says or types here",
    "too_long": "it has too many words",
    "too_short": "it has too few words",
    "asks": "it asks a question where nothing is to be asked",
    "negated": "it says `not` where the draft does not, or the other way round",
    "other_request": "it does not ask for what the draft asks for",
    "other_deed": "it tells of something that was not done",
    "strays": "it talks of other things than the draft and the conversation",
    "placeholder": "it has blanks, braces or unfinished parts",
    "chain": "a checker of the whole conversation rejected it",
}
"""What a model is told."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with one text."""

    key: str
    """Of the text; empty where the whole reply is meant."""
    reason: Reason
    evidence: str
    """For people and the model: at most 200 characters."""


class Unworded(Exception):
    """A reply whose words cannot be used."""

    def __init__(self, problems: Sequence[Problem], words: dict[str, str] | None = None) -> None:
        first = problems[0]
        super().__init__(f"{first.key}: {first.reason}: {first.evidence}")
        self.problems = tuple(problems)
        """At least one, texts in order."""
        self.words = words or {}
        """The texts that nothing is wrong with."""

    @property
    def reason(self) -> Reason:
        """The first reason."""
        return self.problems[0].reason

    @property
    def evidence(self) -> str:
        """What shows it."""
        return self.problems[0].evidence
