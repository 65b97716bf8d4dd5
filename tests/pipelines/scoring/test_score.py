"""What a file of predictions earns: references everything, wrong ones less, in the right cell."""

import copy
import json
import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from callwright.filters.reward import Reward
from callwright.pipelines.scoring import judge as judging
from callwright.pipelines.scoring.judge import Judge
from callwright.pipelines.scoring.predictions import Sample
from callwright.pipelines.scoring.run import Options, score_file
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.schemas.errors import OutputError

NO = "Sorry, I can't do that."


def lines_of(references):
    return [{"id": name, "messages": messages} for name, messages in references.items()]


def say(text):
    return [{"role": "assistant", "content": text}]


def of_skill(rows, skill):
    return [name for name, row in rows.items() if row["skill"] == skill]


def reply_of(messages):
    """What a model says and calls first."""
    return next(message for message in messages if message["role"] == "assistant")


def is_perfect(cell):
    return cell.strict.value == cell.dense.value == 1.0 and all(
        part.value == 1.0 for part in cell.components.values()
    )


# -- references ----------------------------------------------------------------------------
def test_the_references_earn_everything_everywhere(board_of, references):
    board = board_of(lines_of(references))
    assert (len(board.rows), board.samples, board.missing, board.broken) == (60, 60, 0, {})
    cells = {"all": board.overall, **board.cells("skill"), **board.cells("domain")}
    assert all(is_perfect(cell) for cell in cells.values())
    assert board.has_state
    assert "state" in board.overall.components
    assert (board.over_refusal.value, board.over_action.value) == (0.0, 0.0)
    assert board.over_refusal.count == board.over_action.count == 15


def test_a_conversation_may_start_after_the_first_user_turn(board_of, references):
    def after(messages):
        start = next(i for i, m in enumerate(messages) if m["role"] == "user")
        return messages[start + 1 :]

    assert is_perfect(board_of(lines_of({n: after(m) for n, m in references.items()})).overall)


def test_arguments_may_be_json_text(board_of, references):
    written = copy.deepcopy(references)
    for message in (m for messages in written.values() for m in messages):
        for call in message.get("tool_calls", ()):
            call["function"]["arguments"] = json.dumps(call["function"]["arguments"])
    assert is_perfect(board_of(lines_of(written)).overall)


# -- wrong predictions ---------------------------------------------------------------------
def test_a_wrong_prediction_costs_in_its_own_cells(board_of, references, rows):
    name = of_skill(rows, "parallel")[0]
    wrong = references | {name: say("Done.")}
    board = board_of(lines_of(wrong))
    skills, domains = board.cells("skill"), board.cells("domain")
    assert {n for n, cell in skills.items() if not is_perfect(cell)} == {"parallel"}
    assert {n for n, cell in domains.items() if not is_perfect(cell)} == {rows[name]["domain"]}
    assert skills["parallel"].strict.value == 0.9
    (row,) = (row for row in board.rows if row.value < 1)
    assert (row.head.id, row.value, row.strict) == (name, 0.0, 0.0)


def test_a_change_that_nobody_wanted_costs_state(board_of, references, rows):
    names = [n for n in of_skill(rows, "single") if json.loads(rows[n]["checks"])["state"]]
    without = copy.deepcopy(references)
    for message in without[names[0]]:
        for call in message.get("tool_calls", ()):
            call["function"]["name"] = "no_such_tool"
    board = board_of(lines_of(without))
    (row,) = (row for row in board.rows if row.value < 1)
    assert row.head.id == names[0]
    assert row.components["state"] == 0.0


def test_samples_of_a_row_are_averaged(board_of, references):
    name, messages = next(iter(references.items()))
    lines = [{"id": name, "messages": messages}] * 3 + [{"id": name, "messages": say("")}]
    board = board_of(lines, missing="skip")
    (row,) = board.rows
    assert (len(row.samples), board.samples, row.strict, row.value) == (4, 4, 0.75, 0.75)
    assert board.overall.strict.count == 1


# -- rows and lines that are not there, or broken ----------------------------------------------
def test_a_row_without_a_prediction_counts_as_0(board_of, references):
    half = dict(list(references.items())[::2])
    board = board_of(lines_of(half))
    assert (len(board.rows), board.missing, board.samples) == (60, 30, 30)
    assert board.overall.dense.value == board.overall.strict.value == 0.5
    assert board.overall.components["state"].value == 0.5
    assert all(set(row.components.values()) == {0.0} for row in board.rows if row.missing)


