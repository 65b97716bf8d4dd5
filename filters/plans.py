"""Which plan of a turn a conversation follows: the reference, or another that is as right.

The plans are data in the checks, proved by execution where the task was made. So nothing has to be
executed here, and a plan that nobody proved is none.
"""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from callwright.filters.match import TurnMatch, match
from callwright.filters.rollout import Act
from callwright.schemas.checks import TurnCheck
from callwright.schemas.same import Same
from callwright.schemas.values import Setting


@lru_cache(maxsize=4096)
def _plans(check: Same[TurnCheck]) -> tuple[TurnCheck, ...]:
    """The check of a turn, once for each of its plans, the reference first."""
    turn = check.value
    return turn, *(turn.model_copy(update={"calls": plan}) for plan in turn.others)


def may_follow(check: TurnCheck, acts: Sequence[Act]) -> bool:
    """Whether the tools that were called are those of one plan: else none is followed in all."""
    made = sorted(act.name for act in acts)
    plans = (check.calls, *check.others)
    return any(made == sorted(call.name for call in plan) for plan in plans)


def followed(
    check: TurnCheck,
    acts: Sequence[Act],
    setting: Setting,
    worth: Callable[[TurnMatch], float],
    readers: Collection[str] = (),
    look_ups: int = 0,
) -> tuple[TurnCheck, TurnMatch]:
    """The check with the plan that the calls of a turn follow best, and their match with it.

    Args:
        check: of the turn.
        acts: its calls.
        setting: clock, zone and words.
        worth: the credit of a match; among plans of equal worth the first counts.
        readers: tools that only read.
        look_ups: further calls of `readers` that are tolerated.
    """
    matched = match(acts, check.calls, setting, readers, look_ups)
    if not check.others or (matched.right and not matched.extra):
        return check, matched
    options = [
        (plan, match(acts, plan.calls, setting, readers, look_ups)) for plan in _plans(Same(check))
    ]
    return max(options, key=lambda option: (option[1].right, worth(option[1]), -option[1].extra))
