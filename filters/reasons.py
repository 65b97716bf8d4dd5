"""Why a conversation is not right, in words: the first few things, turn by turn."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from callwright.filters.answers import Answer
from callwright.filters.match import TurnMatch
from callwright.filters.rollout import Turn
from callwright.schemas.checks import TurnCheck

MOST: Final = 6
"""Reasons that are given."""
LONGEST: Final = 60
"""Characters of a name that a model wrote which are repeated."""
Earned = Sequence[tuple[TurnMatch, Answer]]


def reasons(
    wanted: Sequence[TurnCheck],
    given: Sequence[Turn],
    earned: Earned,
    components: Mapping[str, float],
) -> tuple[str, ...]:
    """Up to `MOST` reasons; none is hidden behind another of its turn."""
    return tuple(islice(_all(wanted, given, earned, components), MOST))


def _all(
    wanted: Sequence[TurnCheck],
    given: Sequence[Turn],
    earned: Earned,
    components: Mapping[str, float],
) -> Iterator[str]:
    for number, (check, turn, (calls, answer)) in enumerate(
        zip(wanted, given, earned, strict=True), 1
    ):
        for text in (*_of_calls(check, turn, calls), *_of_answer(turn, answer)):
            yield f"turn {number}: {text}"
    if components.get("state", 1.0) < 1:
        yield "the world is not as it should be"


def _of_calls(check: TurnCheck, turn: Turn, calls: TurnMatch) -> Iterator[str]:
    if turn.acts and not check.calls:
        yield f"{_name(turn.acts[0].name)} was called, and nothing should be"
        return
    if check.calls and not turn.acts:
        yield f"{check.calls[0].name} was not called"
        return
    for call, got in zip(check.calls, calls.matches, strict=True):
        if not got.parts.name:
            yield f"{call.name} was not called"
        elif got.parts.names < 1:
            yield f"{call.name} has other arguments than it should"
        elif got.parts.values < 1:
            yield f"{call.name} has a wrong value"
    rights = {m.act for m in calls.matches if m.parts.name}
    surplus = [a for i, a in enumerate(turn.acts) if i not in rights]
    if calls.wrong and surplus:
        yield f"{_name(surplus[0].name)} is one call too many"
    if calls.order < 1:
        yield "a call came before another whose result it needs"


def _of_answer(turn: Turn, answer: Answer) -> Iterator[str]:
    if not turn.answer.strip():
        yield "there is no answer"
        return
    said = {
        "a fact is not said": answer.facts,
        "what is missing is not asked for": answer.asks,
        "it is not said what cannot be done": answer.declines,
        "the answer has not the form that was asked for": answer.form,
        "the answer contradicts or hedges what it says": answer.precision,
    }
    yield from (text for text, part in said.items() if part is not None and part < 1)


def _name(text: str) -> str:
    return repr(text[:LONGEST]) if text else "something unreadable"
