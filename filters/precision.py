"""Whether an answer says only what is so: no contradiction, no hedge, no denial of the deed.

A right fact beside a wrong one of its sort tells the user nothing. Held against an answer are
values of the sorts that the turn's facts have (amounts, days, times, numbers, ids), where neither
the facts nor the results that the answer is about nor the user's own words support them.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from callwright.filters.grounding.claims import Claim, figures
from callwright.filters.grounding.context import Context
from callwright.filters.honesty import is_honest
from callwright.filters.match import TurnMatch
from callwright.filters.rollout import Turn
from callwright.filters.stated import Stated, stated
from callwright.schemas.checks import TurnCheck
from callwright.schemas.values import Setting, plain

FOUND: Final = frozenset({"money", "time"})
"""Sorts of claims that tell a find: where there is none, they have to come from elsewhere."""
LONGEST_UNIT: Final = 40
"""Characters after a number in which its unit is looked for."""
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
    facts = stated(check, setting)
    if not (facts.plain or check.calls) or not turn.answer.strip():
        return None
    answer = plain(turn.answer)
    if _asks_though_done(check, answer) or not is_honest(check, answer.lower()):
        return 0.0
    codes = facts.codes | FOUND if check.finds_nothing else facts.codes
    if not codes:
        return 1.0
    said = [c for c in figures(answer, setting.now.date()) if _sort(c) in codes]
    if not said:
        return 1.0
    wrong = sum(1 for _ in _hedges(said, facts, answer))
    if heard is not None and len(turn.shown) >= len(turn.acts):
        left = _beyond(said, answer, facts)
        wrong += len(_unsupported(left, check, turn, calls, heard, setting)) if left else 0
    return 1.0 if not wrong else max(0.0, 1 - wrong / len(said))


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
    code, readings = claim.code, claim.readings
    daily = code == "weekday" or (code == "number" and any(r[0] == "monthday" for r in readings))
    return "date" if daily else code


def _hedges(said: Sequence[Claim], facts: Stated, answer: str) -> Iterator[Claim]:
    """Of two values joined by `or`, where one is the only one that a fact allows, the other."""
    for one, other in pairwise(said):
        joined = _sort(one) == _sort(other) and _OR.fullmatch(answer[one.end : other.start].lower())
        if joined and facts.single.supports(one) != facts.single.supports(other):
            yield other


def _beyond(said: Sequence[Claim], answer: str, facts: Stated) -> list[Claim]:
    """The claims that the facts do not support.

    That a list has so many items does not support a claim about a unit of the facts.
    """
    if facts.units:
        said = [_of_unit(claim, answer, facts.units) for claim in said]
    return [claim for claim in said if not facts.known.supports(claim)]


def _of_unit(claim: Claim, answer: str, units: tuple[str, ...]) -> Claim:
    if _sort(claim) != "number":
        return claim
    if not answer[claim.end : claim.end + LONGEST_UNIT].lower().startswith(units):
        return claim
    return claim._replace(readings=tuple(r for r in claim.readings if r[0] != "count"))


def _unsupported(
    left: Sequence[Claim],
    check: TurnCheck,
    turn: Turn,
    calls: TurnMatch,
    heard: Sequence[str],
    setting: Setting,
) -> list[Claim]:
    """Those of the claims that neither results nor calls nor what was heard support."""
    context = Context(setting)
    for act in turn.acts:
        context.add_arguments(act.arguments or {})
    for content in _told(check, turn, calls):
        context.add_result(content)
    left = [claim for claim in left if not context.supports(claim)]
    for text in heard if left else ():
        context.add_text(text)
    # A small number stands in many a sentence: what somebody said somewhere supports none.
    return [c for c in left if _sort(c) == "number" or not context.supports(c)]


def _told(check: TurnCheck, turn: Turn, calls: TurnMatch) -> Iterator[str]:
    """Results of the calls that the turn was about: those that no other call only needed."""
    needed = {index for call in check.calls for index in call.after} - set(check.told)
    if len(turn.shown) > len(turn.acts):
        yield from turn.shown
        return
    for index, match in enumerate(calls.matches):
        if match.act is not None and index not in needed and match.act < len(turn.shown):
            yield turn.shown[match.act]
