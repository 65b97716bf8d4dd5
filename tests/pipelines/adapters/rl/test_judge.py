"""Ground truths: what they judge, and that nothing a model writes makes them raise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.pipelines.adapters.judge import (
    LONGEST,
    first_reply_checks,
    ground_truth,
    judge_of,
)
from callwright.schemas.canonical import dump, load
from callwright.schemas.errors import RecordError

DEEP = "[" * 5_000
HOSTILE = [
    [],
    [None, 3, "text", {"role": 7}],
    [{"role": "assistant", "content": "\ud800"}],
    [{"role": "assistant", "content": "x" * (LONGEST + 1)}],
    [{"role": "assistant", "content": [{"text": "a"}, {"text": 3}, None]}],
    [{"role": "assistant", "tool_calls": {"function": "x"}}],
    [{"role": "assistant", "tool_calls": [None, {"function": {"name": 3, "arguments": DEEP}}]}],
    [{"role": "assistant", "tool_calls": [{"function": {"name": "x", "arguments": "{"}}]}],
    [{"role": "assistant", "tool_calls": [{"function": {"name": "x", "arguments": '{"a": NaN}'}}]}],
    [{"role": "assistant", "tool_calls": [{"function": {"name": "x", "arguments": {"a": 1e400}}}]}],
    [
        {
            "role": "assistant",
            "tool_calls": [{"function": {"name": "x", "arguments": {3: "\ud800"}}}],
        }
    ],
    [{"role": "assistant", "tool_calls": [{"function": {"name": "x"}}] * 10_000}],
    [{"role": "tool", "content": None}] * 1_000,
]
TEXT = st.sampled_from(["", "name", "role", "text", "\ud800", "{", "\x00", "9" * 400])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def test_the_reference_earns_everything(trajectories):
    for trajectory in trajectories:
        judge = judge_of(ground_truth(trajectory.task))
        assert judge.reward(trajectory.messages).value == 1
        assert judge.reward([m.openai() for m in trajectory.messages]).strict


def test_the_references_first_reply_earns_everything_there(trajectories):
    judged = 0
    for trajectory in trajectories:
        first = next(m for m in trajectory.messages if m.role == "assistant")
        wanted = first_reply_checks(trajectory.task.checks).turns[0].calls
        if len(first.tool_calls) == len(wanted):
            judge = judge_of(ground_truth(trajectory.task, "first"))
            assert judge.reward(trajectory.messages).value == 1, trajectory.task.skill
            judged += 1
    assert judged > len(trajectories) / 2


def test_a_first_reply_needs_the_calls_that_need_no_result(tasks):
    task = next(task for task in tasks if task.skill == "multi_step")
    first = first_reply_checks(task.checks)
    assert len(first.turns) == 1
    assert 0 < len(first.turns[0].calls) < len(task.checks.turns[0].calls)
    assert not any(call.after for call in first.turns[0].calls)
    assert first.turns[0].facts == ()


def test_a_first_reply_without_calls_keeps_its_checks(tasks):
    task = next(task for task in tasks if not task.checks.turns[0].calls)
    assert first_reply_checks(task.checks).turns[0] == task.checks.turns[0]


@pytest.mark.parametrize("reply", ["whole", "first"])
@pytest.mark.parametrize("messages", HOSTILE, ids=range(len(HOSTILE)))
def test_a_bad_rollout_is_scored(tasks, messages, reply):
    for task in tasks[:6]:
        assert 0 <= judge_of(ground_truth(task, reply)).reward(messages).value < 1


@given(content=JSON, name=JSON, arguments=JSON)
def test_any_message_is_scored(tasks, content, name, arguments):
    call = {"function": {"name": name, "arguments": arguments}}
    message = {"role": "assistant", "content": content, "tool_calls": [call]}
    for reply in ("whole", "first"):
        assert 0 <= judge_of(ground_truth(tasks[0], reply)).reward([message]).value < 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"record_version": 1}, "record version"),
        ({"reply": "some"}, "'some'"),
        ({"checks": {"turns": 3}}, "broken"),
        ({"tools": [{"name": 3}]}, "broken"),
    ],
)
def test_a_broken_ground_truth_is_refused(tasks, change, said):
    text = dump(load(ground_truth(tasks[0])) | change)
    with pytest.raises(RecordError, match=said):
        judge_of(text)


@pytest.mark.parametrize("text", ["", "{", "[]", "7"])
def test_another_text_is_no_ground_truth(text):
    with pytest.raises(RecordError):
        judge_of(text)
