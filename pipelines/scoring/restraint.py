"""Whether a model acts where it must not, or holds back where it must act.

Families tell both apart: beside a row with a turn that expects no call stands a twin that acts on
nearly the same request. A model that always declines looks good on the one and bad on the other.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from callwright.filters.answers import answered
from callwright.filters.rollout import Turn
from callwright.schemas.checks import Checks, TurnCheck
from callwright.schemas.values import Setting

_ANY: Final = TurnCheck(asks=("",), declines=("",))
"""A question or a refusal with any words: every text that has a word holds the empty one."""


def abstains(checks: Checks) -> bool:
    """Whether one of the turns expects no call."""
    return any(not turn.calls for turn in checks.turns)


def over_acted(checks: Checks, turns: Sequence[Turn]) -> bool:
    """Whether a call is made in a turn that expects none."""
    return any(turn.acts and not check.calls for check, turn in _both(checks, turns))


def over_refused(checks: Checks, turns: Sequence[Turn], setting: Setting) -> bool:
    """Whether a turn that expects calls has none, and ends in a refusal or a question."""
    return any(
        check.calls and not turn.acts and _holds_back(turn, setting)
        for check, turn in _both(checks, turns)
    )


def _both(checks: Checks, turns: Sequence[Turn]) -> Iterable[tuple[TurnCheck, Turn]]:
    return zip(checks.turns, turns, strict=False)


def _holds_back(turn: Turn, setting: Setting) -> bool:
    said = answered(_ANY, turn, setting)
    return bool(said.asks) or bool(said.declines)
