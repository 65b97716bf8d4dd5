"""Whether an answer says only what is so: no contradiction, no hedge, no question after the deed.

A right fact beside a wrong one of its sort tells the user nothing. Held against an answer are
values of the sorts that the turn's facts have (amounts, days, times, numbers, ids), where neither
the facts nor the results that the answer is about nor the user's own words support them.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Final

from callwright.filters.grounding.claims import Claim, figures
from callwright.filters.grounding.context import Context
from callwright.filters.match import TurnMatch
from callwright.filters.rollout import Turn
from callwright.schemas.checks import Fact, FactValue, TurnCheck
from callwright.schemas.same import Same
from callwright.schemas.values import Setting
from callwright.schemas.values.durations import to_seconds

CODES: Final = {
    "money": ("money",),
    "date": ("date",),
    "time": ("time",),
    "date_time": ("date", "time"),
    "duration": ("duration",),
    "count": ("number",),
    "quantity": ("number",),
    "percentage": ("number",),
    "entity_id": ("id",),
    "phone": ("phone",),
}
"""Kind of a fact -> what claims of its sort are called."""
NUMBERS: Final = frozenset({"count", "quantity", "percentage"})
COUNTED: Final = frozenset({"count", "quantity"})
LONGEST_UNIT: Final = 40
"""Characters after a number in which its unit is looked for."""
TEXTS: Final = frozenset({"entity_id", "phone"})
_OR: Final = re.compile(
    r"(?:\s+\w+){0,2},?\s*(?:or|/|and maybe|or maybe|or perhaps|or possibly|or was it)"
    r"\s*(?:at|on)?\s*(?:the\s)?"
)
_ASKS: Final = re.compile(
    r"\b(?:shall i|should i|do you want me to|may i|can i go ahead|is that (?:ok|right)|go ahead"
    r"|confirm|proceed|which|what (?:date|day|time|name|one)|when (?:do|would|should)"
    r"|where (?:do|to)|how (?:many|much|long) (?:do|would|should))\b"
)
_ELSE: Final = re.compile(r"\b(?:else|anything|instead)\b")


def precision(
    check: TurnCheck, turn: Turn, calls: TurnMatch, heard: Sequence[str] | None, setting: Setting
) -> float | None:
    """1 for an answer that says nothing against its facts, less for every claim that does.

    Args:
        check: of the turn; None is returned where it has neither facts nor calls.
        turn: what happened.
        calls: what its calls were matched to.
        heard: what the user and the prompt said so far; None when that is not known. Then, and
            where results are not known, only hedges and questions are looked for.
        setting: clock, zone and words.
    """
    facts = [fact for fact in check.facts if not fact.path]
    if not (facts or check.calls) or not turn.answer.strip():
        return None
    if _asks_though_done(check, turn.answer):
        return 0.0
    codes = {code for fact in facts for v in fact.any_of for code in CODES.get(_name(v), ())}
    if not codes:
        return 1.0
    said = [c for c in figures(turn.answer, setting.now.date()) if _sort(c) in codes]
    wrong = sum(1 for _ in _hedges(said, facts, turn.answer, setting))
    if said and heard is not None and len(turn.shown) >= len(turn.acts):
        wrong += sum(1 for _ in _unsupported(said, check, turn, calls, heard, setting))
    return 1.0 if not wrong else max(0.0, 1 - wrong / max(1, len(said)))


def _name(value: FactValue) -> str:
    return str(value.kind.get("kind", ""))


def _asks_though_done(check: TurnCheck, answer: str) -> bool:
    """Whether it asks for leave or for a value in a turn in which all was said and done."""
    if "?" not in answer or not check.calls or check.asks or check.form:
        return False
    if any(call.fails for call in check.calls):
        return False
    questions = re.findall(r"[^.!?\n]*\?", answer.lower())
    return any(_ASKS.search(q) and not _ELSE.search(q) for q in questions)


def _sort(claim: Claim) -> str:
    """What a claim is about: a weekday or a day of the month is about days."""
    daily = claim.code == "weekday" or any(r[0] == "monthday" for r in claim.readings)
    return "date" if daily else claim.code


def _known(facts: Sequence[Fact], setting: Setting) -> Context:
    """The values of facts, and nothing that only stands inside one of their surfaces."""
    context = Context(setting)
    for value in (value for fact in facts for value in fact.any_of):
        name, known = _name(value), value.value
        if name == "duration":
            context.add_fact("duration", to_seconds(str(known)) or 0)
        elif name in NUMBERS:
            context.add_fact("number", float(known))
            context.add_count(known)
        elif name in TEXTS:
            context.add_text(str(known))
        else:
            context.add_data(known)
    return context


@lru_cache(maxsize=4096)
def _facts_known(check: Same[TurnCheck], now: datetime, zone: str) -> Context:
    """What the facts of a check support, kept for all rollouts of its task: add nothing to it.

    `zone` is that of `now`: equal instants of two zones are equal datetimes.
    """
    return _known([fact for fact in check.value.facts if not fact.path], Setting(now=now))


def _hedges(
    said: Sequence[Claim], facts: Sequence[Fact], answer: str, setting: Setting
) -> Iterator[Claim]:
    """Of two values joined by `or`, where one is the only one that a fact allows, the other."""
    joined = [
        (one, other)
        for one, other in pairwise(said)
        if _sort(one) == _sort(other) and _OR.fullmatch(answer[one.end : other.start].lower())
    ]
    if not joined:
        return
    single = _known([f for f in facts if len(f.any_of) == 1], setting)
    yield from (other for one, other in joined if single.supports(one) != single.supports(other))


def _unsupported(
    said: Sequence[Claim],
    check: TurnCheck,
    turn: Turn,
    calls: TurnMatch,
    heard: Sequence[str],
    setting: Setting,
) -> Iterator[Claim]:
    known = _facts_known(Same(check), setting.now, str(setting.now.tzinfo))
    units = _units(Same(check), setting.language)
    measured = (_measured(claim, turn.answer, units) for claim in said) if units else said
    left = [claim for claim in measured if not known.supports(claim)]
    if not left:
        return
    context = Context(setting)
    for act in turn.acts:
        context.add_arguments(act.arguments or {})
    for content in _told(check, turn, calls):
        context.add_result(content)
    left = [claim for claim in left if not context.supports(claim)]
    for text in heard if left else ():
        context.add_text(text)
    # A small number stands in many a sentence: what somebody said somewhere supports none.
    yield from (c for c in left if _sort(c) == "number" or not context.supports(c))


@lru_cache(maxsize=4096)
def _units(check: Same[TurnCheck], language: str) -> tuple[str, ...]:
    """What the facts count or measure, as it is said of one and of several: ` year`, ` years`."""
    found: dict[str, None] = {}
    setting = Setting(now=datetime.min, language=language)  # a count is said alike at any time
    values = [v for fact in check.value.facts if not fact.path for v in fact.any_of]
    for value in (value for value in values if _name(value) in COUNTED):
        kind = value.typed
        for amount in (value.value, *kind.near_misses(value.value, setting)):
            for surface in kind.surfaces(amount, setting):
                unit = surface.text.lstrip("-0123456789.,")
                if unit.strip() and unit != surface.text:
                    found.setdefault(unit.lower())
    return tuple(found)


def _measured(claim: Claim, answer: str, units: tuple[str, ...]) -> Claim:
    """A claim about a unit of the facts: that a list has so many items does not support it."""
    after = answer[claim.end : claim.end + LONGEST_UNIT].lower()
    if _sort(claim) != "number" or not after.startswith(units):
        return claim
    return claim._replace(readings=tuple(r for r in claim.readings if r[0] != "count"))


def _told(check: TurnCheck, turn: Turn, calls: TurnMatch) -> Iterator[str]:
    """Results of the calls that the turn was about: those that no other call only needed."""
    needed = {index for call in check.calls for index in call.after}
    if len(turn.shown) > len(turn.acts):
        yield from turn.shown
        return
    for index, match in enumerate(calls.matches):
        if match.act is not None and index not in needed and match.act < len(turn.shown):
            yield turn.shown[match.act]
