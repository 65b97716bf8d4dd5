"""`generate`: rows of one cell at once, or one message that says what would have been right."""

import json

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from callwright.pipelines.adhoc import Request, check_out, generate, write_rows
from callwright.pipelines.cli import app
from callwright.schemas.errors import OutputError, RecipeError
from callwright.schemas.rows import SFT_COLUMNS, from_row

FAKE = "tests.pipelines.fake"


def ask(**changes):
    fields = {"domain": "travel", "skill": "single", "count": 5, "seed": 3, "toolkit": FAKE}
    return generate(Request(**(fields | changes)))


def test_it_gives_as_many_rows_of_the_cell_as_asked_for():
    found = ask(split="test")
    assert len({made.task.id for made in found}) == 5
    assert {(m.task.skill, m.task.domain, m.task.split) for m in found} == {
        ("single", "travel", "test")
    }
    assert all(made.verdicts and all(v.keep for v in made.verdicts) for made in found)


def test_the_same_seed_gives_the_same_rows_and_fewer_are_the_first_of_them():
    assert ask() == ask()
    assert ask(count=2) == ask()[:2]
    assert ask(seed=4) != ask()


def test_no_two_rows_have_the_same_request():
    texts = [made.task.turns[0].text for made in ask(count=40)]
    assert len(set(texts)) == 40


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"count": 0}, "--count is 0; it must be 1 or more"),
        ({"count": -3}, "--count is -3"),
        ({"seed": -1}, "--seed is -1; it must be 0 or more"),
        ({"split": "dev"}, "--split is 'dev', which does not exist. Valid: train, test"),
        ({"skill": "paralel"}, "--skill is 'paralel'.*did you mean 'parallel'.*Valid: .*single"),
        ({"domain": "travle"}, "--domain is 'travle'.*did you mean 'travel'.*Valid: .*calendar"),
        ({"domain": "travel+sea"}, "--domain is 'sea'"),
        ({"domain": "travel+travel"}, "comes twice"),
    ],
)
def test_a_wrong_request_is_answered_with_what_is_right(changes, message):
    with pytest.raises(RecipeError, match=message):
        ask(**changes)


def test_a_cell_that_cannot_be_served_says_why(monkeypatch):
    from callwright.pipelines import adhoc

    monkeypatch.setattr(adhoc, "NAMESPACE", "stuck")
    message = r"cannot serve 2 rows of skill parallel: 0 came of \d+ candidates \(.+ \d+"
    with pytest.raises(RecipeError, match=message):
        ask(skill="parallel", count=2)


def test_rows_are_written_as_the_release_holds_them(tmp_path):
    made = ask(count=3)
    lines, parquet = tmp_path / "deep" / "rows.jsonl", tmp_path / "rows.parquet"
    write_rows(lines, made)
    write_rows(parquet, made)
    written = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    assert written == pq.read_table(parquet).to_pylist()
    assert tuple(written[0]) == SFT_COLUMNS
    assert [from_row(row) for row in written] == made


@pytest.mark.parametrize("name", ["rows.csv", "rows", "folder.jsonl"])
def test_a_file_that_cannot_be_written_is_refused_before_any_work(tmp_path, name):
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(OutputError, match="--out"):
        check_out(tmp_path / name)


def test_the_command_refuses_in_one_line_and_writes_nothing(tmp_path):
    out = tmp_path / "rows.jsonl"
    command = ["generate", "--domain", "sea", "--skill", "single", "--out", str(out)]
    done = CliRunner().invoke(app, command)
    assert isinstance(done.exception, RecipeError)
    assert not out.exists()
