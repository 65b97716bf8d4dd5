"""Acting teachers: the perfect one earns everything, and every other is told from it."""

import asyncio

import pytest

from callwright.filters.chain import standard
from callwright.generators.rollout import Limits
from callwright.generators.skills import discover_skills
from callwright.pipelines.teaching.accepting import alike
from callwright.pipelines.teaching.acts import act, act_all, in_band, rl_row, whole_families
from callwright.schemas.completions import Completion, Usage
from callwright.schemas.messages import Weights
from callwright.schemas.rows import from_row, to_rows
from tests.generators.conftest import cells, families
from tests.pipelines.teaching import fakes


def acted(one, reply, accepter, rollouts=4, **changes):
    return asyncio.run(act(one, fakes.player(reply, **changes), accepter, rollouts))


def unweighed(messages):
    return [message.model_copy(update={"weights": None}) for message in messages]


@pytest.fixture(scope="module")
def accepter(factory):
    return fakes.accepter(factory)


@pytest.mark.parametrize("skill", discover_skills())
def test_a_perfect_teacher_passes_in_every_skill(factory, skill):
    """Its row passes every filter and tells the sources that the scripted row tells."""
    checks = standard(factory.domains)
    accepter, seen = fakes.accepter(factory, checks=checks), 0
    for cell in [c for c in cells() if c.skill == skill]:
        for row in [row for family in families(factory, cell, 2) for row in family]:
            one = fakes.candidate_of(factory, row)
            if not all(check.judge(row, one.scene).keep for check in checks):
                continue
            result = acted(one, fakes.perfect(row), accepter, 1)
            made = result.accepted[0]
            assert (result.stats.pass_rate, result.attempts[0].value) == (1.0, 1.0)
            assert made.provenance.arguments == row.provenance.arguments
            assert made.provenance.teacher == "fake/1"
            assert made.task == row.task
            assert unweighed(made.messages) == unweighed(row.messages)
            assert from_row(to_rows(made)[0]) == made
            seen += 1
    assert seen


def test_a_lazy_teacher_is_rejected(factory, accepter):
    result = acted(fakes.candidate(factory, "single"), fakes.lazy, accepter)
    assert result.stats.pass_rate == 0.0
    assert result.stats.dense_mean == 0.0
    assert (result.outcome.status, result.outcome.reason) == ("rejected", "reward.not_strict")
    assert result.outcome.reasons == {"reward.not_strict": 4}
    assert (result.accepted, result.pairs) == ((), ())


def test_a_wrong_value_earns_something_and_gives_no_row(factory, accepter):
    one = fakes.candidate(factory, "single")
    result = acted(one, fakes.wrong_value(one.reference), accepter)
    assert result.stats.pass_rate == 0.0
    assert 0 < result.stats.dense_mean < 1
    assert not result.accepted


def test_an_unsteady_teacher_gives_a_rate_a_row_and_a_pair(factory, accepter):
    one = fakes.candidate(factory, "multi_step")
    result = acted(one, fakes.unsteady(one.reference, 0.5), accepter, 16)
    stats = result.stats
    assert 0 < stats.passes < 16
    assert stats.pass_rate == stats.passes / 16
    assert stats.strict_variance == pytest.approx(stats.pass_rate * (1 - stats.pass_rate))
    assert stats.dense_variance > 0
    assert result.best.strict
    assert not result.worst.strict
    # All that pass do the same, so there is one row.
    assert len(result.accepted) == len(result.pairs) == 1
    assert result.outcome.reasons["acts.same_actions"] == stats.passes - 1
    pair = result.pairs[0]
    assert pair["code"] == "reward.not_strict"
    assert "was not called" in pair["reason"]
    assert "I will not." in pair["rejected"]
    assert pair["chosen"] != pair["rejected"]
    again = acted(one, fakes.unsteady(one.reference, 0.5), accepter, 16)
    assert [a.strict for a in again.attempts] == [a.strict for a in result.attempts]


def test_bands_and_rates(factory, accepter):
    one = fakes.candidate(factory, "single")
    half = acted(one, fakes.unsteady(one.reference, 0.5), accepter, 16)
    every = acted(one, fakes.perfect(one.reference), accepter)
    assert in_band([half, every]) == [half.outcome.task]
    assert in_band([half, every], 0.0, 1.0) == [half.outcome.task] * 2
    row = rl_row(to_rows(one.reference)[1], half, "fake/1")
    assert (row["pass_rate"], row["pass_rate_of"]) == (half.stats.pass_rate, "fake/1")


