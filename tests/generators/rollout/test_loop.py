"""The loop of a rollout: turns, limits, faults, and the errors that a server gives too."""

import asyncio
import json

import pytest

from callwright.domains.core.live import Live
from callwright.generators.rollout import Limits, play, prompt_hashes
from callwright.generators.rollout.prompts import asides
from callwright.pipelines.serving.live import Episode
from callwright.schemas.completions import Completion, Usage
from tests.pipelines.teaching import fakes


@pytest.fixture(scope="module")
def single(factory):
    return fakes.candidate(factory, "single", fits=_needs_arguments)


def _needs_arguments(row):
    name = row.task.checks.turns[0].calls[0].name
    return next(t for t in row.task.tools if t.name == name).parameters.get("required")


def run(one, reply, number=0, **changes):
    scene = one.scene
    live = Live(one.task, scene.world.fork(), scene.views, scene.setting)
    teacher = fakes.player(reply, **changes)
    return asyncio.run(play(live, teacher, one.path, number)), teacher


def test_the_reference_is_lived_again(single):
    rollout, _ = run(single, fakes.perfect(single.reference))
    said = [(m.role, m.content, m.tool_calls) for m in single.reference.messages]
    assert [(m.role, m.content, m.tool_calls) for m in rollout.messages] == said
    assert rollout.ended == "finished"
    assert rollout.changes == single.task.checks.state
    assert rollout.errors == ("",)
    assert rollout.usage == Usage(prompt_tokens=200, completion_tokens=20, latency=1.0, attempts=2)
    assert (rollout.teacher, rollout.user) == ("fake/1", "script/1")


def test_the_pooled_world_stays_as_it_was(single):
    before = single.scene.world.digest()
    run(single, fakes.perfect(single.reference))
    assert single.scene.world.digest() == before


def test_time_is_that_of_the_world_alone(single):
    ticks = iter(range(100))
    rollout, _ = run(single, fakes.perfect(single.reference), clock=lambda: float(next(ticks)))
    assert rollout.environment_seconds == len(rollout.errors) == 1


def test_seeds_differ_by_rollout_and_by_step(single):
    seeds = []
    for number in (0, 1, 0):
        _, teacher = run(single, fakes.perfect(single.reference), number)
        seeds.append([request.seed for request in teacher.teacher.requests])
    assert seeds[0] == seeds[2]
    assert len({*seeds[0], *seeds[1]}) == 4


def test_tools_come_with_the_turn_that_offers_them(factory):
    one = fakes.candidate(factory, "missing_tool")
    _, teacher = run(one, fakes.perfect(one.reference))
    turns = [sum(m.role == "user" for m in r.messages) for r in teacher.teacher.requests]
    for turn, request in zip(turns, teacher.teacher.requests, strict=True):
        assert request.tools == one.task.tools_at(turn - 1)
    assert one.task.tools_at(0) != one.task.tools_at(1)


@pytest.mark.parametrize(
    ("name", "arguments"), [("no_such_tool", {}), (None, {"no": 1}), (None, {})]
)
def test_wrong_calls_get_the_errors_of_the_server(single, name, arguments):
    name = name or single.task.checks.turns[0].calls[0].name

    def reply(request):
        if fakes.step_of(request):
            return Completion(text="Sorry.")
        return Completion(calls=(fakes.call(name, **arguments),))

    rollout, _ = run(single, reply)
    scene = single.scene
    episode = Episode(
        single.task, type(scene)(scene.world.fork(), scene.views, scene.setting), scene.setting
    )
    assert rollout.messages[3].content == episode.call(name, arguments)
    assert list(rollout.errors) == episode.errors
    assert rollout.errors[0]


