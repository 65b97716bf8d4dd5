"""A question about one field of something that a result shows."""

from callwright.domains.core.template import Slot
from callwright.generators.errors import CannotPlan
from callwright.generators.language.answers import field_fact
from callwright.generators.language.builder import Builder, Marked
from callwright.generators.language.realise import emit, flatten
from callwright.generators.language.request import question
from callwright.generators.language.speaker import Speaker
from callwright.generators.planner.plan import Pick, Plan
from callwright.generators.script import Turn
from callwright.generators.skills.common import revealed
from callwright.generators.studio import Studio


def asked_field(studio: Studio, plan: Plan, step: int, field: str, entity: str) -> tuple[Pick, str]:
    """An item of the list `field` of a step's result, and a field of it to ask for."""
    items = plan.value_at(step, (field,))
    if not items:
        raise CannotPlan("plan.empty_result")
    item = studio.rng.choice(items)
    pick = studio.walker().pick(plan, step, field, entity, next(iter(item.values())))
    phrases = studio.lexicon.entities[entity]
    chosen = plan.value_at(step, pick.item)
    given = [pick.value, *plan.steps[step].args.values()]
    asked = [
        f
        for f in phrases.ask_field
        if f in item and f in phrases.tell_field and f != pick.field and not _said(chosen[f], given)
    ]
    if not asked:
        raise CannotPlan("plan.nothing_to_ask")
    return pick, studio.rng.choice(asked)


def _said(value: object, given: list[object]) -> bool:
    """Whether the question itself would tell the answer: `whose is the invitation from Ana`."""
    if any(g == value for g in given):
        return True
    texts = [str(g).casefold() for g in given if isinstance(g, str)]
    return any(t in str(value).casefold() or str(value).casefold() in t for t in texts)


def field_question(
    studio: Studio, speaker: Speaker, pick: Pick, asked: str, shown: bool = False
) -> Marked:
    """The question's words. `shown`: the item is `the … one` of the list that was just told."""
    tag = ("ref", "question", pick.step)

    def fill(slot: Slot, out: Builder) -> None:
        if shown:
            speaker.short_reference(pick, tag, out)
        else:
            speaker.noun_phrase(pick, tag, out)

    def say(builder: Builder) -> None:
        template = studio.rng.choice(studio.lexicon.entities[pick.entity].ask_field[asked])
        flat = flatten(template, frozenset({"ref"}), studio.rng)
        if speaker.register in {"terse", "voice"} and isinstance(flat[-1], str):
            flat[-1] = flat[-1].rstrip("?")
        emit(flat, builder, fill)

    return question(speaker, say)


def field_turn(
    studio: Studio, plan: Plan, user: Marked, pick: Pick, asked: str, groups: list[list[int]]
) -> Turn:
    """The turn that answers: out of what stands there already, or after calling `groups`."""
    row = studio.walker().giver(plan, pick)
    item = plan.value_at(pick.step, pick.item)
    templates = studio.lexicon.entities[pick.entity].tell_field[asked]
    lead = "" if groups else studio.rng.choice(studio.core.known_leads)
    answer = lead + studio.teller().tell_field(pick.entity, row, item, asked)
    turn = Turn(user, answer, groups, reveals=revealed(plan, user))
    turn.facts = (field_fact(row, item, asked, templates),)
    if studio.thinking:
        thinker = studio.thinker(plan)
        called = [i for g in groups for i in g]
        turn.thoughts = [thinker.before(g, user, True, called) for g in groups]
        turn.thoughts.append(
            thinker.plain("finish" if groups else "known", plan.steps.index(plan.steps[pick.step]))
        )
    return turn
