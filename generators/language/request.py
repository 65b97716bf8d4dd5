"""A user turn from its intents: openers, wrappers, joined sentences, in one register."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Literal

from callwright.domains.core.pack import ToolPhrases
from callwright.domains.core.template import Slot
from callwright.generators.language.builder import Builder, Marked
from callwright.generators.language.realise import Flat, emit, flatten, split_end
from callwright.generators.language.speaker import SHORT, Intent, Speaker
from callwright.generators.planner.plan import Own

FOR_ME = " for me"
Relation = str
"""How an intent relates to those before it: `independent` or `dependent`."""


Later = Literal["", "next_turn", "new_topic", "back_to", "instead"]
"""How a turn goes on from an answer, by the section of the core pack; empty for the first turn."""


def new_builder(register: str) -> Builder:
    """A builder with the letter case of a register."""
    case = {"voice": "voice", "terse": "lower"}.get(register, "")
    return Builder(capital=register not in SHORT, plain_case=case)


def request(
    speaker: Speaker, intents: Sequence[Intent], relations: Sequence[Relation], later: Later = ""
) -> Marked:
    """The text of a turn that asks for `intents`.

    `relations[i]` is that of intent i to those before it. `later`: how the turn follows an answer.
    """
    builder = new_builder(speaker.register)
    if not later:
        _opener(speaker, builder)
    sentences = _sentences(speaker, intents)
    for number, group in enumerate(sentences):
        if number:
            _between(speaker, builder)
        first = group[0]
        if len(group) == 1 and _stands_alone(speaker, intents[first], builder, number, later):
            continue
        wrapper = _wrapper(speaker, number, relations[first], later)
        _wrapped(
            speaker, builder, wrapper, lambda b, g=group: _joined(speaker, intents, relations, g, b)
        )
    return builder.finish()


def with_condition(speaker: Speaker, goal: Intent, way: Intent) -> Marked:
    """A request for `goal`, and for `way` in case the first is refused."""
    builder = new_builder(speaker.register)
    _opener(speaker, builder)
    if not _stands_alone(speaker, goal, builder, 0, later=""):
        wrapper = _wrapper(speaker, 0, "independent", later="")
        _wrapped(speaker, builder, wrapper, lambda b: speaker.verb_phrase(goal, b))
    _between(speaker, builder)
    template = speaker.rng.choice(speaker.core.conditions)
    condition = flatten(template, frozenset({"x"}), speaker.rng)
    _wrapped(speaker, builder, condition, lambda b: speaker.verb_phrase(way, b))
    return builder.finish()


def refinement(speaker: Speaker, step: int, param: str, added: bool) -> Marked:
    """A later turn that wants search `step` again with one argument changed or added."""
    builder = new_builder(speaker.register)
    texts = speaker.core.additions if added else speaker.core.corrections
    template = speaker.rng.choice(texts[speaker.register])
    flat, end = split_end(flatten(template, frozenset({"x"}), speaker.rng))
    emit(flat, builder, lambda _, b: speaker.clause(step, param, b))
    if end and speaker.register not in SHORT:
        builder.add(end)
    return builder.finish()


def with_habit(
    speaker: Speaker, goal: Intent, param: str, own: Own, phrases: ToolPhrases
) -> Marked:
    """A request without argument `param`, and where to find it: in the person's own habits."""
    builder = new_builder(speaker.register)
    _opener(speaker, builder)
    if not _stands_alone(speaker, goal, builder, 0, later=""):
        wrapper = _wrapper(speaker, 0, "independent", later="")
        _wrapped(speaker, builder, wrapper, lambda b: speaker.verb_phrase(goal, b))
    _between(speaker, builder)
    words = {
        "what": (("field", goal.step, param), phrases.habits[own.field].what),
        "where": (("own", own.step), phrases.own),
    }
    template = speaker.rng.choice(speaker.core.habits)
    flat, end = split_end(flatten(template, frozenset(words), speaker.rng))

    def fill(slot: Slot, out: Builder) -> None:
        tag, options = words[slot.name]
        out.mark(tag, speaker.rng.choice(options))

    emit(flat, builder, fill)
    if end and speaker.register not in SHORT:
        builder.add(end)
    return builder.finish()


