"""The answer stands in the conversation: say it, and call nothing.

The twin asks the same question after another search, so that a look-up is needed.
"""

from callwright.domains.core.template import Slot
from callwright.generators.errors import CannotPlan
from callwright.generators.language.answers import field_fact
from callwright.generators.language.builder import Builder, Mark, Marked
from callwright.generators.language.realise import emit, flatten
from callwright.generators.language.request import question
from callwright.generators.language.speaker import Speaker
from callwright.generators.planner.plan import Pick, Plan
from callwright.generators.script import Script, Turn
from callwright.generators.skills.base import Skill
from callwright.generators.skills.common import acting_turn, ask, revealed
from callwright.generators.skills.multi_turn import searchable
from callwright.generators.studio import Studio


def family(studio: Studio) -> list[Script]:
    """One question, asked where its answer is shown and where it is not."""
    if not searchable(studio):
        raise CannotPlan("plan.no_tool")
    tool, field, entity = studio.rng.choice(searchable(studio))
    other, plan = Plan(), Plan()
    walker = studio.walker()
    walker.direct(other, tool)
    about = walker.direct(other, tool)
    if other.steps[0].args == other.steps[about].args:
        raise CannotPlan("plan.same_search")
    pick, asked = _question_of(studio, other, about, field, entity)
    plan.add(other.steps[about])

    speaker = studio.speaker(other)
    said = question(speaker, lambda b: _say(studio, speaker, pick, asked, b))
    known = _turn(
        studio, plan, _shifted(said, about), Pick(0, pick.path, entity, pick.op), asked, []
    )
    needed = _turn(studio, other, said, pick, asked, [[about]])
    tools = studio.visible([tool])
    opening = studio.speaker(plan)
    first = acting_turn(studio, plan, ask(opening, plan, [0], "independent"), [[0]], [0])
    elsewhere = studio.speaker(other)
    second = acting_turn(studio, other, ask(elsewhere, other, [0], "independent"), [[0]], [0])
    return [
        studio.script(
            "already_known", plan, [first, known], tools, [*opening.frames, *speaker.frames]
        ),
        studio.script(
            "multi_turn", other, [second, needed], tools, [*elsewhere.frames, *speaker.frames]
        ),
    ]


def _question_of(
    studio: Studio, plan: Plan, step: int, field: str, entity: str
) -> tuple[Pick, str]:
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


def _say(studio: Studio, speaker: Speaker, pick: Pick, asked: str, builder: Builder) -> None:
    template = studio.rng.choice(studio.lexicon.entities[pick.entity].ask_field[asked])

    def fill(slot: Slot, out: Builder) -> None:
        speaker.noun_phrase(pick, ("ref", "question"), out)

    flat = flatten(template, frozenset({"ref"}), studio.rng)
    if speaker.register in {"terse", "voice"} and isinstance(flat[-1], str):
        flat[-1] = flat[-1].rstrip("?")
    emit(flat, builder, fill)


def _turn(
    studio: Studio, plan: Plan, user: Marked, pick: Pick, asked: str, groups: list[list[int]]
) -> Turn:
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


def _shifted(text: Marked, step: int) -> Marked:
    """The same words where the look-up is the plan's first step."""
    return Marked(text.text, tuple(Mark(_retag(m.tag, step), m.start, m.end) for m in text.marks))


def _retag(tag: object, step: int) -> object:
    return ("value", 0, tag[2]) if isinstance(tag, tuple) and tag[:2] == ("value", step) else tag


skill = Skill(
    name="already_known",
    what="the answer stands in the conversation; the question needs no call",
    proof="no call; the fact is said; in the twin the same question needs a call",
    family=family,
    twins=("multi_turn",),
    abstains=True,
)
