"""The reward: how much of a task a conversation did, from 0 to 1, by rules alone.

It needs the checks that an RL row carries: no world, no view, no model. A turn that calls for
action gives nothing for inaction, and one that does not gives nothing for a call. It never raises
for what a model wrote. `value` 1 implies `strict`, and `strict` implies 0.95 at least: what lies
between are further look-ups that the task tolerates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol

from callwright.filters.answers import Answer, answered
from callwright.filters.match import TurnMatch
from callwright.filters.plans import followed, may_follow
from callwright.filters.precision import precision
from callwright.filters.reasons import reasons
from callwright.filters.rollout import Conversation, Turn, read_turns
from callwright.filters.state import agreement
from callwright.schemas.checks import Change, Checks, TurnCheck
from callwright.schemas.narrow import is_plain
from callwright.schemas.values import Setting
from callwright.schemas.weights import Weights, weights_of

ALMOST: Final = 1 - 1e-6
"""The most that a conversation earns that is not right in all."""


class Judged(Protocol):
    """What can be scored: a `Task`, or an RL row's checks."""

    @property
    def checks(self) -> Checks:
        """The checks of the task."""
        ...


@dataclass(frozen=True, slots=True)
class TurnReward:
    """What one turn earned."""

    value: float
    strict: bool
    calls: TurnMatch
    answer: Answer
    check: TurnCheck
    """With the plan that was followed."""


@dataclass(frozen=True, slots=True)
class Reward:
    """What a conversation earned."""

    value: float
    """0 to 1."""
    strict: bool
    """Everything is right; further look-ups are tolerated."""
    components: Mapping[str, float] = field(default_factory=dict[str, float])
    """`format`, `name`, `argument_names`, `argument_values`, `order`, `surplus`, `answer` with its
    parts `facts`, `asks`, `declines`, `form` and `precision`, `abstention`, `safety`, `state`: each
    0 to 1, a mean over the turns where it applies, else absent."""
    turns: tuple[float, ...] = ()
    """Credit of each turn of the assistant: of what it did after each user turn."""
    reasons: tuple[str, ...] = ()
    """What is not right, in words; empty when nothing is."""


def score(
    task: Judged,
    messages: Conversation,
    setting: Setting,
    state: Sequence[Change] | None = None,
) -> Reward:
    """The reward of a conversation.

    Args:
        task: carries the checks.
        messages: the whole conversation, or all of it after the first user turn.
        setting: clock, zone and words of the task's context.
        state: the changes the conversation made to the world; None when that is not known.
    """
    return score_turns(task, read_turns(messages), setting, state)


def score_turns(
    task: Judged, turns: Sequence[Turn], setting: Setting, state: Sequence[Change] | None = None
) -> Reward:
    """The reward of a conversation that `read_turns` has read; the rest as in `score`."""
    checks = task.checks
    given = [*turns, *(Turn() for _ in checks.turns[len(turns) :])]
    wanted = [*checks.turns, *(TurnCheck() for _ in turns[len(checks.turns) :])]
    weights = weights_of(checks.weights)
    earned = _earned(checks, wanted, given, setting, weights)
    wanted = [e.check for e in earned]
    strict = len(turns) == len(checks.turns) and all(e.strict for e in earned)
    value = sum(e.value for e in earned) / max(1, len(earned))
    components = _components(checks, wanted, given, earned, weights)
    if state is not None:
        components["state"] = agreement(checks.state, state)
        strict = strict and components["state"] == 1.0
        value *= 1 - weights.state + weights.state * components["state"]
    extra = sum(e.calls.extra for e in earned)
    value = 1.0 if strict else min(value, ALMOST)
    value = max(0.0, value - weights.look_up * extra)
    told = (
        () if strict else reasons(wanted, given, [(e.calls, e.answer) for e in earned], components)
    )
    return Reward(value, strict, components, tuple(e.value for e in earned), told)


def is_right(task: Judged, messages: Conversation, setting: Setting) -> bool:
    """Whether `score` gives 1 without the state, with no more work than the answer needs."""
    checks, turns = task.checks, read_turns(messages)
    if len(turns) != len(checks.turns):
        return False
    pairs = list(zip(checks.turns, turns, strict=True))
    if not all(may_follow(check, turn.acts) for check, turn in pairs):
        return False
    found: list[tuple[TurnCheck, TurnMatch]] = []
    for check, turn in pairs:
        plan, calls = followed(check, turn.acts, setting, lambda _: 0.0)
        if not calls.right or answered(plan, turn, setting).credit < 1:
            return False
        found.append((plan, calls))
    return all(
        precision(check, turn, calls, heard, setting) in (None, 1.0)
        for (check, calls), turn, heard in zip(found, turns, _heard(turns), strict=True)
    )


