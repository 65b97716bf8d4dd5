"""Exports: what every format holds, what it refuses, and that nothing is lost without a count."""

import json

import pytest
import yaml
from datasets import load_dataset
from typer.testing import CliRunner

from callwright.pipelines.adapters.export import Options, export
from callwright.pipelines.adapters.formats import discover_formats
from callwright.pipelines.adapters.lint import faults
from callwright.pipelines.adapters.sample import steps
from callwright.pipelines.cli import app
from callwright.schemas.errors import OutputError
from tests.pipelines.adapters.made import (
    asked,
    called,
    conversation,
    file_of,
    generated,
    result,
    said,
    samples,
)

SFT = ("axolotl", "llamafactory", "ms-swift", "trl-sft")
UNSAFE = {
    "long": (0.123456789012, "float_over_10_decimals"),
    "big": (2**63, "integer_over_64_bits"),
}


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return file_of(tmp_path_factory.mktemp("rows"), generated())


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(dataset, out, to, **options):
    return export(dataset, out, Options(to, **options))


def canonical(sample):
    """The messages as every format must give them back: role, text, thinking and calls."""
    return [
        (m.role, m.content or "", m.reasoning, [(c.name, c.arguments) for c in m.tool_calls])
        for m in sample.messages
    ]


def test_the_formats_of_sft_are_found():
    assert set(SFT) <= set(discover_formats())


def test_trl_gets_every_sample_with_exact_arguments(rows, tmp_path):
    report = write(rows, tmp_path / "out", "trl-sft")
    made = load_dataset("parquet", data_files=str(tmp_path / "out" / "train.parquet"))["train"]
    assert report.samples == {"train": len(made)}
    for row, sample in zip(made, samples(), strict=True):
        messages = row["prompt"] + row["completion"]
        assert row["prompt"][-1]["role"] == "user"
        assert [openai(message) for message in messages] == canonical(sample)
        assert all(value is not None for message in messages for value in message.values())
        assert json.loads(row["tools"]) == [tool.openai() for tool in sample.tools]
        assert row["chat_template_kwargs"] == {"enable_thinking": sample.thinking}


def openai(message, load=lambda arguments: arguments):
    calls = [call["function"] for call in message.get("tool_calls", ())]
    return (
        message["role"],
        message.get("content", ""),
        message.get("reasoning_content"),
        [(call["name"], load(call["arguments"])) for call in calls],
    )


def test_axolotl_gets_every_sample_with_flags_and_a_configuration(rows, tmp_path):
    write(rows, tmp_path / "out", "axolotl")
    (entry,) = yaml.safe_load((tmp_path / "out" / "axolotl.yaml").read_text())["datasets"]
    for row, sample in zip(lines(tmp_path / "out" / entry["path"]), samples(), strict=True):
        assert [openai(message, json.loads) for message in row["messages"]] == canonical(sample)
        flags = [i for i, message in enumerate(row["messages"]) if message["training"]]
        assert flags == list(sample.trained)


def test_ms_swift_gets_thinking_inline_and_loss_flags(rows, tmp_path):
    write(rows, tmp_path / "out", "ms-swift")
    for row, sample in zip(lines(tmp_path / "out" / "train.jsonl"), samples(), strict=True):
        flags = [i for i, message in enumerate(row["messages"]) if message.get("loss")]
        assert flags == list(sample.trained)
        assert [swift(message) for message in row["messages"]] == canonical(sample)


def swift(message):
    role, text, _, calls = openai(message, json.loads)
    thought, closed, rest = text.partition("\n</think>\n\n")
    return (role, rest, thought[8:], calls) if closed else (role, text, None, calls)


def test_llamafactory_gets_one_sample_per_trained_message(rows, tmp_path):
    write(rows, tmp_path / "out", "llamafactory")
    info = json.loads((tmp_path / "out" / "dataset_info.json").read_text())
    made = lines(tmp_path / "out" / info["callwright_train"]["file_name"])
    cut = [step for sample in samples() for step in steps(sample)]
    assert [row["id"] for row in made] == [step.id for step in cut]
    for row, step in zip(made, cut, strict=True):
        last, message = row["conversations"][-1], step.messages[-1]
        thought, _, rest = last["value"].removeprefix("<think>\n").partition("\n</think>\n\n")
        assert thought == (message.reasoning or "")
        if message.tool_calls:
            assert last["from"] == "function_call"
            calls = [(call["name"], call["arguments"]) for call in json.loads(rest)]
            assert calls == [(call.name, call.arguments) for call in message.tool_calls]
        else:
            assert (last["from"], rest) == ("gpt", message.content)


