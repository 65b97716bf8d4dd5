"""Texts: what an assistant writes and thinks reads as a good assistant's own words.

Whether it is true is the business of other filters. Here a text falls for what a reader of the row
would stumble over, whoever wrote it: loops, leaks, other languages, thoughts at odds with the call
below them. Words of the conversation are never held against it: who is asked for JSON may say so.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from callwright.domains.core.tongue import tongue
from callwright.filters.base import Fault, Filter
from callwright.filters.scene import Scene
from callwright.filters.texts.answers import ANSWER_RULES
from callwright.filters.texts.passage import passages
from callwright.filters.texts.plain import PLAIN_RULES
from callwright.filters.texts.thoughts import THOUGHT_RULES
from callwright.schemas.task import Trajectory

RULES: Final = {
    True: {**PLAIN_RULES, **THOUGHT_RULES},
    False: {**PLAIN_RULES, **ANSWER_RULES},
}
"""Whether it is a thought -> reason code -> rule."""


class TextsFilter(Filter):
    """Drops rows with a text or a thought that nobody should learn from.

    Reason codes: `texts.` and, for both, `broken_unicode`, `template_token`, `prompt_talk`,
    `wrong_language`, `loop`, `too_long`; for what the user reads `tool_name`, `argument_json`,
    `internal_id`, `tool_talk`, `thinks_aloud`, `placeholder`; for thinking `contradicts_call`,
    `echoes_request`. `PhraseError` for a language without marks.
    """

    name: ClassVar[str] = "texts"

    def faults(self, trajectory: Trajectory, scene: Scene) -> Iterator[Fault]:
        """Faults in the order of the conversation; the evidence quotes the words."""
        language = tongue(trajectory.task.language)
        for passage in passages(trajectory, scene):
            for code, rule in RULES[passage.thought].items():
                found = rule(passage, language)
                if found:
                    yield Fault(code, f"message {passage.index}: {found}")
