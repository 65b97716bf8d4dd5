"""Rules for what the user reads: nothing of the technique shows."""

from collections.abc import Mapping
from typing import Final

from callwright.domains.core.tongue import Tongue
from callwright.filters.grounding.vocabulary import ENTITY_ID
from callwright.filters.texts.passage import Passage, Rule
from callwright.filters.texts.plain import unknown
from callwright.schemas.marks import CODE_NAME, MAY_BE_CODE, OBJECT, names_tool


def tool_name(passage: Passage, _: Tongue) -> str:
    """The name of a visible tool, or any other name as code has it."""
    named = (name for name in passage.task.views if names_tool(name, passage.text))
    found = next((name for name in named if name.lower() not in passage.known), "")
    if found or passage.is_document or not MAY_BE_CODE.search(passage.text):
        return found
    return unknown(passage, CODE_NAME)


def argument_json(passage: Passage, _: Tongue) -> str:
    """A JSON object where no form was asked for."""
    check = passage.check
    asked = (check is not None and bool(check.form)) or "json" in passage.request.lower()
    found = None if asked else OBJECT.search(passage.text)
    return passage.text[found.start() : found.start() + 60] if found else ""


def internal_id(passage: Passage, _: Tongue) -> str:
    """An id that no user holds, and that nobody has asked for."""
    said = {match.group() for match in ENTITY_ID.finditer(passage.text)}
    if not said:
        return ""
    check = passage.check
    told = {v.value for fact in (check.facts if check else ()) for v in fact.any_of if
            isinstance(v.value, str)}  # fmt: skip
    unasked = (key for key in sorted(said - told) if key not in passage.request)
    return next((key for key in unasked if not passage.is_sayable(key)), "")


def tool_talk(passage: Passage, language: Tongue) -> str:
    """Talk of tools and data."""
    return "" if passage.is_document else unknown(passage, language.tool_talk)


def thinks_aloud(passage: Passage, language: Tongue) -> str:
    """Speaks of the user as of somebody else."""
    return unknown(passage, language.about_user)


def placeholder(passage: Passage, language: Tongue) -> str:
    """A place that somebody else should fill."""
    return unknown(passage, language.blanks)


ANSWER_RULES: Final[Mapping[str, Rule]] = {
    rule.__name__: rule
    for rule in (tool_name, argument_json, internal_id, tool_talk, thinks_aloud, placeholder)
}
"""Reason code -> rule."""
