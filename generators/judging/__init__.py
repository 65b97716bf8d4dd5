"""A model compares what rules cannot see: tone, helpfulness, naturalness of two conversations.

`question` asks for a comparison as structured output, `read` reads the reply strictly, `reconciled`
keeps of two orderings only what both say, and `flawed` makes conversations with a known flaw, by
which a judge is measured. Docs: docs/judge.md.
"""

from callwright.generators.judging.findings import (
    ASPECTS,
    Answer,
    Aspect,
    Finding,
    Opinion,
    reconciled,
)
from callwright.generators.judging.flaws import Flaw, flawed, flaws
from callwright.generators.judging.prompts import prompt_hashes
from callwright.generators.judging.question import JudgeSettings, again, question
from callwright.generators.judging.reading import Unread, read
from callwright.generators.judging.said import Line, Said, said_in

__all__ = [
    "ASPECTS",
    "Answer",
    "Aspect",
    "Finding",
    "Flaw",
    "JudgeSettings",
    "Line",
    "Opinion",
    "Said",
    "Unread",
    "again",
    "flawed",
    "flaws",
    "prompt_hashes",
    "question",
    "read",
    "reconciled",
    "said_in",
]