def test_a_row_without_a_prediction_can_be_left_out(board_of, references):
    half = dict(list(references.items())[::2])
    board = board_of(lines_of(half), missing="skip")
    assert (len(board.rows), board.missing, board.left_out) == (30, 0, 30)
    assert is_perfect(board.overall)


def test_broken_lines_score_0_and_are_counted(board_of, references):
    (first, second, *others) = references
    lines = [b"{", {"id": first, "messages": 7}, {"id": second, "choices": []}]
    board = board_of([*lines, *lines_of({n: references[n] for n in others})])
    assert board.broken == {"messages_not_list": 1, "no_choices": 1, "not_json": 1}
    assert board.missing == 0
    assert board.overall.strict.value == pytest.approx(58 / 60)
    assert {row.value for row in board.rows if row.head.id in (first, second)} == {0.0}


def test_ids_of_another_release_are_refused(board_of, references):
    lines = [*lines_of(references), *({"id": f"alien{n}", "text": ""} for n in range(9))]
    with pytest.raises(OutputError, match=r"'alien0', .*'alien4' and 4 more") as caught:
        board_of(lines)
    assert "alien5" not in str(caught.value)


def test_a_split_takes_its_own_rows(board_of, references, rows):
    board = board_of(lines_of(references), split="test")
    mine = {name for name, row in rows.items() if row["split"] == "test"}
    assert {row.head.id for row in board.rows} == mine
    assert board.elsewhere == 60 - len(mine)
    assert is_perfect(board.overall)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"split": "dev"}, "no split 'dev'; it has test, train"),
        ({"missing": "one"}, "zero or skip, not 'one'"),
        ({"parse": "morse"}, "no call format 'morse'; choose of "),
    ],
)
def test_wrong_options_say_what_would_be_right(board_of, options, told):
    with pytest.raises(OutputError, match=told):
        board_of([], **options)


def test_whatever_components_a_reward_has_are_shown(board_of, references, monkeypatch):
    def other(task, turns, setting, state):
        parts = {"fresh": 0.5} | ({"rare": 1.0} if task.skill == "parallel" else {})
        return Reward(0.25, False, parts)

    monkeypatch.setattr(judging, "score_turns", other)
    first, *others = references
    board = board_of([*lines_of({n: references[n] for n in others}), {"id": first}])
    overall = board.overall.components
    assert set(overall) == {"fresh", "rare"}
    assert overall["fresh"].value == pytest.approx(0.5 * 59 / 60)
    assert (overall["rare"].value, overall["rare"].count) == (1.0, 10)
    assert set(board.cells("skill")["single"].components) == {"fresh"}


# -- replies -------------------------------------------------------------------------------
def test_a_response_answers_a_row_of_one_turn(board_of, references, rows):
    name = next(n for n in of_skill(rows, "irrelevance"))
    choice = {"message": reply_of(references[name]), "finish_reason": "stop"}
    batch = {"custom_id": name, "response": {"status_code": 200, "body": {"choices": [choice]}}}
    assert is_perfect(board_of([batch], missing="skip").overall)


def test_a_response_cannot_answer_a_row_of_many_turns(board_of, references, rows):
    name = of_skill(rows, "multi_turn")[0]
    board = board_of([{"id": name, "choices": [{"message": reply_of(references[name])}]}])
    assert board.broken == {"reply_for_many_turns": 1}


def raw_of(message):
    calls = (call["function"] for call in message["tool_calls"])
    return "\n".join(f"<tool_call>\n{json.dumps(call)}\n</tool_call>" for call in calls)


def test_calls_inside_raw_text_are_parsed(board_of, references, rows):
    names = of_skill(rows, "parallel")
    lines = [{"id": name, "text": raw_of(reply_of(references[name]))} for name in names]
    board = board_of(lines, missing="skip", parse="hermes")
    parts = board.overall.components
    assert parts["name"].value == parts["argument_values"].value == parts["state"].value == 1.0
    assert board.overall.strict.value == 0.0  # no answer follows
    assert (board.broken, board.unread) == ({}, {})


def test_calls_inside_the_text_of_a_conversation_are_parsed(board_of, references):
    written = copy.deepcopy(references)
    for message in (m for messages in written.values() for m in messages):
        if message.get("tool_calls"):
            message["content"] = raw_of(message)
            del message["tool_calls"]
    assert is_perfect(board_of(lines_of(written), parse="hermes").overall)
    assert board_of(lines_of(written)).overall.strict.value < 0.2


def test_raw_text_without_a_format_is_broken(board_of, references):
    board = board_of([{"id": next(iter(references)), "text": "<tool_call>"}])
    assert board.broken == {"text_without_parse": 1}


