"""Replay: every reason code fires, and the world is always left as it was."""

import pytest

from callwright.filters.replay import ReplayFilter, changes
from callwright.filters.scene import Scene
from callwright.schemas.errors import RecordError
from tests.filters import toy


def judge(trajectory, scene=None):
    place = scene or toy.scene()
    before = place.world.digest()
    verdict = ReplayFilter().judge(trajectory, place)
    assert place.world.digest() == before
    return verdict


def with_state(trajectory, state):
    checks = trajectory.task.checks.model_copy(update={"state": tuple(state)})
    return trajectory.model_copy(
        update={"task": trajectory.task.model_copy(update={"checks": checks})}
    )


@pytest.mark.parametrize("make", toy.ALL)
def test_good_rows_pass(make):
    assert judge(make()).keep


def test_state_is_compared_in_any_order():
    trajectory = toy.steps()
    assert judge(with_state(trajectory, reversed(trajectory.task.checks.state))).keep


def test_another_result_is_seen_to_the_byte():
    trajectory = toy.single()
    messages = list(trajectory.messages)
    messages[3] = messages[3].model_copy(update={"content": messages[3].content + " "})
    changed = trajectory.model_copy(update={"messages": tuple(messages)})
    assert judge(changed).reason == "replay.result_differs"


def test_a_missing_result_is_a_difference():
    trajectory = toy.single()
    messages = trajectory.messages[:3] + trajectory.messages[4:]
    changed = trajectory.model_copy(update={"messages": messages})
    assert judge(changed).reason == "replay.result_differs"


@pytest.mark.parametrize("keep", [0, 1])
def test_a_change_too_many_or_too_few(keep):
    trajectory = toy.steps()
    state = trajectory.task.checks.state[:keep]
    assert judge(with_state(trajectory, state)).reason == "replay.state_differs"


def test_a_goal_that_holds_from_the_start():
    trajectory, place = toy.steps(), toy.scene()
    for message in trajectory.messages:
        for call in message.tool_calls:
            place.world.call(f"desk.{call.name}", call.arguments)
    place.world.journal.clear()
    assert judge(trajectory, place).reason == "replay.goal_holds_at_start"


def failing(**check):
    return toy.build(
        toy.turn("Book RM-ZZZZ at ten", [[toy.book("RM-ZZZZ")]], "There is no such room.", **check)
    )


def test_a_reference_call_may_not_fail():
    assert judge(failing()).reason == "replay.call_fails"


def test_a_reference_call_may_fail_as_expected():
    assert judge(failing(fails="not_found")).keep
    assert judge(failing(fails="taken")).reason == "replay.call_fails"


def test_a_broken_invariant():
    place = toy.scene()
    trajectory = toy.swap()
    oak = place.world.states["desk"].rooms.update("RM-E5F6", name="Elm")
    place.world.journal.clear()
    assert oak.name == "Elm"
    messages = list(trajectory.messages)
    messages = [m for m in messages if m.tool_call_id != "call_2_0"]
    messages[2:3] = []
    changed = trajectory.model_copy(update={"messages": tuple(messages)})
    assert judge(changed, place).reason == "replay.invariant_broken"


def test_the_world_is_rolled_back_when_a_tool_has_a_bug(monkeypatch):
    place = toy.scene()
    before = place.world.digest()

    def bug(mark):
        raise ZeroDivisionError

    monkeypatch.setattr(place.world, "diff", bug)
    with pytest.raises(ZeroDivisionError):
        ReplayFilter().judge(toy.steps(), place)
    assert place.world.digest() == before


def test_changes_are_those_of_the_checks():
    trajectory, place = toy.steps(), toy.scene()
    assert changes(trajectory, place) == trajectory.task.checks.state
    assert not place.world.journal


def test_a_scene_needs_its_world_and_its_views():
    task = toy.single().task
    worlds, views = {"w": toy.world()}, {"v": toy.view("find_rooms")}
    assert Scene.of(task, worlds, views).views["find_rooms"].tool == "desk.find_rooms"
    with pytest.raises(RecordError, match="world 'w'"):
        Scene.of(task, {}, views)
    with pytest.raises(RecordError, match="view 'v'"):
        Scene.of(task, worlds, {})
