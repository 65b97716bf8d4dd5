"""Rows carry a trajectory exactly, and refuse what they cannot read."""

import json
from pathlib import Path

import pytest

from callwright.schemas import rows
from callwright.schemas.errors import RecordError
from callwright.schemas.record import RECORD_VERSION
from callwright.schemas.rows import COLUMNS, from_row, rl_task, to_rows
from tests.pipelines.made import tool_spec, trajectory

OLD_ROWS = Path(__file__).parent / "rows"
"""One `sft` row per record version, as a release of that version held it: `v<version>.json`."""


def test_a_row_gives_back_its_trajectory():
    made = trajectory(1)
    sft, rl = to_rows(made)
    assert from_row(sft) == made
    assert rl_task(rl) == made.task


def test_rows_are_flat_and_have_the_stated_columns():
    sft, rl = to_rows(trajectory(2))
    assert (tuple(sft), tuple(rl)) == (COLUMNS["sft"], COLUMNS["rl"])
    for row in (sft, rl):
        assert {type(value) for name, value in row.items() if name != "record_version"} == {str}
        assert row["record_version"] == RECORD_VERSION


def test_arguments_keep_the_order_in_which_they_are_written():
    made = trajectory(1)
    call = made.messages[2].tool_calls[0].model_copy(update={"arguments": {"b": 1, "a": 2}})
    message = made.messages[2].model_copy(update={"tool_calls": (call,)})
    changed = made.model_copy(update={"messages": (*made.messages[:2], message)})
    back = from_row(to_rows(changed)[0])
    assert list(back.messages[2].tool_calls[0].arguments) == ["b", "a"]


def test_the_prompt_ends_with_the_first_user_turn():
    rl = to_rows(trajectory(1))[1]
    assert [message["role"] for message in json.loads(rl["prompt"])] == ["system", "user"]
    assert json.loads(rl["reference"]) == [
        [{"name": "look_up_city", "arguments": {"city": "Oslo"}}]
    ]


@pytest.mark.parametrize("version", [0, RECORD_VERSION + 1, None, "1", True])
def test_an_unknown_version_is_refused(version):
    sft, rl = to_rows(trajectory(1))
    for read, row in ((from_row, sft), (rl_task, rl)):
        with pytest.raises(RecordError, match=rf"{row['id']} has record_version {version!r}"):
            read(row | {"record_version": version})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"messages": "[1"}, "column messages: broken JSON"),
        ({"messages": '[{"role": "nobody"}]'}, "broken message"),
        ({"provenance": "{}"}, r"broken at provenance\.seed_path"),
        ({"checks": '{"turns": 1}'}, "broken at task.checks"),
        ({"views": None}, "lacks the column 'views'"),
    ],
)
def test_a_broken_row_is_named(change, message):
    row = to_rows(trajectory(1))[0]
    with pytest.raises(RecordError, match=f"row {row['id']}.*{message}"):
        from_row(row | change)


def test_every_record_version_has_an_old_row():
    assert {path.name for path in OLD_ROWS.glob("*.json")} == {
        f"v{version}.json" for version in range(1, RECORD_VERSION + 1)
    }


@pytest.mark.parametrize("path", sorted(OLD_ROWS.glob("*.json")), ids=lambda path: path.stem)
def test_an_old_row_still_reads(path):
    old = json.loads(path.read_text(encoding="utf-8"))
    read = from_row(old)
    assert (read.task.id, read.record_version) == (old["id"], RECORD_VERSION)


def test_a_migration_is_applied_before_reading(monkeypatch):
    def add_reveals(row):
        return {**row, "reveals": '[["Oslo"]]', "record_version": RECORD_VERSION}

    monkeypatch.setitem(rows.MIGRATIONS, 0, add_reveals)
    now = to_rows(trajectory(1))[0]
    old = {name: value for name, value in now.items() if name != "reveals"} | {"record_version": 0}
    assert from_row(old) == from_row(now)
    assert "reveals" not in old


def test_an_offered_tool_comes_back():
    made = trajectory(1)
    turn = made.task.turns[0].model_copy(update={"offers": (tool_spec("later"),)})
    offered = made.model_copy(update={"task": made.task.model_copy(update={"turns": (turn,)})})
    sft, rl = to_rows(offered)
    assert from_row(sft) == offered
    assert rl_task(rl) == offered.task
    assert [tool.name for tool in offered.task.tools_at(0)] == ["look_up_city", "later"]


def test_rows_of_version_1_had_all_tools_at_once():
    sft, rl = to_rows(trajectory(1))
    old = {name: value for name, value in sft.items() if name != "offers"}
    turns = [{k: v for k, v in turn.items() if k != "offers"} for turn in json.loads(rl["turns"])]
    version = {"record_version": 1}
    assert from_row(old | version).task.turns == trajectory(1).task.turns
    assert rl_task(rl | {"turns": json.dumps(turns)} | version) == rl_task(rl)


def test_rows_of_version_2_had_one_plan_a_turn():
    old = json.loads((OLD_ROWS / "v2.json").read_text(encoding="utf-8"))
    now = json.loads((OLD_ROWS / "v3.json").read_text(encoding="utf-8"))
    assert [turn.others for turn in from_row(old).task.checks.turns] == [()]
    assert [turn.others[0][0].name for turn in from_row(now).task.checks.turns] == ["find_city"]
    sft, rl = to_rows(trajectory(1))
    for row, read in ((sft, from_row), (rl, rl_task)):
        assert read(row | {"record_version": 2}) == read(row)


def test_rows_of_version_3_told_nothing_that_was_needed():
    old = json.loads((OLD_ROWS / "v3.json").read_text(encoding="utf-8"))
    now = json.loads((OLD_ROWS / "v4.json").read_text(encoding="utf-8"))
    assert [turn.told for turn in from_row(old).task.checks.turns] == [()]
    assert [turn.told for turn in from_row(now).task.checks.turns] == [(0,)]
    sft, rl = to_rows(trajectory(1))
    for row, read in ((sft, from_row), (rl, rl_task)):
        assert read(row | {"record_version": 3}) == read(row)


def test_rows_of_version_4_did_not_tell_what_finds_nothing():
    old = json.loads((OLD_ROWS / "v4.json").read_text(encoding="utf-8"))
    now = json.loads((OLD_ROWS / "v5.json").read_text(encoding="utf-8"))
    assert [turn.finds_nothing for turn in from_row(old).task.checks.turns] == [False]
    assert [turn.finds_nothing for turn in from_row(now).task.checks.turns] == [True]
    sft, rl = to_rows(trajectory(1))
    for row, read in ((sft, from_row), (rl, rl_task)):
        assert read(row | {"record_version": 4}) == read(row)
