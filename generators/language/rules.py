"""Rules of system prompts, and sentences about what a tool can do.

A rule may concern the request or something else: that there is a rule must tell nothing.
"""

from collections.abc import Sequence
from random import Random

from callwright.domains.core.graph import handled
from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.template import Slot
from callwright.domains.core.tool import Tool
from callwright.generators.language.builder import Builder, Marked
from callwright.generators.language.core import CorePack
from callwright.generators.language.person import about, neutral
from callwright.generators.language.realise import emit, flatten


def with_rule(system: Marked, text: str) -> Marked:
    """A system prompt with one more rule at its end, in the prompt's own form."""
    joint = "\n" if "\n" in system.text else " "
    bullet = "- " if "\n- " in system.text else ""
    return Marked(f"{system.text}{joint}{bullet}{text}", system.marks)


def rule(templates: Sequence[str], able: str, rng: Random) -> str:
    """A rule for the assistant, to whom the user is a third person."""
    return filled(templates, about(able, "the user's"), rng)


def filled(templates: Sequence[str], able: str, rng: Random) -> str:
    """One of the templates about `{able}`."""
    builder = Builder(capital=True)

    def fill(slot: Slot, out: Builder) -> None:
        out.add(able)

    emit(flatten(rng.choice(templates), frozenset({"able"}), rng), builder, fill)
    return builder.finish().text


def rule_beside(
    core: CorePack, lexicon: Lexicon, tools: Sequence[Tool], used: Sequence[Tool], rng: Random
) -> str:
    """A rule about something else than `used`: neither their topics nor the things they handle.

    Drawn from `tools` in random order; empty when all of them are too near to what is used.
    """
    topics = {word for tool in used for word in lexicon.tool(tool).topic}
    things = {thing for tool in used for thing in handled(tool)}
    templates = rng.choice((core.forbidding_rules, core.confirm_rules))
    writing = [t for t in tools if t.mutates]
    for tool in rng.sample(writing, len(writing)):
        if not topics & set(lexicon.tool(tool).topic) and not things & handled(tool):
            return rule(templates, rng.choice(neutral(lexicon.tool(tool).able)), rng)
    return ""