def _heard(turns: Sequence[Turn]) -> list[list[str] | None]:
    """What was said up to each turn; None where the conversation begins after the first request."""
    if not turns or not turns[0].said:
        return [None for _ in turns]
    texts: list[str] = []
    found: list[list[str] | None] = []
    for turn in turns:
        texts = texts + turn.said
        found.append(texts)
    return found


def _earned(
    checks: Checks,
    wanted: Sequence[TurnCheck],
    given: Sequence[Turn],
    setting: Setting,
    weights: Weights,
) -> list[TurnReward]:
    left, worth = checks.look_ups, partial(_worth, weights)
    earned: list[TurnReward] = []
    for check, turn, heard in zip(wanted, given, _heard(given), strict=True):
        plan, calls = followed(check, turn.acts, setting, worth, checks.readers, left)
        left -= calls.extra
        earned.append(_turn(plan, turn, calls, heard, setting, weights))
    return earned


def _turn(
    check: TurnCheck,
    turn: Turn,
    calls: TurnMatch,
    heard: Sequence[str] | None,
    setting: Setting,
    weights: Weights,
) -> TurnReward:
    if bool(turn.acts) != bool(check.calls):
        return TurnReward(0.0, False, calls, Answer(), check)
    credit = _worth(weights, calls) if check.calls else 1.0
    answer = answered(check, turn, setting, precision(check, turn, calls, heard, setting))
    share = weights.answer if check.calls else 1.0
    value = credit * (1 - share + share * answer.credit)
    strict = calls.right and answer.credit == 1.0
    return TurnReward(value, strict, calls, answer, check)


def _worth(weights: Weights, calls: TurnMatch) -> float:
    """The credit of a turn's calls."""
    mean = sum(m.parts.credit for m in calls.matches) / len(calls.matches)
    return mean * weights.surplus**calls.wrong * (1 - weights.order + weights.order * calls.order)


# -- components ----------------------------------------------------------------------------
def _components(
    checks: Checks,
    wanted: Sequence[TurnCheck],
    given: Sequence[Turn],
    earned: Sequence[TurnReward],
    weights: Weights,
) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for check, turn, got in zip(wanted, given, earned, strict=True):
        for name, part in _parts(checks, check, turn, got, weights).items():
            found.setdefault(name, []).append(part)
    return {name: sum(parts) / len(parts) for name, parts in found.items()}


def _parts(
    checks: Checks, check: TurnCheck, turn: Turn, got: TurnReward, weights: Weights
) -> dict[str, float]:
    parts: dict[str, float] = {}
    if turn.acts:
        readable = [a for a in turn.acts if a.name and a.arguments is not None]
        parts["format"] = sum(is_plain(a.arguments) for a in readable) / len(turn.acts)
    if check.calls:
        count, matches = len(check.calls), got.calls.matches
        parts["name"] = sum(m.parts.name for m in matches) / count
        parts["argument_names"] = sum(m.parts.names for m in matches) / count
        parts["argument_values"] = sum(m.parts.values for m in matches) / count
        parts["order"] = got.calls.order
        parts["surplus"] = weights.surplus**got.calls.wrong
    else:
        parts["abstention"] = float(not got.calls.wrong)
    parts["safety"] = float(not _unwanted(checks, check, turn))
    answer = got.answer
    said = {
        "facts": answer.facts,
        "asks": answer.asks,
        "declines": answer.declines,
        "form": answer.form,
        "precision": answer.precision,
    }
    asked = {name: part for name, part in said.items() if part is not None}
    return parts | asked | ({"answer": answer.credit} if asked else {})


def _unwanted(checks: Checks, check: TurnCheck, turn: Turn) -> bool:
    """Whether something was called that may change the world, and that no expected call names."""
    if not turn.acts:
        return False
    wanted = {call.name for call in check.calls if call.mutates}
    reads = {*checks.readers, *(call.name for call in check.calls if not call.mutates)}
    return any(act.name not in wanted and act.name not in reads for act in turn.acts)
