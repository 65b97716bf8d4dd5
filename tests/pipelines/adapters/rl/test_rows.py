"""Rows of every trainer, the counts of what is refused, and rewards as trainers call for them."""

import json
from types import SimpleNamespace

import pytest

from callwright.pipelines.adapters import nemo_gym, openrlhf, skyrl, trl, verl
from callwright.pipelines.adapters.judge import ground_truth
from callwright.schemas.messages import ToolSpec

HOSTILE = [None, 7, "", "\ud800", "<tool_call>{", "x" * 1_000_000, [None], [{"role": "assistant"}]]


def parsed(trajectory):
    """The reference after the first user turn, in the OpenAI shape."""
    return [message.openai() for message in trajectory.messages[2:]]


def test_every_row_is_json_and_carries_its_judge(tasks):
    gym, grpo = nemo_gym.Rows(), trl.Rows()
    for number, task in enumerate(tasks):
        rows = [verl.row(task, number), skyrl.row(task), openrlhf.row(task)]
        rows += [row for row in (gym.row(task), grpo.row(task)) if row]
        for row in rows:
            assert json.loads(json.dumps(row)) == row
            assert "record_version" in json.dumps(row)


def test_tools_stand_in_the_prompt_where_the_trainer_has_no_place_for_them(tasks):
    for task in tasks:
        for prompt in (verl.row(task, 0)["prompt"], skyrl.row(task)["prompt"]):
            assert [message["role"] for message in prompt] == ["system", "user"]
            assert prompt[0]["content"].startswith(task.system)
            assert all(tool.text in prompt[0]["content"] for tool in task.tools)
            assert prompt[1]["content"] == task.turns[0].text


def test_several_user_turns_are_refused_and_counted(tasks):
    several = sum(len(task.turns) > 1 for task in tasks)
    assert several
    for rows in (nemo_gym.Rows(), trl.Rows()):
        kept = [row for task in tasks if (row := rows.row(task))]
        assert rows.refused["user_turns"] == several
        assert len(kept) + sum(rows.refused.values()) == len(tasks)


@pytest.mark.parametrize("name", ["verify", "seed_session", "a/b"])
def test_a_tool_named_like_a_route_is_refused(tasks, name):
    rows = nemo_gym.Rows()
    tool = ToolSpec(name=name, parameters={})
    assert rows.row(tasks[0].model_copy(update={"tools": (tool,)})) is None
    assert rows.refused == {"tool_name": 1}


def test_sets_of_tools_are_bounded(tasks):
    fitting = [task for task in tasks if trl.Rows().row(task)]
    rows = trl.Rows(most=3)
    kept = [row for task in fitting if (row := rows.row(task))]
    assert {row["environment"] for row in kept} == rows.toolsets
    assert len(rows.toolsets) == 3
    assert rows.refused == {"toolsets": len(fitting) - len(kept)}


def test_a_set_of_tools_is_named_by_what_it_shows(tasks):
    tools = tasks[0].tools
    assert trl.toolset_id(tools) == trl.toolset_id(tools[::-1])
    changed = ToolSpec(name=tools[0].name, description="Else.", parameters=tools[0].parameters)
    assert trl.toolset_id(tools) != trl.toolset_id((changed, *tools[1:]))


def test_environments_run_the_reference(source, trajectories):
    rows = trl.Rows()
    made = {t.task.id: rows.row(t.task) for t in trajectories}
    kept = {row_id: row for row_id, row in made.items() if row}
    classes = trl.environment_factory(source, kept.values())
    assert set(classes) == rows.toolsets
    for trajectory in trajectories:
        if row := kept.get(trajectory.task.id):
            environment = classes[row["environment"]]()
            assert environment.reset(**row) is None
            assert shown(environment, trajectory) == results(trajectory)
            environment.reset(**row)
            assert shown(environment, trajectory) == results(trajectory)


def shown(environment, trajectory):
    return [
        getattr(environment, call.name)(**call.arguments)
        for message in trajectory.messages
        for call in message.tool_calls
    ]


def results(trajectory):
    return [message.content for message in trajectory.messages if message.role == "tool"]


# -- rewards -------------------------------------------------------------------------------
def test_trl_scores_conversations_and_leaves_other_rows_out(trajectories):
    truths = [ground_truth(t.task) for t in trajectories]
    completions = [parsed(trajectory) for trajectory in trajectories]
    values = trl.reward([], completions, [], ground_truth=truths, id=[], environments=[])
    assert values == [1.0] * len(trajectories)
    assert trl.reward([], ["x"], None, ground_truth=[None]) == [None]


def test_trl_scores_calls_left_in_the_text(trajectories, written):
    trajectory = next(t for t in trajectories if t.task.skill == "parallel")
    calls = trajectory.messages[2].tool_calls
    text = "\n".join(written(call.name, call.arguments) for call in calls)
    completion = [{"role": "assistant", "content": text}, *parsed(trajectory)[1:]]
    truth = ground_truth(trajectory.task)
    assert trl.reward([], [completion], ground_truth=[truth]) == [1.0]


def test_verl_and_openrlhf_judge_the_first_reply(tasks, written):
    for task in tasks:
        truth = verl.row(task, 0)["reward_model"]["ground_truth"]
        calls = [call for call in task.checks.turns[0].calls if not call.after]
        text = "\n".join(written(call.name, call.arguments) for call in calls)
        value = verl.compute_score("callwright", text, truth, {"index": 0}, call_format="hermes")
        assert value == {"score": float(bool(calls)), "strict": float(bool(calls))}
        assert openrlhf.row(task)["label"] == truth


def test_openrlhf_finds_the_reply_behind_the_prompt():
    prompt = " ".join(map(str, range(200)))
    assert openrlhf.reply_of(f"{prompt}reply", prompt) == "reply"
    assert openrlhf.reply_of(f"{prompt[300:]}reply", prompt) == "reply"
    assert openrlhf.reply_of("reply", prompt) == "reply"


@pytest.mark.parametrize("completion", HOSTILE, ids=range(len(HOSTILE)))
def test_a_bad_completion_is_scored(tasks, completion):
    for task in tasks[:4]:
        (value,) = trl.reward([], [completion], ground_truth=[ground_truth(task)])
        assert 0 <= value < 1
        if isinstance(completion, str):
            truth = ground_truth(task, "first")
            assert 0 <= verl.compute_score("", completion, truth)["score"] < 1
        assert 0 <= nemo_gym.verify(ground_truth(task), completion) < 1


# -- sessions ------------------------------------------------------------------------------
def test_sessions_give_way_and_end():
    opened = []

    def episode(row):
        opened.append(row)
        return SimpleNamespace(call=lambda name, arguments: f"{row} {name} {arguments}")

    sessions = nemo_gym.Sessions(SimpleNamespace(episode=episode), most=2)
    for session, row in [("a", "r1"), ("b", "r2"), ("a", "r3"), ("c", "r4")]:
        sessions.seed(session, row)
    assert opened == ["r1", "r2", "r3", "r4"]
    assert len(sessions) == 2
    assert sessions.call("a", "look", {}) == "r3 look {}"
    assert "no_session" in sessions.call("b", "look", {})
    sessions.end("a")
    sessions.end("a")
    assert "no_session" in sessions.call("a", "look", {})
