"""Strict typed match of the calls of one turn against the calls that are expected there.

Calls are assigned so that the credit is the largest, each used once; greedy matching would reject
right answers. Right calls are assigned before nearly right ones, so that adding a right call, or
mending one, can never lower what the others earn.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations, product
from typing import Final

from callwright.filters.arguments import NOTHING, RIGHT, Parts, compare, same
from callwright.filters.assign import assign
from callwright.filters.rollout import Act
from callwright.schemas.checks import ExpectedCall
from callwright.schemas.values import Setting

MOST_ACTS: Final = 64
"""Calls of one turn that are looked at; more are surplus by their number alone."""
_RIGHT_BONUS: Final = 1e3
_IN_ORDER: Final = 1e-9
_MOST_ORDERS: Final = 5040


@dataclass(frozen=True, slots=True)
class Match:
    """What one expected call got."""

    act: int | None
    """Index of the call of the turn that was matched to it."""
    parts: Parts


@dataclass(frozen=True, slots=True)
class TurnMatch:
    """What the expected calls of a turn got."""

    matches: tuple[Match, ...]
    """One per expected call."""
    wrong: int
    """Calls made that are not exactly one of the expected: surplus, doubled, or with a fault."""
    order: float
    """Share of the required orders that are kept; 1 when none is required."""
    extra: int = 0
    """Further look-ups among those that are tolerated; they are not `wrong`."""

    @property
    def right(self) -> bool:
        """Whether the calls are exactly the expected ones, in a permitted order."""
        return not self.wrong and self.order == 1.0 and all(m.parts.right for m in self.matches)


def match(
    acts: Sequence[Act],
    expected: Sequence[ExpectedCall],
    setting: Setting,
    readers: Collection[str] = (),
    look_ups: int = 0,
) -> TurnMatch:
    """Match the calls of one turn. The result does not depend on the order of parallel calls.

    Up to `look_ups` calls of tools in `readers`, of which none is expected here, are tolerated.
    """
    looked = acts[:MOST_ACTS]
    quick = _as_written(looked, expected)
    if quick is not None and len(quick) == len(acts) and not any(e.after for e in expected):
        return TurnMatch(quick, 0, 1.0)
    matches = _assigned(looked, expected, setting) if quick is None else quick
    orders = [(i, j) for j, call in enumerate(expected) for i in call.after]
    kept = _kept(matches, orders, looked)
    if kept < len(orders):
        matches, kept = _reordered(matches, orders, expected, looked)
    rights = sum(m.parts.right for m in matches)
    order = kept / len(orders) if orders else 1.0
    if len(acts) == rights or not look_ups or not expected:
        return TurnMatch(matches, len(acts) - rights, order)
    extra = min(look_ups, _further(looked, matches, expected, readers))
    return TurnMatch(matches, len(acts) - rights - extra, order, extra)


def _further(
    acts: Sequence[Act],
    matches: Sequence[Match],
    expected: Sequence[ExpectedCall],
    readers: Collection[str],
) -> int:
    """Different look-ups with tools that are not expected: to look once more may be useful.

    The same tool again with other arguments is a guess, and the same call again is useless.
    """
    barred = {call.name for call in expected}
    used = {m.act for m in matches if m.parts.name}
    found: list[Act] = []
    for index, act in enumerate(acts):
        free = index not in used and act.name in readers and act.name not in barred
        if free and act.arguments is not None and not any(_same_act(act, a) for a in found):
            found.append(act)
    return len(found)


def _same_act(a: Act, b: Act) -> bool:
    return a.name == b.name and same(a.arguments, b.arguments)


def _as_written(acts: Sequence[Act], expected: Sequence[ExpectedCall]) -> tuple[Match, ...] | None:
    """The match of calls that stand exactly as expected, which most of ours do."""
    if len(acts) != len(expected):
        return None
    for act, call in zip(acts, expected, strict=True):
        if act.name != call.name or not same(act.arguments, call.arguments):
            return None
    return tuple(Match(i, RIGHT) for i in range(len(acts)))


def _assigned(
    acts: Sequence[Act], expected: Sequence[ExpectedCall], setting: Setting
) -> tuple[Match, ...]:
    table = [[compare(a.name, a.arguments, e, setting) for a in acts] for e in expected]
    # A call that is right for one is no half-right answer to another: doubling it earns nothing.
    right = [any(row[j].right for row in table) for j in range(len(acts))]
    table = [
        [NOTHING if r and not p.right else p for p, r in zip(row, right, strict=True)]
        for row in table
    ]
    gains = [[_gain(p, i - j) for j, p in enumerate(row)] for i, row in enumerate(table)]
    columns = assign(gains)
    return tuple(
        Match(None, NOTHING) if column is None else Match(column, row[column])
        for row, column in zip(table, columns, strict=True)
    )


def _gain(parts: Parts, distance: int) -> float:
    """Among equal assignments the one that keeps the order is taken."""
    if not parts.name:
        return 0.0
    bonus = _RIGHT_BONUS if parts.right else 0.0
    return bonus + parts.credit - _IN_ORDER * distance * distance


def _kept(matches: Sequence[Match], orders: list[tuple[int, int]], acts: Sequence[Act]) -> int:
    steps = [None if m.act is None else acts[m.act].step for m in matches]
    return sum(_before(steps[i], steps[j]) for i, j in orders)


def _before(first: int | None, then: int | None) -> bool:
    return first is not None and then is not None and first < then


def _reordered(
    matches: tuple[Match, ...],
    orders: list[tuple[int, int]],
    expected: Sequence[ExpectedCall],
    acts: Sequence[Act],
) -> tuple[tuple[Match, ...], int]:
    """The best order that exchanging calls between equal expected calls can give."""
    options = _exchanges(matches, expected)
    best = max(options, key=lambda option: _kept(option, orders, acts))
    return best, _kept(best, orders, acts)


def _exchanges(
    matches: tuple[Match, ...], expected: Sequence[ExpectedCall]
) -> Iterator[tuple[Match, ...]]:
    groups: list[list[int]] = []
    for i, call in enumerate(expected):
        alike = (g for g in groups if _is_same_call(expected[g[0]], call))
        group = next(alike, None)
        if group is None:
            groups.append([i])
        else:
            group.append(i)
    for orders in islice(product(*map(permutations, groups)), _MOST_ORDERS):
        option = list(matches)
        for group, order in zip(groups, orders, strict=True):
            for i, j in zip(group, order, strict=True):
                option[i] = matches[j]
        yield tuple(option)


def _is_same_call(a: ExpectedCall, b: ExpectedCall) -> bool:
    return a.name == b.name and same(a.arguments, b.arguments)