def test_the_shortest_comes_first_and_other_actions_stay(factory, accepter):
    """One of two equal plans makes its parallel calls one by one, and takes a place of its own."""
    one = fakes.candidate(factory, "parallel")
    together = fakes.acting(one.reference.messages)[0].tool_calls

    def reply(request):
        rollout, step = request.seed, fakes.step_of(request)
        apart = fakes.acting(request.messages)
        slow = len(apart[0].tool_calls) == 1 if apart else rollout % 2 == 0
        if not slow:
            return fakes.perfect(one.reference)(request)
        if step < len(together):
            return Completion(calls=(together[step],), usage=Usage(completion_tokens=5))
        return fakes.completion(fakes.acting(one.reference.messages)[-1])

    result = acted(one, reply, accepter, 12)
    assert result.stats.pass_rate == 1.0
    assert len(result.accepted) == 2
    first, second = result.accepted
    assert len(first.messages) < len(second.messages)
    assert first.task.id == one.task.id
    assert second.task.id != one.task.id
    assert first.task.family_id == second.task.family_id


def test_right_messages_weigh_in_full(factory, accepter):
    one = fakes.candidate(factory, "single")
    row = acted(one, fakes.perfect(one.reference), accepter, 1).accepted[0]
    assert {m.weights for m in fakes.acting(row.messages)} == {Weights(text=1.0)}


def test_a_further_look_up_passes_and_weighs_nothing(factory):
    """It stands in no row that a release is proved with, but in one with other checks it may."""
    one = fakes.candidate(factory, "single", fits=lambda row: _idle_reader(row))
    name = _idle_reader(one.reference)

    def reply(request):
        if fakes.step_of(request) == 0:
            return Completion(calls=(fakes.call(name),))
        return fakes.completion(fakes.acting(one.reference.messages)[fakes.step_of(request) - 1])

    strict = acted(one, reply, fakes.accepter(factory), 1)
    assert strict.stats.pass_rate == 1.0
    assert strict.outcome.reason == "reference.not_strict"
    row = acted(one, reply, fakes.accepter(factory, checks=()), 1).accepted[0]
    weights = [m.weights.calls for m in fakes.acting(row.messages)]
    assert weights == [0.0, 1.0, 1.0]


def _idle_reader(row):
    """A visible tool that reads, needs no argument and is not expected."""
    expected = {c.name for t in row.task.checks.turns for c in t.calls}
    free = (
        tool.name
        for tool in row.task.tools
        if tool.name in row.task.checks.readers
        and tool.name not in expected
        and not tool.parameters.get("required")
        and tool.parameters.get("type") == "object"
    )
    return next(free, None)


def _told_by_the_prompt(row):
    """The first place in the system prompt that gives an argument; None when there is none."""
    spans = (a.source.span for a in row.provenance.arguments)
    return next((s for s in spans if s and s.message == 0 and s.end - s.start > 3), None)


def test_a_value_from_nowhere_makes_no_row(factory, accepter):
    """The call is right, but the prompt that gave its value is gone: a lucky guess."""
    row = fakes.candidate(factory, "profile_args", fits=_told_by_the_prompt).reference
    span, text = _told_by_the_prompt(row), row.task.system
    system = text[: span.start] + "x" * (span.end - span.start) + text[span.end :]
    hidden = row.model_copy(
        update={
            "task": row.task.model_copy(update={"system": system}),
            "messages": (row.messages[0].model_copy(update={"content": system}), *row.messages[1:]),
        }
    )
    result = acted(fakes.candidate_of(factory, hidden), fakes.perfect(row), accepter, 1)
    assert result.stats.pass_rate == 1.0
    assert result.outcome.reason == "acts.no_source"


def test_failures_are_no_verdict_on_the_model(factory, accepter):
    one = fakes.candidate(factory, "single")
    result = acted(one, fakes.failing("rate_limited"), accepter, 2)
    assert result.outcome.status == "failed"
    assert result.outcome.reason == "rollout.failed.rate_limited"
    assert result.outcome.attempts == 6
    assert result.stats.pass_rate is None
    assert (result.best, result.worst) == (None, None)
    assert in_band([result], 0.0, 1.0) == []


def test_limits_have_their_reasons(factory, accepter):
    one = fakes.candidate(factory, "single")
    looping = fakes.acting(one.reference.messages)[0]
    result = acted(one, lambda _: fakes.completion(looping), accepter, 1, limits=Limits(steps=3))
    assert result.outcome.reason == "rollout.steps"
    assert result.stats.counted == 1


def test_many_tasks_come_in_order_whatever_is_on_its_way(factory, accepter):
    ones = [fakes.candidate(factory, "single", number=n) for n in range(5)]
    replies = {one.task.turns[0].text: fakes.unsteady(one.reference, 0.6) for one in ones}

    def reply(request):
        user = next(m.content for m in request.messages if m.role == "user")
        return replies[user](request)

    async def run(concurrency):
        teacher = fakes.player(reply)
        found = act_all(iter(ones), teacher, accepter, 4, concurrency)
        return [one async for one in found]

    alone, together = asyncio.run(run(1)), asyncio.run(run(16))
    assert [one.outcome.task for one in alone] == [one.task.id for one in ones]
    for left, right in zip(alone, together, strict=True):
        assert left.outcome == right.outcome
        assert left.accepted == right.accepted
        assert left.pairs == right.pairs


