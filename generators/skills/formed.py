"""What skills about the form of answers share: a prompt that is silent about form, and thoughts."""

from dataclasses import replace

from callwright.generators.errors import CannotPlan
from callwright.generators.forms.base import Source
from callwright.generators.forms.pack import form_pack
from callwright.generators.language.builder import Marked
from callwright.generators.language.system import system_prompt
from callwright.generators.studio import Studio

TRIES = 30


def form_source(studio: Studio) -> Source:
    """Where the forms of a family are drawn."""
    return Source(studio.rng, form_pack(studio.setting.language))


def silent_about_form(studio: Studio) -> Studio:
    """The studio under a prompt that says nothing about the form of answers itself.

    Else `avoid lists` in the prompt and a list that the user asks for would contradict each other.
    """
    styles = form_pack(studio.setting.language).styles_about_form
    for number in range(TRIES):
        rng = studio.path.rng(f"system/form/{number}")
        person, core = studio.world.person, studio.core
        system = system_prompt(core, person, studio.setting, studio.shown, rng)
        if not any(style in system.text for style in styles):
            return replace(studio, system=system)
    raise CannotPlan("forms.no_silent_prompt")


def under(studio: Studio, system: Marked) -> Studio:
    """The studio with another system prompt."""
    return replace(studio, system=system)
