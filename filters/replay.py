"""Replay: every call is executed again in the world, and must give what the row says it gave.

A reference that fails silently would score "do nothing" as right, and a goal that holds from the
start would too; both are dropped here. The world is left as it was, whatever happens.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from callwright.domains.core.view import call_through
from callwright.domains.core.world import Outcome, World
from callwright.filters.base import Fault, Filter
from callwright.filters.other_plans import plan_faults
from callwright.filters.scene import Scene
from callwright.filters.state import agreement
from callwright.schemas.checks import Change, TurnCheck
from callwright.schemas.messages import Message
from callwright.schemas.task import Trajectory


class ReplayFilter(Filter):
    """Drops rows that the world does not confirm.

    Reason codes: `replay.goal_holds_at_start`, `replay.call_fails`, `replay.result_differs`,
    `replay.state_differs`, `replay.invariant_broken`,
    `replay.plan_differs`.
    """

    name: ClassVar[str] = "replay"

    def faults(self, trajectory: Trajectory, scene: Scene) -> Iterator[Fault]:
        """Faults in the order in which replay meets them."""
        # Read at once: a fault that is handed out midway would leave the world changed.
        yield from replay(trajectory, scene)


def replay(trajectory: Trajectory, scene: Scene) -> list[Fault]:
    """Execute every call and compare; the first fault of results ends the replay."""
    world, wanted = scene.world, trajectory.task.checks.state
    if wanted and all(holds(world, change) for change in wanted):
        return [Fault("goal_holds_at_start", wanted[0].model_dump_json())]
    mark = world.mark()
    try:
        faults = list(_result_faults(trajectory, scene)) or list(
            _state_faults(trajectory, scene, mark)
        )
    finally:
        world.rollback(mark)
    return faults or plan_faults(trajectory, scene)


def changes(trajectory: Trajectory, scene: Scene) -> tuple[Change, ...]:
    """The net changes that the calls of a trajectory make to the world."""
    mark = scene.world.mark()
    try:
        for message in trajectory.messages:
            for call in message.tool_calls:
                call_through(scene.world, scene.views, call.name, call.arguments, scene.setting)
        return scene.world.diff(mark)
    finally:
        scene.world.rollback(mark)


def holds(world: World, change: Change) -> bool:
    """Whether the world already is as `change` would leave its row."""
    domain, _, table = change.table.partition(".")
    state = world.states.get(domain)
    rows = state.tables.get(table) if state is not None else None
    row = rows.get(change.key) if rows is not None else None
    if change.op == "delete":
        return row is None
    data: Mapping[str, object] = row.data() if row is not None else {}
    return row is not None and all(data.get(k) == v for k, v in change.values.items())


def _result_faults(trajectory: Trajectory, scene: Scene) -> Iterator[Fault]:
    shown = {m.tool_call_id: m for m in trajectory.messages if m.role == "tool"}
    turn = -1
    for message in trajectory.messages:
        turn += message.role == "user"
        for call in message.tool_calls:
            outcome, content = call_through(
                scene.world, scene.views, call.name, call.arguments, scene.setting
            )
            told = shown.get(call.id)
            if not outcome.ok and not _may_fail(trajectory, turn, call.name, outcome):
                yield Fault("call_fails", f"{call.id} {call.name}: {content}")
                return
            if told is None or told.content != content:
                yield Fault("result_differs", f"{call.id}: {_seen(told)} against {content}")
                return


def _seen(told: Message | None) -> str:
    return "no result" if told is None else str(told.content)


def _may_fail(trajectory: Trajectory, turn: int, name: str, outcome: Outcome) -> bool:
    """Whether the check of the turn expects this call to fail with this code."""
    turns = trajectory.task.checks.turns
    check = turns[turn] if 0 <= turn < len(turns) else TurnCheck()
    code = outcome.data["error"]["code"]
    return any(call.name == name and call.fails == code for call in check.calls)


def _state_faults(trajectory: Trajectory, scene: Scene, mark: int) -> Iterator[Fault]:
    made, wanted = scene.world.diff(mark), trajectory.task.checks.state
    if agreement(wanted, made) < 1:
        short = [f"{c.op} {c.table} {c.key}" for c in made]
        yield Fault("state_differs", f"made {short}, wanted {len(wanted)} changes")
    yield from (Fault("invariant_broken", text) for text in _broken(scene.world, mark))


def _broken(world: World, mark: int) -> Iterator[str]:
    """Broken invariants of the domains that changed: those of the others cannot have broken."""
    for name in sorted({entry.table.partition(".")[0] for entry in world.journal[mark:]}):
        for rule in world.domains[name].invariants:
            yield from (f"{name}: {text}" for text in rule(world.states[name]))