def test_families_are_whole_or_not_there(factory, accepter):
    """The twin that abstains falls with the one that acts."""
    cell = next(c for c in cells() if (c.skill, c.domain) == ("clarify", "travel"))
    results = []
    for number, family in enumerate(families(factory, cell, 20)[:3]):
        for row in family:
            right = number != 1 or row.task.skill == "clarify"
            reply = fakes.perfect(row) if right else fakes.lazy
            results.append(acted(fakes.candidate_of(factory, row), reply, accepter, 1))
    assert [one.outcome.status for one in results].count("rejected") == 1
    kept = whole_families(results)
    assert [one.outcome.task for one in kept] == [
        one.outcome.task for one in (*results[:2], *results[4:])
    ]


def test_thinking_never_tells_the_better_of_a_pair(factory, accepter):
    one = fakes.candidate(factory, "single", fits=lambda row: row.messages[-1].reasoning)
    pair = acted(one, fakes.unsteady(one.reference, 0.5), accepter, 16).pairs[0]
    assert "reasoning_content" not in pair["chosen"] + pair["rejected"] + pair["prompt"]
    thoughtful = fakes.unsteady(one.reference, 0.5)

    def reply(request):
        return thoughtful(request).model_copy(update={"reasoning": "I think."})

    pair = acted(one, reply, accepter, 16).pairs[0]
    assert "reasoning_content" in pair["chosen"]
    assert "reasoning_content" in pair["rejected"]


def test_a_bug_of_ours_stops_the_run(factory, accepter):
    def broken(_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        acted(fakes.candidate(factory, "single"), broken, accepter)


LOOP = "Wait, let me check again. " * 40


def looping(reference, looks):
    """Right in every rollout; where `looks(request)` it thinks in a loop."""

    def reply(request):
        said = fakes.perfect(reference)(request)
        return said.model_copy(update={"reasoning": LOOP if looks(request) else "Answer them."})

    return reply


def test_a_loop_in_thinking_gives_no_row_and_counts_as_a_pass(factory, accepter):
    """The reward says whether the task was solved, not whether it is worth learning from."""
    one = fakes.candidate(factory, "single")
    result = acted(one, looping(one.reference, lambda _: True), accepter)
    assert result.stats.pass_rate == 1.0
    assert (result.outcome.status, result.outcome.reason) == ("rejected", "texts.loop")
    assert result.outcome.reasons == {"texts.loop": 4}
    assert (result.accepted, result.pairs) == ((), ())


def test_another_rollout_takes_the_place_of_one_that_loops(factory, accepter):
    one = fakes.candidate(factory, "single")
    firsts = []

    def looks(request):
        firsts.extend([request] if fakes.step_of(request) == 0 else [])
        return fakes.step_of(request) == 0 and len(firsts) <= 2

    result = acted(one, looping(one.reference, looks), accepter)
    assert result.stats.pass_rate == 1.0
    assert len(result.accepted) == 1
    assert result.outcome.reasons["texts.loop"] == 2


def test_a_rollout_that_thinks_only_sometimes_becomes_a_row_without_thinking(factory, accepter):
    """A row thinks in all its messages or in none; the thoughts that go are not judged."""
    one = fakes.candidate(factory, "single")

    def reply(request):
        thought = LOOP if fakes.step_of(request) else None
        return fakes.perfect(one.reference)(request).model_copy(update={"reasoning": thought})

    row = acted(one, reply, accepter, 1).accepted[0]
    assert [m.reasoning for m in fakes.acting(row.messages)] == [None, None]
    assert row.task.dials["thinking"] is False


def test_a_family_thinks_in_all_its_rows_or_in_none(factory, accepter):
    """Whether there is thinking must not tell a twin that abstains from the one that acts."""
    cell = next(c for c in cells() if (c.skill, c.domain) == ("clarify", "travel"))
    family = families(factory, cell, 20)[0]
    made = []
    for number, row in enumerate(family):
        thought = "Answer them." if number else None

        def reply(request, row=row, thought=thought):
            return fakes.perfect(row)(request).model_copy(update={"reasoning": thought})

        made += acted(fakes.candidate_of(factory, row), reply, accepter, 1).accepted
    assert [row.task.dials["thinking"] for row in made] == [False, *[True] * (len(family) - 1)]
    assert alike(made[1:]) == tuple(made[1:])
    rows = alike(made)
    assert not any(m.reasoning for row in rows for m in row.messages)
    for old, new in zip(family, rows, strict=True):
        assert new.task.dials["thinking"] is False
        scene = fakes.candidate_of(factory, old).scene
        assert all(check.judge(new, scene).keep for check in accepter.checks)