def question(speaker: Speaker, say: Callable[[Builder], None]) -> Marked:
    """A question in a later turn, with what people say before one."""
    builder = new_builder(speaker.register)
    lead = speaker.rng.choice(speaker.core.next_question[speaker.register])
    if lead:
        builder.add(lead)
        _after_lead(speaker, builder, lead)
    say(builder)
    return builder.finish()


def reply(speaker: Speaker, slot: Slot, step: int) -> Marked:
    """The user's answer to a question for one argument."""
    builder = new_builder(speaker.register)
    template = speaker.rng.choice(speaker.core.replies[speaker.register])
    emit(
        flatten(template, frozenset({"v"}), speaker.rng),
        builder,
        lambda _, b: speaker.value(slot, step, b),
    )
    return builder.finish()


def remark(register: str, texts: Mapping[str, Sequence[str]], rng: Random) -> Marked:
    """A whole turn of fixed words, in the letter case of the register."""
    builder = new_builder(register)
    builder.add(rng.choice(texts[register]))
    return builder.finish()


def _opener(speaker: Speaker, builder: Builder) -> None:
    openers = speaker.core.openers.get(speaker.register, ())
    if openers and speaker.rng.random() < 0.6:
        text = speaker.rng.choice(openers)
        builder.add(text)
        _after_lead(speaker, builder, text)


def _after_lead(speaker: Speaker, builder: Builder, lead: str) -> None:
    """The letter after a lead-in is a capital where the lead-in ended a sentence."""
    ended = lead.endswith((". ", ": "))
    builder.capital = ended and speaker.register not in SHORT
    builder.small = not ended


def _sentences(speaker: Speaker, intents: Sequence[Intent]) -> list[list[int]]:
    groups: list[list[int]] = [[0]]
    for index in range(1, len(intents)):
        if len(groups[-1]) < 2 and speaker.rng.random() < 0.6:
            groups[-1].append(index)
        else:
            groups.append([index])
    return groups


def _between(speaker: Speaker, builder: Builder) -> None:
    builder.add(", " if speaker.register == "terse" else " ")
    builder.capital = speaker.register not in SHORT


def _stands_alone(
    speaker: Speaker, intent: Intent, builder: Builder, number: int, later: Later
) -> bool:
    if number or later:
        return False
    phrases = speaker.lexicon.tool(speaker.plan.steps[intent.step].tool)
    section = "terse" if speaker.register == "terse" else "sentences"
    if not getattr(phrases, section) or speaker.rng.random() > 0.45:
        return False
    speaker.sentence(intent, builder, section)
    return True


def _wrapper(speaker: Speaker, number: int, relation: Relation, later: Later) -> Flat:
    core = speaker.core
    if number:
        templates = core.followers[relation]
    elif later:
        templates = getattr(core, later)[speaker.register]
    else:
        templates = core.wrappers[speaker.register]
    return flatten(speaker.rng.choice(templates), frozenset({"x"}), speaker.rng)


def _wrapped(
    speaker: Speaker, builder: Builder, wrapper: Flat, say: Callable[[Builder], None]
) -> None:
    flat, end = split_end(list(wrapper))
    for node in flat:
        if isinstance(node, Slot):
            say(builder)
        elif node.startswith(FOR_ME) and builder.text.endswith(FOR_ME):
            builder.add(node.removeprefix(FOR_ME))  # the frame has said it
        else:
            builder.add(node)
    if end and speaker.register not in SHORT:
        builder.add(end)


def _joined(
    speaker: Speaker,
    intents: Sequence[Intent],
    relations: Sequence[Relation],
    group: Sequence[int],
    builder: Builder,
) -> None:
    first, rest = group[0], group[1:]
    if not rest:
        speaker.verb_phrase(intents[first], builder)
        return
    template = speaker.rng.choice(speaker.core.joins[relations[rest[0]]])

    def fill(slot: Slot, out: Builder) -> None:
        _joined(speaker, intents, relations, [first] if slot.name == "a" else rest, out)

    emit(flatten(template, frozenset({"a", "b"}), speaker.rng), builder, fill)
