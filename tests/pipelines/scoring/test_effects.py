"""The changes of a conversation are those that executing every one of its calls makes."""

import json
from random import Random

import pytest

from callwright.domains.core.view import call_through
from callwright.filters.audit import all_operators
from callwright.filters.rollout import Act, Turn, read_turns
from callwright.pipelines.release import Release
from callwright.pipelines.scoring.effects import effects
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.schemas.rows import from_row


@pytest.fixture(scope="module")
def source(folder):
    return EpisodeSource(folder)


@pytest.fixture(scope="module")
def writing(source, references):
    """A row that changes its world in its first turn, and its turns."""
    for name, messages in references.items():
        task, scene = source.scene(name)
        turns = read_turns(messages)
        if task.checks.state and len(turns) == 1:
            return task, scene, turns
    raise LookupError("no row of one turn changes its world")


def executed(task, scene, turns):
    """The changes, with every call executed and shown as in an episode."""
    mark = scene.world.mark()
    for number, turn in enumerate(turns):
        shown = {tool.name: scene.views[tool.name] for tool in task.tools_at(number)}
        for act in turn.acts:
            call_through(scene.world, shown, act.name, act.arguments or {}, scene.setting)
    made = scene.world.diff(mark)
    scene.world.rollback(mark)
    return made


def test_references_make_the_changes_that_their_checks_want(source, references):
    for name, messages in references.items():
        task, scene = source.scene(name)
        assert effects(task, scene, read_turns(messages)) == task.checks.state
        assert scene.world.diff() == ()


def test_mutants_make_the_changes_that_executing_them_makes(source, folder):
    rng, different = Random(7), 0
    for row in Release(folder).rows("sft"):
        trajectory = from_row(row)
        task, scene = source.scene(trajectory.task.id)
        for operator in all_operators().values():
            mutant = operator(trajectory, scene, rng)
            turns = read_turns(mutant.messages) if mutant else ()
            made = effects(task, scene, turns)
            assert made == executed(task, scene, turns), (task.id, operator.__name__)
            different += mutant is not None and made != task.checks.state
    assert different > 50


@pytest.mark.parametrize("arguments", [None, {}, {"no such": 1}, {"x": float("nan")}])
def test_a_call_that_cannot_be_made_changes_nothing(writing, arguments):
    task, scene, turns = writing
    acts = [Act(act.step, act.name, arguments) for turn in turns for act in turn.acts]
    assert effects(task, scene, [Turn(acts)]) == ()


def test_a_tool_that_is_not_there_changes_nothing(writing):
    task, scene, turns = writing
    acts = [Act(act.step, "no_such_tool", act.arguments) for turn in turns for act in turn.acts]
    assert effects(task, scene, [Turn(acts)]) == ()


def test_calls_in_a_turn_too_many_still_change_the_world(writing):
    task, scene, turns = writing
    assert effects(task, scene, [Turn(), *turns]) == task.checks.state


def test_the_world_is_as_it_was_when_a_bug_stops_a_tool(writing, monkeypatch):
    task, scene, turns = writing
    monkeypatch.setattr(type(scene.world), "diff", lambda *_: json.loads("{"))
    with pytest.raises(json.JSONDecodeError):
        effects(task, scene, turns)
    assert scene.world.journal == []
