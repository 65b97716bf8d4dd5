"""The reward: how much of a task a conversation did, from 0 to 1, by rules alone.

It needs the checks that an RL row carries: no world, no view, no model. `value` is 1 exactly when
`strict`. A turn that calls for action gives nothing for inaction, and a turn that does not gives
nothing for a call. It never raises for what a model wrote.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from callwright.filters.answers import Answer, answered
from callwright.filters.match import TurnMatch, match
from callwright.filters.rollout import Conversation, Turn, read_turns
from callwright.schemas.canonical import canonical
from callwright.schemas.checks import Change, Checks, TurnCheck
from callwright.schemas.values import Setting

SURPLUS: Final = 0.8
"""Factor for each call that is not exactly one of the expected: shotgun calls come to nothing."""
ORDER: Final = 0.2
"""Share of a turn's credit that depends on the order of dependent calls. No more than one wrong
call costs: a call made again in the right place must not earn more than it loses."""
ANSWER: Final = 0.3
"""Share of an acting turn's credit that depends on what its answer says."""
STATE: Final = 0.4
"""Share of the whole that depends on the end state, where that is known."""


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


@dataclass(frozen=True, slots=True)
class Reward:
    """What a conversation earned."""

    value: float
    """0 to 1; 1 exactly when `strict`."""
    strict: bool
    """Everything is right."""
    components: Mapping[str, float] = field(default_factory=dict[str, float])
    """`name`, `argument_names`, `argument_values`, `order`, `surplus`, `facts`, `asks`, `declines`,
    `form`, `abstains`, `state`: each 0 to 1, a mean over the turns where it applies, else absent.
    `form` is the share of the rules about the answer's form that are kept."""
    turns: tuple[float, ...] = ()
    """Value of each turn."""


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
    checks, turns = task.checks, read_turns(messages)
    given = [*turns, *(Turn() for _ in checks.turns[len(turns) :])]
    wanted = [*checks.turns, *(TurnCheck() for _ in turns[len(checks.turns) :])]
    earned = [_turn(c, t, setting) for c, t in zip(wanted, given, strict=True)]
    strict = len(turns) == len(checks.turns) and all(e.strict for e in earned)
    value = sum(e.value for e in earned) / max(1, len(earned))
    components = _components(wanted, earned)
    if state is not None:
        components["state"] = agreement(checks.state, state)
        strict = strict and components["state"] == 1.0
        value *= 1 - STATE + STATE * components["state"]
    value = 1.0 if strict else min(value, 1 - 1e-6)
    return Reward(value, strict, components, tuple(e.value for e in earned))


def is_strict(task: Judged, messages: Conversation, setting: Setting) -> bool:
    """`score(...).strict` without the state, and no more work than the answer needs."""
    checks, turns = task.checks.turns, read_turns(messages)
    if len(turns) != len(checks):
        return False
    return all(_is_strict(c, t, setting) for c, t in zip(checks, turns, strict=True))


def _is_strict(check: TurnCheck, turn: Turn, setting: Setting) -> bool:
    if not match(turn.acts, check.calls, setting).right:
        return False
    return answered(check, turn, setting).credit == 1.0


def agreement(wanted: Sequence[Change], made: Sequence[Change]) -> float:
    """The share of changes that are both wanted and made among those that are either."""
    left, right = ({_fingerprint(c) for c in changes} for changes in (wanted, made))
    return len(left & right) / len(left | right) if left | right else 1.0


def _fingerprint(change: Change) -> bytes:
    return canonical([change.table, change.op, change.key, change.values])


def _turn(check: TurnCheck, turn: Turn, setting: Setting) -> TurnReward:
    calls = match(turn.acts, check.calls, setting)
    if bool(turn.acts) != bool(check.calls):
        return TurnReward(0.0, False, calls, Answer())
    credit = _calls_credit(calls) if check.calls else 1.0
    answer = answered(check, turn, setting)
    share = ANSWER if check.calls else 1.0
    value = credit * (1 - share + share * answer.credit)
    strict = calls.right and answer.credit == 1.0
    return TurnReward(value, strict, calls, answer)


def _calls_credit(calls: TurnMatch) -> float:
    mean = sum(m.parts.credit for m in calls.matches) / len(calls.matches)
    return mean * SURPLUS**calls.wrong * (1 - ORDER + ORDER * calls.order)


def _components(checks: Sequence[TurnCheck], earned: Sequence[TurnReward]) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for check, turn in zip(checks, earned, strict=True):
        for name, part in _parts(check, turn).items():
            found.setdefault(name, []).append(part)
    return {name: sum(parts) / len(parts) for name, parts in found.items()}


def _parts(check: TurnCheck, turn: TurnReward) -> dict[str, float]:
    parts: dict[str, float] = {}
    if check.calls:
        count, matches = len(check.calls), turn.calls.matches
        parts["name"] = sum(m.parts.name for m in matches) / count
        parts["argument_names"] = sum(m.parts.names for m in matches) / count
        parts["argument_values"] = sum(m.parts.values for m in matches) / count
        parts["order"] = turn.calls.order
        parts["surplus"] = SURPLUS**turn.calls.wrong
    else:
        parts["abstains"] = float(not turn.calls.wrong)
    said = {"facts": turn.answer.facts, "asks": turn.answer.asks, "declines": turn.answer.declines}
    said["form"] = turn.answer.form
    return parts | {name: part for name, part in said.items() if part is not None}
