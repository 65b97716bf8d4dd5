"""System prompts: always the clock, and whatever profile facts a plan relies on."""

from random import Random

from callwright.domains.core.person import Person
from callwright.domains.core.template import Slot
from callwright.generators.language.builder import Builder, Marked
from callwright.generators.language.core import CorePack
from callwright.generators.language.realise import emit, flatten
from callwright.schemas.values import Setting
from callwright.schemas.values.stamps import stamp

PROFILE_FACTS = ("name", "home_city", "email", "phone")
"""Profile facts a system prompt may show."""


def shown_facts(rng: Random) -> frozenset[str]:
    """The profile facts one prompt shows, drawn before anything is planned."""
    return frozenset(
        f for f in PROFILE_FACTS if rng.random() < {"name": 0.7, "home_city": 0.6}.get(f, 0.15)
    )


def system_prompt(
    core: CorePack, person: Person, setting: Setting, facts: frozenset[str], rng: Random
) -> Marked:
    """A system prompt; the clock is marked `clock`, facts are marked `("profile", key)`."""
    builder = Builder()
    role = rng.choice([t for t in core.system["roles"] if "{name}" not in t or "name" in facts])
    lines = [role]
    shown = [f for f in PROFILE_FACTS if f in facts and not (f == "name" and "{name}" in role)]
    middle = [rng.choice(core.system["clock"]), *(rng.choice(core.system[f]) for f in shown)]
    rng.shuffle(middle)
    style = list(core.system["style"])
    lines += middle + rng.sample(style, rng.randint(0, 3))
    joint, bullet = rng.choice(((" ", ""), (" ", ""), ("\n", ""), ("\n", "- ")))
    for number, line in enumerate(lines):
        if number:
            builder.text += joint + bullet
        _line(line, builder, person, setting, rng, end="." if joint == " " else "")
    return builder.finish()


def _line(
    template: str, builder: Builder, person: Person, setting: Setting, rng: Random, end: str
) -> None:
    def fill(slot: Slot, out: Builder) -> None:
        if slot.name == "clock":
            out.mark("clock", rng.choice(stamp(setting.now)))
        else:
            out.mark(("profile", slot.name), person.profile(slot.name))

    emit(
        flatten(template, frozenset({"clock", "name", "home_city", "email", "phone"}), rng),
        builder,
        fill,
    )
    if end and builder.text[-1] not in ".?!":
        builder.add(end)
