"""One sample per user turn, loss only behind its last user message, thinking in all or in none."""

from itertools import pairwise

from callwright.pipelines.adapters.sample import Refused, Sample, steps, unroll, without_thinking
from tests.pipelines.adapters.made import (
    asked,
    called,
    conversation,
    generated,
    result,
    said,
    samples,
)
from tests.pipelines.made import tool_spec


def test_there_is_one_sample_per_user_turn_and_each_goes_on_from_the_last():
    for one in generated():
        made = list(unroll(one))
        users = [i for i, message in enumerate(one.messages) if message.role == "user"]
        assert [sample.first for sample in made] == [user + 1 for user in users]
        assert [sample.id for sample in made] == [f"{one.task.id}-{i}" for i in range(len(users))]
        assert made[-1].messages == one.messages
        for before, after in pairwise(made):
            assert after.messages[: len(before.messages)] == before.messages


def test_every_message_of_the_assistant_is_trained_exactly_once():
    for one in generated():
        made = list(unroll(one))
        trained = [i for sample in made for i in sample.trained]
        assert trained == [i for i, m in enumerate(one.messages) if m.role == "assistant"]
        assert all(i > user_of(sample) for sample in made for i in sample.trained)


def user_of(sample):
    return max(i for i, message in enumerate(sample.messages) if message.role == "user")


def test_a_sample_thinks_in_every_trained_message_or_in_none():
    made = samples()
    assert {sample.thinking for sample in made} == {True, False}
    for sample in made:
        thoughts = {sample.messages[i].reasoning is not None for i in sample.trained}
        assert thoughts == {sample.thinking}
        assert all(message.reasoning is None for message in without_thinking(sample).messages)


def test_tools_offered_in_mid_dialogue_are_there_from_that_turn_on():
    late = [one for one in generated() if any(turn.offers for turn in one.task.turns)]
    assert late
    for one in late:
        for turn, sample in enumerate(unroll(one)):
            assert sample.tools == one.task.tools_at(turn)
    offer = tool_spec("find_people")
    first, second = unroll(conversation(asked(), said("a"), asked(), said("b"), offers=(offer,)))
    assert [tool.name for tool in first.tools] == ["look_up_city"]
    assert [tool.name for tool in second.tools] == ["look_up_city", "find_people"]


def test_steps_end_in_the_one_message_that_they_train():
    for sample in samples():
        cut = list(steps(sample))
        assert [step.trained for step in cut] == [(i,) for i in sample.trained]
        assert all(len(step.messages) == step.trained[0] + 1 for step in cut)


def test_a_message_without_weight_is_not_trained():
    made = conversation(asked(), called({}, calls=0), result(), said("done"))
    (sample,) = unroll(made)
    assert sample.trained == (4,)
    assert not sample.gapless
    assert isinstance(sample, Sample)


def test_what_cannot_be_a_sample_is_refused_by_name():
    mixed = conversation(asked(), called({}, thought="hm"), result(), said("done"), asked())
    assert list(unroll(mixed)) == [
        Refused(f"{mixed.task.id}-0", "mixed_thinking"),
        Refused(f"{mixed.task.id}-1", "no_reply"),
    ]