FAULTS = {
    "broken_json": Completion(text="{", fault="broken_json"),
    "cut_off": Completion(text="I was about to", finish="length"),
    "content_filter": Completion(text="", finish="content_filter"),
    "empty": Completion(text=" \n"),
    "not_plain": Completion(calls=(fakes.call("any", value=float("nan")),)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_reply_that_cannot_be_read_ends_it_with_its_class(single, fault):
    rollout, teacher = run(single, lambda _: FAULTS[fault])
    assert (rollout.ended, rollout.detail) == ("unreadable", fault)
    assert rollout.counts
    assert len(teacher.teacher.requests) == 1
    assert rollout.messages[-1].tool_calls == ()
    rollout.model_dump_json()


def test_a_lone_surrogate_becomes_a_question_mark(single):
    rollout, _ = run(single, lambda _: Completion(text="done \ud800"))
    assert rollout.messages[-1].content == "done ?"


@pytest.mark.parametrize("nested", [2**70, [[[]]] * 2])
def test_arguments_of_any_shape_never_raise(single, nested):
    rollout, _ = run(single, lambda _: Completion(calls=(fakes.call("x", value=nested),)))
    assert rollout.ended in ("unreadable", "steps")


def test_a_failure_ends_it_with_class_and_attempts(single):
    rollout, _ = run(single, fakes.failing("timed_out", 4))
    assert (rollout.ended, rollout.detail, rollout.attempts) == ("failed", "timed_out", 4)
    assert not rollout.counts


@pytest.mark.parametrize(
    ("limits", "ended", "asked"),
    [
        (Limits(steps=3), "steps", 3),
        (Limits(tokens=25), "tokens", 3),
        (Limits(calls=0), "calls", 1),
    ],
)
def test_limits(single, limits, ended, asked):
    looping = fakes.acting(single.reference.messages)[0]
    rollout, teacher = run(single, lambda _: fakes.completion(looping), limits=limits)
    assert (rollout.ended, len(teacher.teacher.requests)) == (ended, asked)
    taken = asked if ended == "steps" else asked - 1
    assert len(fakes.acting(rollout.messages)) == taken


def test_steps_are_counted_anew_in_every_turn(factory):
    one = fakes.candidate(factory, "multi_turn")
    most = max(
        [len(turn) for turn in "".join(m.role[0] for m in one.reference.messages).split("u")]
    )
    rollout, _ = run(one, fakes.perfect(one.reference), limits=Limits(steps=most))
    assert rollout.ended == "finished"
    assert rollout.steps > 2


def asking(one, questions):
    def reply(request):
        step = fakes.step_of(request)
        if step < questions:
            return Completion(text="Are you sure?")
        return fakes.completion(fakes.acting(one.reference.messages)[step - questions])

    return reply


def test_a_needless_question_ends_the_turn_as_in_a_server(single):
    rollout, _ = run(single, asking(single, 1))
    assert (rollout.ended, rollout.steps, rollout.asides) == ("finished", 1, ())


def test_a_needless_question_gets_an_answer_that_gives_nothing(single):
    rollout, _ = run(single, asking(single, 1), asides=1)
    assert rollout.ended == "finished"
    assert rollout.asides == (3,)
    assert rollout.messages[3].content in {x for texts in asides("en").values() for x in texts}
    plain = [m.content for m in rollout.conversation]
    assert plain == [m.content for m in single.reference.messages]
    again, _ = run(single, asking(single, 1), asides=1)
    assert again == rollout.model_copy(update={"environment_seconds": again.environment_seconds})


def test_the_next_needless_question_ends_the_turn(single):
    rollout, _ = run(single, asking(single, 3), asides=2)
    assert (rollout.steps, len(rollout.asides)) == (3, 2)


def test_a_question_that_the_task_wants_is_no_aside(factory):
    one = fakes.candidate(factory, "clarify")
    rollout, _ = run(one, fakes.perfect(one.reference), asides=3)
    assert rollout.asides == ()
    assert rollout.ended == "finished"


def test_a_rollout_is_data(single):
    rollout, _ = run(single, fakes.perfect(single.reference))
    assert type(rollout).model_validate(json.loads(rollout.model_dump_json())) == rollout


def test_prompts_are_known_by_their_hashes():
    hashes = prompt_hashes()
    assert {"user.v1.md", "aside.v1.md", "asides.en.yaml"} == set(hashes)
    assert all(len(value) == 64 for value in hashes.values())
