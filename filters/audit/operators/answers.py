"""Wrong answers: facts missing or false, a pasted result, no question, no honest `I can't`."""

from collections.abc import Container
from datetime import datetime
from functools import lru_cache
from random import Random

from callwright.filters.answers import SHORTEST_DUMP, says
from callwright.filters.audit.mutant import (
    Mutant,
    choose_span,
    only_text,
    spans,
    with_answer,
)
from callwright.filters.grounding.claims import claims
from callwright.filters.grounding.context import Context
from callwright.filters.honesty import has_failed
from callwright.filters.scene import Scene
from callwright.filters.stated import CODES, NUMBERS
from callwright.schemas.checks import Fact, FactValue, TurnCheck
from callwright.schemas.same import Same
from callwright.schemas.task import Trajectory
from callwright.schemas.values import STATES, Setting

DENIALS = (
    "Sorry, I couldn't do that.",
    "I wasn't able to complete it.",
    "I can't help with that.",
    "Unfortunately that didn't work.",
    "It failed.",
)
FINDS = ("I found 2 that fit.", "Here is what you asked for.", "Found it at 9:35 pm.")
CLAIMS = ("Done!", "All set.", "Done, that's taken care of.", "That worked, successfully done.")


def answer_without_fact(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Answer without saying anything."""
    span = choose_span(trajectory, rng, lambda check: check.facts)
    return span and Mutant("answer_without_fact", with_answer(trajectory, span, "All done."))


def no_answer(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """End a turn without a text."""
    span = choose_span(trajectory, rng, lambda check: (check,))
    return span and Mutant("no_answer", with_answer(trajectory, span, None))


def answer_wrong_fact(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Say a plausible wrong value in the place of a fact."""
    span = choose_span(trajectory, rng, lambda check: check.facts)
    if span is None:
        return None
    text = trajectory.messages[span.end - 1].content or ""
    fact = rng.choice(span.check.facts)
    for value in fact.any_of:
        wrong = _misstate(text, value, scene.setting, rng)
        # Where the value is said twice in two ways, the text is still right in one of them.
        if wrong is not None and not says(fact, wrong, scene.setting):
            return Mutant("answer_wrong_fact", with_answer(trajectory, span, wrong))
    return None


def negated_state(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Take back a state where it is told: `not on time`."""
    span = choose_span(trajectory, rng, _states)
    if span is None:
        return None
    text = trajectory.messages[span.end - 1].content or ""
    value = rng.choice(_states(span.check)).any_of[0]
    forms = {s.text.lower() for s in value.typed.surfaces(value.value, scene.setting)}
    if any(form.startswith(("not ", "no ")) for form in forms):
        return None  # what is taken back there says the same again
    for form in sorted(forms, key=lambda form: (-len(form), form)):
        text = _replaced(text, [form], f"not {form}")
    same = text == trajectory.messages[span.end - 1].content
    return None if same else Mutant("negated_state", with_answer(trajectory, span, text))


def _states(check: TurnCheck) -> list[Fact]:
    """Facts that one of few states makes true; where nothing was reached `no` may tell why."""
    reached = not (check.finds_nothing or any(call.fails for call in check.calls))
    return _facts_of(check, STATES) if reached else []


def raw_dump(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Paste a whole result where an answer should be."""
    found = [
        (span, message.content)
        for span in spans(trajectory)
        if span.check.facts
        for message in trajectory.messages[span.start : span.end]
        if message.role == "tool" and len(message.content or "") >= SHORTEST_DUMP
    ]
    if not found:
        return None
    span, content = rng.choice(found)
    said = trajectory.messages[span.end - 1].content
    return Mutant("raw_dump", with_answer(trajectory, span, f"{said}\n{content}"))


def claim_instead_of_decline(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Claim to have done what cannot be done."""
    span = choose_span(trajectory, rng, lambda check: check.declines)
    if span is None:
        return None
    text = f"Sure, the {span.check.declines[0]} is taken care of."
    return Mutant("claim_instead_of_decline", only_text(trajectory, span, text))


def guess_instead_of_ask(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Assume the missing value instead of asking for it."""
    span = choose_span(trajectory, rng, lambda check: check.asks)
    if span is None:
        return None
    text = f"I assumed the usual {span.check.asks[0]} for you."
    return Mutant("guess_instead_of_ask", only_text(trajectory, span, text))


def ask_something_else(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Ask, but not for what is missing."""
    span = choose_span(trajectory, rng, _asks_or_declines)
    text = "Is there anything else?"
    return span and Mutant("ask_something_else", only_text(trajectory, span, text))


def hedged_fact(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Say the right value or a plausible wrong one."""
    span = choose_span(trajectory, rng, _single_facts)
    if span is None:
        return None
    text = trajectory.messages[span.end - 1].content or ""
    value = rng.choice(_single_facts(span.check)).any_of[0]
    said, wrong = _said_and_wrong(text, value, scene.setting, rng)
    if not said or _may_be_so(trajectory, span.end, wrong, scene.setting):
        return None
    end = _place(said, text) + len(said)
    if value.kind.get("kind") in NUMBERS and _is_moment(text, end - 1, scene.setting):
        return None  # the `1` of `1 July` is not the number that is meant
    hedged = f"{text[:end]} or {wrong}{text[end:]}"
    return Mutant("hedged_fact", with_answer(trajectory, span, hedged))


def _is_moment(text: str, at: int, setting: Setting) -> bool:
    """Whether what stands at a place of a text is part of a day or a time."""
    said = claims(text, setting.now.date())
    return any(c.start <= at < c.end and c.code in ("date", "time") for c in said)


def contradicted_fact(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Say the right value, and then a plausible wrong one."""
    span = choose_span(trajectory, rng, _single_facts)
    if span is None:
        return None
    text = trajectory.messages[span.end - 1].content or ""
    value = rng.choice(_single_facts(span.check)).any_of[0]
    said, wrong = _said_and_wrong(text, value, scene.setting, rng)
    if not said or _may_be_so(trajectory, span.end, wrong, scene.setting):
        return None
    return Mutant("contradicted_fact", with_answer(trajectory, span, f"{text} That's {wrong}."))


def ask_after_acting(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Act, and ask for leave to act as well."""
    span = choose_span(trajectory, rng, lambda check: (check,) if _acting(check) else ())
    if span is None:
        return None
    text = trajectory.messages[span.end - 1].content or ""
    question = rng.choice(("Shall I go ahead?", "Which day do you want?", "Should I proceed?"))
    return Mutant("ask_after_acting", with_answer(trajectory, span, f"{text} {question}"))


def deny_what_was_done(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Act, tell all of it, and say besides that it could not be done."""
    span = choose_span(trajectory, rng, lambda check: (check,) if _acting(check) else ())
    if span is None:
        return None
    text = trajectory.messages[span.end - 1].content or ""
    denial = rng.choice(DENIALS)
    said = f"{denial} {text}" if rng.random() < 0.5 else f"{text} {denial}"
    return Mutant("deny_what_was_done", with_answer(trajectory, span, said))


def claim_success(trajectory: Trajectory, scene: Scene, rng: Random) -> Mutant | None:
    """Name all that an honest answer names, and claim what failed as done, or a find for none."""
    span = choose_span(trajectory, rng, lambda check: (check,) if _came_to_nothing(check) else ())
    if span is None:
        return None
    claim = rng.choice(FINDS if span.check.finds_nothing else CLAIMS)
    text = f"{claim} {_surfaces(span.check, scene.setting)}".strip()
    return Mutant("claim_success", with_answer(trajectory, span, text))


def _came_to_nothing(check: TurnCheck) -> bool:
    return check.finds_nothing or has_failed(check)


def _surfaces(check: TurnCheck, setting: Setting) -> str:
    """One saying of each fact, one after another."""
    firsts = [fact.any_of[0] for fact in check.facts if not fact.path]
    return ", ".join(v.typed.surfaces(v.value, setting)[0].text for v in firsts)


def _single_facts(check: TurnCheck) -> list[Fact]:
    """Facts of sorts that can be contradicted, which only one value makes true."""
    return _facts_of(check, CODES)


def _facts_of(check: TurnCheck, kinds: Container[object]) -> list[Fact]:
    """Facts that a free text tells and that only one value makes true, of one of some kinds."""
    if check.form:
        return []
    return [
        fact
        for fact in check.facts
        if len(fact.any_of) == 1 and fact.any_of[0].kind.get("kind") in kinds and not fact.path
    ]


def _acting(check: TurnCheck) -> bool:
    done = bool(check.calls) and not any(call.fails for call in check.calls)
    return done and not check.form and not check.asks


def _said_and_wrong(text: str, value: FactValue, setting: Setting, rng: Random) -> tuple[str, str]:
    """How a text says a value, and how it would say a near miss; empty where it cannot be told."""
    kind = value.typed
    near = kind.near_misses(value.value, setting)
    forms = sorted((s.text for s in kind.surfaces(value.value, setting)), key=len, reverse=True)
    said = next((form for form in forms if _place(form, text) >= 0), "")
    if not near or not said:
        return "", ""
    wrong = kind.surfaces(rng.choice(near), setting)
    return said, next((s.text for s in wrong if any(map(str.isdigit, s.text))), wrong[0].text)


def _place(words: str, text: str, start: int = 0) -> int:
    """Where words stand in a text just as written, in no longer word or number; -1 for nowhere."""
    start = text.find(words, start)
    while start >= 0 and not _is_apart(text, start, start + len(words)):
        start = text.find(words, start + 1)
    return start


def _is_apart(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 1) : start], text[end : end + 2]
    inside = any(one.isalnum() or one == "_" for one in (before, after[:1]))
    return not inside and not (after[:1] in {".", ","} and after[1:].isdigit())


def _may_be_so(trajectory: Trajectory, end: int, words: str, setting: Setting) -> bool:
    """Whether what the words say stands in the conversation before an answer in any form."""
    found = claims(words, setting.now.date())
    if not found:
        return True
    context = _shown(Same(trajectory), end, setting.now, str(setting.now.tzinfo))
    return any(context.supports(claim) for claim in found)


@lru_cache(maxsize=16)
def _shown(trajectory: Same[Trajectory], end: int, now: datetime, zone: str) -> Context:
    """What stands before an answer, for all attacks on it: add nothing to it.

    `zone` is that of `now`: equal instants of two zones are equal datetimes.
    """
    context = Context(Setting(now=now))
    for message in trajectory.value.messages[: end - 1]:
        for call in message.tool_calls:
            context.add_arguments(call.arguments)
        if message.role == "tool":
            context.add_result(message.content or "")
        else:
            context.add_text(message.content or "")
    return context


def _asks_or_declines(check: TurnCheck) -> tuple[str, ...]:
    return check.asks or check.declines


def _misstate(text: str, value: FactValue, setting: Setting, rng: Random) -> str | None:
    """The text with every saying of a value replaced by one of a near miss."""
    kind = value.typed
    near = kind.near_misses(value.value, setting)
    if not near:
        return None
    wrong = kind.surfaces(rng.choice(near), setting)[0].text
    lowered = text.lower()
    forms = {s.text for s in kind.surfaces(value.value, setting) if s.text.lower() in lowered}
    said = sorted(forms, key=lambda form: (-len(form), form))
    if not said:
        return None
    changed = _replaced(text, [words.lower() for words in said], wrong)
    return changed if changed != text else None


def _replaced(text: str, forms: list[str], wrong: str) -> str:
    """A text with `wrong` wherever one of some lower-case forms stands; longest forms first."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a rare letter has no small form of its own length
        return text
    parts: list[str] = []
    done = 0
    places = [(_place(form, lowered), -len(form), form) for form in forms]
    while found := [place for place in places if place[0] >= 0]:
        start, _, form = min(found)
        parts += [text[done:start], wrong]
        done = start + len(form)
        places = [(_place(form, lowered, done), -len(form), form) for _, _, form in found]
    return "".join([*parts, text[done:]])


OPERATORS = (
    answer_without_fact,
    no_answer,
    answer_wrong_fact,
    negated_state,
    raw_dump,
    claim_instead_of_decline,
    guess_instead_of_ask,
    ask_something_else,
    hedged_fact,
    contradicted_fact,
    ask_after_acting,
    deny_what_was_done,
    claim_success,
)