def test_llamafactory_joins_parallel_results_and_forgets_earlier_thinking(tmp_path):
    made = conversation(
        asked(),
        called({"city": "Oslo"}, count=2, thought="Two."),
        result(0, "one"),
        result(1, "two"),
        said("Both.", thought="Tell."),
        asked("And now?"),
        said("Done.", thought="End."),
    )
    report = write(file_of(tmp_path, [made]), tmp_path / "out", "llamafactory")
    last = lines(tmp_path / "out" / "callwright_train.jsonl")[-1]["conversations"]
    assert [turn["from"] for turn in last] == [
        *("system", "human", "function_call", "observation", "gpt", "human", "gpt")
    ]
    assert last[3]["value"] == "one\n</tool_response>\n<tool_response>\ntwo"
    assert last[4]["value"] == "Both."
    assert last[6]["value"] == "<think>\nEnd.\n</think>\n\nDone."
    assert report.adapted == {"parallel_results_joined": 2, "earlier_thinking_left_out": 1}


@pytest.mark.parametrize("marker", ["</think>", "<tool_call>"])
def test_llamafactory_refuses_texts_with_its_markers(tmp_path, marker):
    good = conversation(asked(), said("Fine."))
    bad = conversation(asked(), called({"city": f"a {marker} b"}), result(), said("x"))
    report = write(file_of(tmp_path, [good, bad]), tmp_path / "out", "llamafactory")
    assert report.refused == {"marker_in_text": 2}
    assert report.samples == {"train": 1}


def test_llamafactory_refuses_turns_that_do_not_alternate(tmp_path):
    twice = conversation(asked(), said("a"), said("b"))
    report = write(file_of(tmp_path, [twice]), tmp_path / "out", "llamafactory")
    assert (report.samples, report.refused) == ({"train": 1}, {"turns_do_not_alternate": 1})


@pytest.mark.parametrize("name", UNSAFE)
def test_trl_refuses_what_arrow_would_change_and_the_others_carry_it(tmp_path, name):
    value, reason = UNSAFE[name]
    good = conversation(asked(), said("Fine."))
    bad = conversation(asked(), called({"city": {"deep": [value]}}), result(), said("x"))
    dataset = file_of(tmp_path, [good, bad])
    assert write(dataset, tmp_path / "trl", "trl-sft").refused == {reason: 1}
    for to in SFT[:3]:
        assert not write(dataset, tmp_path / to, to).refused
    kept = lines(tmp_path / "axolotl" / "train.jsonl")[1]["messages"][2]
    assert openai(kept, json.loads)[3] == [("look_up_city", {"city": {"deep": [value]}})]


def test_the_lint_knows_what_is_safe():
    assert not list(
        faults({"a": [2**63 - 1, -(2**63), 0.1234567890, 1e-10, 1e22, True, None, "x"]})
    )
    assert list(faults([float("nan"), float("inf")])) == ["not_finite", "not_finite"]
    assert list(faults({"a": [2**63, -(2**63) - 1]})) == ["integer_over_64_bits"] * 2
    assert list(faults([1e-11])) == ["float_over_10_decimals"]


def test_trl_cuts_a_sample_at_a_message_that_is_not_trained(tmp_path):
    made = conversation(asked(), called({}, calls=0), result(), said("done"))
    report = write(file_of(tmp_path, [made]), tmp_path / "out", "trl-sft")
    row = load_dataset("parquet", data_files=str(tmp_path / "out" / "train.parquet"))["train"][0]
    assert report.adapted == {"cut_at_untrained_message": 1}
    assert [message["content"] for message in row["completion"]] == ["done"]


def test_no_thinking_leaves_all_of_it_away(rows, tmp_path):
    write(rows, tmp_path / "out", "axolotl", thinking=False)
    assert "reasoning_content" not in (tmp_path / "out" / "train.jsonl").read_text()


def test_the_same_rows_give_the_same_bytes(rows, tmp_path):
    for to in SFT:
        for out in ("a", "b"):
            write(rows, tmp_path / out / to, to)
        files = sorted(path.name for path in (tmp_path / "a" / to).iterdir())
        assert "export.json" in files
        for name in files:
            one, other = ((tmp_path / out / to / name).read_bytes() for out in ("a", "b"))
            assert one == other, (to, name)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"to": "nothing"}, "no export format 'nothing'; choose of axolotl, "),
        ({"to": "llamafactory", "unit": "turn"}, "takes only --unit step"),
        ({"to": "trl-sft", "split": "test"}, "nothing to export for trl-sft of split test"),
    ],
)
def test_what_cannot_be_exported_is_said(rows, tmp_path, options, message):
    with pytest.raises(OutputError, match=message):
        export(rows, tmp_path / "out", Options(**options))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(rows, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match="not an empty folder"):
        write(rows, tmp_path, "axolotl")
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_the_command_says_what_it_did(rows, tmp_path):
    run = CliRunner().invoke
    done = run(app, ["export", str(rows), "--to", "llamafactory", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0
    assert f"{len(generated())} rows: train " in done.output
    assert "adapted" in done.output
    listed = run(app, ["export", "--list"]).output
    assert all(name in listed for name in SFT)
    assert run(app, ["export", str(rows)]).exit_code == 2
    assert run(app, ["export", str(rows), "--to", "axolotl", "--unit", "x", "--out", "y"]).exit_code
