"""`replay` proves rows from the release alone, and tells failed rows from unreadable releases."""

import json

import pytest
from typer.testing import CliRunner

from callwright.pipelines.cli import app
from callwright.pipelines.release import open_release
from callwright.pipelines.replay import replay
from callwright.schemas.canonical import dump
from callwright.schemas.errors import OutputError, RecordError
from tests.pipelines import garden


@pytest.fixture(scope="module")
def made():
    return list(garden.trajectories())


@pytest.fixture(scope="module")
def release(tmp_path_factory, made):
    return garden.make(tmp_path_factory.mktemp("replay") / "garden", garden.rows(made))


def prove(folder, **options):
    return list(replay(folder, domain_paths=[garden.PATHS], **options))[-1]


def command(folder, *arguments):
    return CliRunner().invoke(
        app, ["replay", str(folder), "--domains-path", garden.PATHS, *map(str, arguments)]
    )


def changed(folder, made, config, change):
    """A release in which one row of a config is not as it was, sealed as if it were right."""
    rows = list(garden.rows(made))
    at = next(i for i, row in enumerate(rows) if row[0] == config and change(dict(row[2])))
    _, split, row = rows[at]
    rows[at] = (config, split, change(dict(row)))
    return garden.make(folder, rows), row["id"]


def test_every_row_is_proved(release, made):
    report = prove(release)
    assert report.failures == []
    assert report.proved == len(made)


def test_more_workers_give_the_same(release, made):
    assert prove(release, workers=2).proved == len(made)


def test_every_attack_on_every_row_is_caught(release, made):
    assert prove(release, audit=True).proved == len(made)


def test_a_limit_is_kept(release):
    assert prove(release, limit=4).total == 4


def test_the_command_says_how_many(release, made):
    done = command(release)
    assert done.exit_code == 0
    assert done.output.strip().endswith(f"{len(made)} of {len(made)} rows proved (100.00%)")


def test_a_domain_that_changed_since_is_named_beside_the_failures(tmp_path, made, monkeypatch):
    folder, _ = changed(tmp_path / "garden", made, "sft", edit_path)
    assert "is not as it was" not in command(folder).output
    monkeypatch.setattr(
        "callwright.pipelines.replay.domain_fingerprints", lambda d: {"garden": "x"}
    )
    assert "domain garden is not as it was when the release was made" in command(folder).output


def edit_result(row):
    messages = json.loads(row["messages"])
    shown = next((m for m in messages if m["role"] == "tool"), None)
    if shown is None:
        return None
    shown["content"] = shown["content"].replace("PL-", "PL-Z")
    return row | {"messages": dump(messages)}


def edit_path(row):
    return row | {"provenance": row["provenance"].replace("v1/garden/5", "v1/garden/6")}


@pytest.mark.parametrize(
    ("change", "reason"), [(edit_result, "replay.result_differs"), (edit_path, "row.id")]
)
def test_a_row_that_is_not_true_is_found(tmp_path, made, change, reason):
    folder, row_id = changed(tmp_path / "garden", made, "sft", change)
    report = prove(folder)
    assert [(failure.id, failure.reason) for failure in report.failures] == [(row_id, reason)]
    done = command(folder)
    assert done.exit_code == 1
    assert f"{row_id}  {reason}" in done.output


def test_an_rl_row_that_is_not_that_of_its_sft_row_is_found(tmp_path, made):
    folder, row_id = changed(tmp_path / "garden", made, "rl", lambda row: row | {"reference": "[]"})
    assert [(f.id, f.reason) for f in prove(folder).failures] == [(row_id, "row.rl_differs")]


def other_kernel(row):
    return row | {"snapshot": dump(json.loads(row["snapshot"]) | {"kernel": 99})}


def other_world(row):
    snapshot = json.loads(row["snapshot"])
    person = snapshot["person"] | {"employer": "Nobody"}
    return row | {"snapshot": dump(snapshot | {"person": person})}


@pytest.mark.parametrize(
    ("config", "change", "message"),
    [
        ("worlds", other_kernel, "kernel version 99; this callwright reads 1"),
        ("worlds", other_world, "the snapshot of world .* is of another world"),
        (
            "views",
            lambda row: row | {"view": row["view"].replace("plant", "plants")},
            "another view",
        ),
        ("sft", lambda row: row | {"id": "0" * 24}, "only one of the configs"),
    ],
)
def test_a_release_that_cannot_be_read_is_an_error(tmp_path, made, config, change, message):
    folder, _ = changed(tmp_path / "garden", made, config, change)
    with pytest.raises(RecordError, match=message):
        prove(folder)


def test_a_missing_snapshot_is_named(tmp_path, made):
    rows = [row for row in garden.rows(made[:2]) if row[0] != "worlds"]
    with pytest.raises(RecordError, match="no snapshot of world"):
        prove(garden.make(tmp_path / "garden", rows))


def test_an_edited_manifest_is_an_error(tmp_path, made):
    folder = garden.make(tmp_path / "garden", garden.rows(made[:3]))
    path = folder / "manifest.json"
    path.write_text(path.read_text().replace('"seed": 5', '"seed": 6'))
    done = command(folder)
    assert isinstance(done.exception, RecordError)
    assert "key 'seed'" in str(done.exception)


def test_a_domain_that_is_not_there_is_named(release):
    with pytest.raises(RecordError, match="needs domain 'garden', which is not found"):
        list(replay(release))


def test_what_is_no_release_is_refused(tmp_path):
    with pytest.raises(OutputError, match="no finished release"):
        list(replay(tmp_path))


def test_rows_of_every_skill_took_part(release):
    skills = {row["skill"] for row in open_release(release).rows("sft")}
    assert skills >= {"single", "parallel", "multi_step", "clarify", "irrelevance"}
