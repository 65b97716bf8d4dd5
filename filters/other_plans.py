"""Proof of the other plans of a turn: each is executed where the reference would be.

It must succeed, change the same, show all that the reference shows of what answers tell and later
calls take, and take no id before it is shown. A plan that does less is a fault of the row.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.view import call_through
from callwright.domains.core.world import Outcome
from callwright.filters.base import Fault
from callwright.filters.scene import Scene
from callwright.schemas.canonical import canonical
from callwright.schemas.checks import Change, ExpectedCall, TurnCheck
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.task import Trajectory

Json = Any
Shown = tuple[str, bytes]
"""Name of a value kind and a canonical value of it."""


@dataclass(frozen=True, slots=True)
class _Done:
    """What the calls of a turn did."""

    right: bool
    """Whether each ended as it should."""
    changes: tuple[Change, ...]
    shown: frozenset[Shown]
    unseen: frozenset[Shown]
    """Ids that a call took before a result of the turn showed them."""


def plan_faults(trajectory: Trajectory, scene: Scene) -> list[Fault]:
    """A fault for every other plan that does not do what the reference does."""
    checks = trajectory.task.checks
    if not any(check.others for check in checks.turns):
        return []
    mark = scene.world.mark()
    try:
        return [
            Fault("plan_differs", f"turn {number}: {text}")
            for number, check in enumerate(checks.turns, 1)
            for text in _of_turn(check, scene, _used(checks.turns[number - 1 :]))
        ]
    finally:
        scene.world.rollback(mark)


def _of_turn(check: TurnCheck, scene: Scene, used: frozenset[Shown]) -> Iterator[str]:
    start = scene.world.mark()
    wanted = _done(check.calls, scene, start)
    for plan in check.others:
        scene.world.rollback(start)
        made = _done(plan, scene, start)
        same = made.right and made.changes == wanted.changes
        lacks = (wanted.shown & used) - made.shown or made.unseen - wanted.unseen
        if not same or lacks:
            yield " and ".join(f"{call.name} {call.arguments}" for call in plan)
    scene.world.rollback(start)
    _done(check.calls, scene, start)


def _done(calls: Sequence[ExpectedCall], scene: Scene, start: int) -> _Done:
    right, shown, unseen = True, set[Shown](), set[Shown]()
    for call in calls:
        unseen.update(_ids(call) - shown)
        outcome, _ = call_through(
            scene.world, scene.views, call.name, call.arguments, scene.setting
        )
        right = right and outcome.code == call.fails
        shown.update(_shown(outcome))
    return _Done(right, scene.world.diff(start), frozenset(shown), frozenset(unseen))


def _shown(outcome: Outcome) -> Iterator[Shown]:
    """Every value of a result, and the day and the time of every moment."""
    if outcome.output is None:
        return
    for path, kind in shapes.leaves(type(outcome.output)):
        for value in _at(outcome.value, path):
            yield kind.name, canonical(value)
            if kind.name == "date_time":
                yield "date", canonical(value[:10])
                yield "time", canonical(value[11:16])


def _at(value: Json, path: Sequence[str]) -> Iterator[Json]:
    if not path:
        yield value
    elif path[0] == "*" and is_array(value):
        for item in value:
            yield from _at(item, path[1:])
    elif is_object(value) and path[0] in value:
        yield from _at(value[path[0]], path[1:])


def _used(turns: Sequence[TurnCheck]) -> frozenset[Shown]:
    """What the answer of the first turn, and of later ones without calls, tell; and all ids."""
    telling = [turn for i, turn in enumerate(turns) if not i or not turn.calls]
    facts = (value for turn in telling for fact in turn.facts for value in fact.any_of)
    told = {(str(value.kind.get("kind")), canonical(value.value)) for value in facts}
    calls = (call for turn in turns for call in turn.calls)
    return frozenset(told.union(*map(_ids, calls)))


def _ids(call: ExpectedCall) -> set[Shown]:
    """The ids that a call takes."""
    return {
        ("entity_id", canonical(value))
        for pointer, leaf in call.leaves.items()
        if leaf.kind.get("kind") == "entity_id"
        for value in _at(call.arguments, pointer[1:].split("/"))
    }
