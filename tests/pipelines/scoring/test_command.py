"""`callwright score`: tables, a JSON file, and exit statuses."""

import json

import pytest
from typer.testing import CliRunner

from callwright.pipelines.cli import app
from callwright.schemas.errors import OutputError


@pytest.fixture
def predictions(references, tmp_path):
    path = tmp_path / "p.jsonl"
    lines = ({"id": name, "messages": messages} for name, messages in references.items())
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def invoke(*words):
    return CliRunner().invoke(app, ["score", *map(str, words)])


def test_it_prints_tables_and_writes_everything(folder, predictions, tmp_path):
    out = tmp_path / "scores.json"
    done = invoke(folder, "--predictions", predictions, "--json", out)
    assert done.exit_code == 0, done.output
    for word in ("overall", "parallel", "travel+calendar", "argument_values", "over-refusal"):
        assert word in done.output
    assert "0.940-1.000" in done.output  # 60 of 60
    assert "…" not in done.output
    data = json.loads(out.read_text())
    assert data["counts"]["rows"] == len(data["rows"]) == 60
    assert data["overall"]["dense"] == {"value": 1.0, "low": 1.0, "high": 1.0, "rows": 60}
    assert {row["reward"] for row in data["rows"]} == {1.0}
    assert set(data["skills"]) == {row["skill"] for row in data["rows"]}


def test_what_is_missing_broken_or_elsewhere_is_said(folder, references, rows, tmp_path):
    path = tmp_path / "p.jsonl"
    train = next(name for name, row in rows.items() if row["split"] == "train")
    test = next(name for name, row in rows.items() if row["split"] == "test")
    path.write_text(f'{{\n{{"id": "{train}", "text": ""}}\n{{"id": "{test}", "text": "<think>"}}\n')
    done = invoke(folder, "--predictions", path, "--split", "test", "--parse", "hermes")
    assert done.exit_code == 0
    for said in (
        "rows without a prediction count as 0",
        "1 samples are for rows of another split",
        "broken lines that score 0: not_json 1",
        "replies that break the call format: unclosed_thinking 1",
    ):
        assert said in done.output
    left = invoke(folder, "--predictions", path, "--parse", "hermes", "--missing", "skip")
    assert "58 rows without a prediction are left out" in left.output


def test_without_predictions_the_usage_is_shown(folder):
    assert invoke(folder).exit_code == 2


def test_what_is_wrong_is_an_error_for_the_user(folder, predictions, tmp_path):
    for words in (
        (tmp_path, "--predictions", predictions),
        (folder, "--predictions", tmp_path / "none.jsonl"),
        (folder, "--predictions", predictions, "--parse", "morse"),
    ):
        assert isinstance(invoke(*words).exception, OutputError)
