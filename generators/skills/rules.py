"""Rules that a skill puts into the system prompt, and sentences about what a tool can do."""

from callwright.domains.core.template import Slot
from callwright.generators.language.builder import Builder, Marked
from callwright.generators.language.realise import emit, flatten
from callwright.generators.studio import Studio


def with_rule(studio: Studio, templates: tuple[str, ...], able: str) -> Marked:
    """The studio's system prompt with one more rule at its end."""
    text = studio.system.text
    joint = "\n" if "\n" in text else " "
    bullet = "- " if "\n- " in text else ""
    return Marked(f"{text}{joint}{bullet}{filled(studio, templates, able)}", studio.system.marks)


def filled(studio: Studio, templates: tuple[str, ...], able: str) -> str:
    """One of the templates about `{able}`."""
    builder = Builder(capital=True)

    def fill(slot: Slot, out: Builder) -> None:
        out.add(able)

    emit(flatten(studio.rng.choice(templates), frozenset({"able"}), studio.rng), builder, fill)
    return builder.finish().text
