"""A question that needs no tool, though tools are there. The twin asks for something that does."""

from collections.abc import Mapping
from typing import Any

from callwright.domains.core.template import Slot
from callwright.generators.language.builder import Builder, Marked
from callwright.generators.language.realise import emit, flatten
from callwright.generators.language.request import new_builder
from callwright.generators.planner.plan import Plan
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import choose, one_call
from callwright.generators.studio import Studio
from callwright.schemas.checks import Fact, FactValue
from callwright.schemas.values import FreeText

ABILITIES = 0.2
"""Share of families that ask what the assistant can do."""


def family(studio: Studio) -> list[Script]:
    """A question among the same tools and under the same prompt as a request."""
    plan = Plan()
    goal = studio.walker().direct(plan, choose(studio, studio.graph.direct))
    acts = one_call(studio, plan, goal, "single")
    turn = _abilities(studio, acts) if studio.rng.random() < ABILITIES else _meaning(studio)
    if studio.thinking:
        turn.thoughts = [studio.thinker(plan).plain("chat", goal)]
    asks = studio.script("chitchat", Plan(), [turn], acts.tools, [], state=())
    return [asks, acts]


def _meaning(studio: Studio) -> Turn:
    chat = studio.core.chitchat
    term, meaning = studio.rng.choice(list(chat.terms.items()))
    asked = term.removeprefix("a ").removeprefix("an ") if studio.register == "terse" else term
    user = _said(studio, studio.rng.choice(chat.asks[studio.register]), {"term": asked}, True)
    words = {"term": term, "meaning": meaning}
    answer = _said(studio, studio.rng.choice(chat.answers), words, False)
    turn = Turn(user, answer.text)
    turn.facts = (_says(meaning),)
    return turn


def _abilities(studio: Studio, acts: Script) -> Turn:
    chat = studio.core.chitchat
    some = studio.rng.sample(acts.tools, min(3, len(acts.tools)))
    able = [studio.rng.choice(studio.lexicon.tool(t).able) for t in some]
    words = dict(zip(("first", "second", "third"), able, strict=True))
    user = _said(studio, studio.rng.choice(chat.abilities[studio.register]), {}, True)
    answer = _said(studio, studio.rng.choice(chat.able_answers), words, False)
    turn = Turn(user, answer.text)
    turn.facts = (_says(*able),)
    return turn


def _says(*texts: str) -> Fact:
    kind = FreeText().spec()
    return Fact(any_of=tuple(FactValue(kind=kind, value=text) for text in texts))


def _said(studio: Studio, template: str, words: Mapping[Any, str], user: bool) -> Marked:
    builder = new_builder(studio.register) if user else Builder(capital=True)

    def fill(slot: Slot, out: Builder) -> None:
        out.add(words[slot.name])

    emit(flatten(template, frozenset(words), studio.rng), builder, fill)
    return builder.finish()


skill = Skill(
    name="chitchat",
    what="a question that needs no tool, though tools are visible",
    proof="no call; the answer says it; under the same prompt the twin's request is acted on",
    family=family,
    twins=("single",),
    abstains=True,
)