@pytest.mark.parametrize(
    ("text", "fault", "acted"),
    [
        ('<tool_call>{"name": ', "broken_json", 1.0),
        ('<tool_call>{"name": "nothing", "arguments": {}}</tool_call>', "unknown_tool", 1.0),
        ("<think>Hm", "unclosed_thinking", 0.0),
    ],
)
def test_text_that_breaks_its_format_is_a_wrong_call_or_a_blank(board_of, rows, text, fault, acted):
    name = of_skill(rows, "irrelevance")[0]
    board = board_of([{"id": name, "text": text}], missing="skip", parse="hermes")
    assert (board.unread, board.broken) == ({fault: 1}, {})
    assert board.overall.dense.value == 0.0
    assert board.over_action.value == acted


# -- beside abstention ---------------------------------------------------------------------
def twins_of(rows):
    """Ids of rows that act, in families where another must not."""
    held = {r["family_id"] for r in rows.values() if r["skill"] in ("clarify", "irrelevance")}
    acting = (n for n, r in rows.items() if r["skill"] not in ("clarify", "irrelevance"))
    return [name for name in acting if rows[name]["family_id"] in held]


@pytest.mark.parametrize("text", [NO, "I’m unable to.", "For which day?"])
def test_refusing_everything_is_over_refusal(board_of, references, rows, text):
    board = board_of(lines_of({name: say(text) for name in references}))
    assert (board.over_refusal.value, board.over_refusal.count) == (1.0, len(twins_of(rows)))
    assert board.over_action.value == 0.0


def test_one_refused_twin_is_counted_once(board_of, references, rows):
    name = twins_of(rows)[0]
    board = board_of(lines_of(references | {name: say(NO)}))
    assert board.over_refusal.value == pytest.approx(1 / 15)
    assert board.over_refusal.low > 0


def test_inaction_that_refuses_nothing_is_no_over_refusal(board_of, references):
    board = board_of(lines_of({name: say("All done.") for name in references}))
    assert (board.over_refusal.value, board.overall.strict.value) == (0.0, 0.0)


def test_acting_always_is_over_action(board_of, references):
    call = {"type": "function", "function": {"name": "x", "arguments": "{}"}}
    act = [{"role": "assistant", "content": None, "tool_calls": [call]}]
    board = board_of(lines_of(dict.fromkeys(references, act)))
    assert (board.over_action.value, board.over_refusal.value) == (1.0, 0.0)


def test_rows_without_a_readable_answer_say_nothing_about_restraint(board_of, references, rows):
    name = twins_of(rows)[0]
    board = board_of([{"id": name, "messages": 7}])
    assert (board.over_refusal.count, board.over_action.count) == (0, 0)
    assert board.over_refusal.value is None


# -- the whole -----------------------------------------------------------------------------
def test_a_release_without_worlds_is_scored_without_state(folder, references, tmp_path):
    bare = tmp_path / "bare"
    shutil.copytree(folder, bare)
    shutil.rmtree(bare / "worlds")
    path = tmp_path / "p.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines_of(references)))
    board = score_file(bare, path, Options())
    assert not board.has_state
    assert is_perfect(board.overall)
    assert "state" not in board.overall.components


def test_scoring_leaves_the_worlds_as_they_were(folder, references):
    judge = Judge(EpisodeSource(folder))
    samples = [Sample(1, name, tuple(messages)) for name, messages in references.items()]
    first, again = ([judge.judge(sample).value for sample in samples] for _ in range(2))
    assert first == again == [1.0] * 60


NAMES = st.sampled_from(["role", "content", "tool_calls", "function", "name", "arguments"])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=5)
    | st.sampled_from(["assistant", "user", "tool", "{}", "{"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.dictionaries(NAMES, VALUES, max_size=4), max_size=4), st.integers(0, 59))
def test_nothing_that_a_model_wrote_raises(judge, messages, number):
    name = judge.source.heads[number].id
    assert 0 <= judge.judge(Sample(1, name, tuple(messages))).value < 1


@pytest.fixture(scope="module")
def judge(folder):
    return Judge(EpisodeSource(folder))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(VALUES, st.data())
def test_no_argument_of_a_real_tool_raises(judge, references, value, data):
    """Calls of tools that are there, with one argument that is anything at all."""
    name = data.draw(st.sampled_from(sorted(references)))
    messages = copy.deepcopy(references[name])
    calls = [c["function"] for m in messages for c in m.get("tool_calls", ())]
    for call in calls:
        keys = sorted(call["arguments"])
        if keys:
            call["arguments"][data.draw(st.sampled_from(keys))] = value
    assert 0 <= judge.judge(Sample(1, name, tuple(messages))).value <= 1
