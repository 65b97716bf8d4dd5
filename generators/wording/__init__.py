"""A model words what a plan has settled: user turns, thinking and answers, and nothing else.

`Wordsmith.texts` says what each text of a family is held to, `brief` asks a model for all of them
at once, `reworded` puts its words in or refuses them with reasons. Docs: docs/wording.md.
"""

from callwright.generators.wording.brief import BriefSettings, again, brief
from callwright.generators.wording.persona import Persona, draw_persona
from callwright.generators.wording.problems import REASONS, Problem, Reason, Unworded
from callwright.generators.wording.prompts import prompt_hashes
from callwright.generators.wording.reword import checked, misquotes, put, reworded
from callwright.generators.wording.smith import Wordsmith
from callwright.generators.wording.texts import Text

__all__ = [
    "REASONS",
    "BriefSettings",
    "Persona",
    "Problem",
    "Reason",
    "Text",
    "Unworded",
    "Wordsmith",
    "again",
    "brief",
    "checked",
    "draw_persona",
    "misquotes",
    "prompt_hashes",
    "put",
    "reworded",
]
