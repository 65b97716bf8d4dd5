"""A release is written whole, reads everywhere, and shows any later change."""

import errno
import hashlib
import json
import shutil
from pathlib import Path

import datasets
import pyarrow.parquet as pq
import pytest

from callwright.pipelines import buckets
from callwright.pipelines.release import LAST, open_release, verify
from callwright.schemas.canonical import canonical
from callwright.schemas.errors import OutputError, RecordError
from callwright.schemas.manifest import Manifest
from callwright.schemas.record import RECORD_VERSION
from callwright.schemas.rows import COLUMNS, from_row, rl_task
from tests.pipelines.made_release import make, rows


@pytest.fixture(scope="module")
def untouched(tmp_path_factory):
    folder = tmp_path_factory.mktemp("release") / "made"
    make(folder)
    return folder


@pytest.fixture
def release(untouched, tmp_path):
    return Path(shutil.copytree(untouched, tmp_path / "made"))


def test_every_config_loads_with_datasets(release, tmp_path):
    for config, columns in COLUMNS.items():
        loaded = datasets.load_dataset(str(release), config, cache_dir=str(tmp_path / "cache"))
        assert tuple(next(iter(loaded.values())).column_names) == columns
    loaded = datasets.load_dataset(str(release), "sft", cache_dir=str(tmp_path / "cache"))
    assert {split: len(part) for split, part in loaded.items()} == {"train": 20, "test": 4}
    assert from_row(loaded["test"][0]).task.split == "test"


def test_the_rows_come_back_and_in_the_order_of_their_ids(release):
    held = open_release(release)
    for config, read in (("sft", from_row), ("rl", rl_task)):
        for split in ("train", "test"):
            ids = [row["id"] for row in held.rows(config, split)]
            assert ids == sorted(r["id"] for c, s, r in rows() if (c, s) == (config, split))
        assert [read(row) for row in held.rows(config)]


def test_the_content_hash_is_the_stated_one(release):
    lines = sorted((config, split, row["id"], row) for config, split, row in rows())
    sha = hashlib.sha256()
    for config, split, _, row in lines:
        sha.update(canonical([config, split, row]) + b"\n")
    assert verify(release).content_sha256 == sha.hexdigest()
    assert release.joinpath("manifest.json").read_text().count('"content_sha256"') == 2  # and seal


def test_order_shards_and_memory_change_nothing(tmp_path, monkeypatch):
    first = make(tmp_path / "a")
    monkeypatch.setattr(buckets, "BUFFER_BYTES", 100)
    second = make(
        tmp_path / "b", sorted(rows(), key=lambda r: (r[0] in LAST, r[2]["id"])), rows_per_shard=7
    )
    assert first.content_sha256 == second.content_sha256
    names = [path.name for path in sorted((tmp_path / "b" / "sft").iterdir())]
    assert names == ["test-00000-of-00001.parquet"] + [
        f"train-{i:05d}-of-00003.parquet" for i in range(3)
    ]
    assert verify(tmp_path / "b") == second


def test_the_same_rows_give_the_same_bytes(tmp_path):
    assert make(tmp_path / "a") == make(tmp_path / "b")


def test_nothing_but_the_release_is_left(release):
    assert sorted(path.name for path in release.iterdir()) == [
        *("README.md", "manifest.json", "plots", "preference", "rl", "sft", "views", "worlds")
    ]


def test_a_release_is_never_written_over(release):
    with pytest.raises(OutputError, match="already holds a release"):
        make(release)


def test_an_id_that_comes_twice_is_refused_and_leaves_no_release(tmp_path):
    twice = [next(iter(rows())), *rows()]
    with pytest.raises(OutputError, match="two rl rows of split train have the id"):
        make(tmp_path / "made", twice)
    with pytest.raises(OutputError, match=r"no finished release: it has no manifest\.json"):
        open_release(tmp_path / "made")


def test_a_row_that_comes_too_late_to_be_measured_is_a_bug(tmp_path):
    late = [*rows(), ("sft", "train", next(row for config, _, row in rows() if config == "sft"))]
    with pytest.raises(ValueError, match="a row of sft after"):
        make(tmp_path / "made", late)


def test_a_killed_attempt_is_replaced(tmp_path):
    def broken():
        yield from list(rows())[:9]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "made", broken())
    (tmp_path / "made" / "sft").mkdir()
    make(tmp_path / "made")
    verify(tmp_path / "made")


def edit(release, key, value):
    path = release / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))


@pytest.mark.parametrize("key", [name for name in Manifest.model_fields if name != "seals"])
def test_an_edited_manifest_key_is_named(release, key):
    value = json.loads((release / "manifest.json").read_text())[key]
    edit(release, key, {str: "other", int: 99, dict: {}, list: []}[type(value)])
    with pytest.raises(RecordError, match=rf"manifest\.json.*{key}"):
        verify(release)


def test_a_manifest_that_lacks_its_seals_is_refused(release):
    edit(release, "seals", {})
    with pytest.raises(RecordError, match=r"manifest\.json was edited"):
        verify(release)


def test_a_resealed_manifest_still_answers_to_the_rows(release):
    from callwright.schemas.manifest import read_manifest

    path = release / "manifest.json"
    held = read_manifest(path.read_bytes())
    for change in ({"content_sha256": "0" * 64}, {"counts": {"sft": {"train": 5}}}):
        forged = held.model_copy(update=change).sealed()
        path.write_text(forged.model_dump_json())
        with pytest.raises(RecordError, match=f"key '{next(iter(change))}'"):
            verify(release)


def test_a_file_that_was_touched_is_named(release):
    shard = release / "sft" / "train-00000-of-00001.parquet"
    content = bytearray(shard.read_bytes())
    content[len(content) // 2] ^= 1
    shard.write_bytes(content)
    with pytest.raises(
        OutputError, match=r"sft/train-00000-of-00001\.parquet was edited or damaged"
    ):
        verify(release)


def test_a_missing_and_a_foreign_file_are_named(release):
    (release / "notes.txt").write_text("mine")
    with pytest.raises(OutputError, match=r"holds notes\.txt, which manifest\.json does not list"):
        verify(release)
    (release / "notes.txt").unlink()
    (release / "plots" / "cells.png").unlink()
    with pytest.raises(OutputError, match=r"lacks plots/cells\.png"):
        verify(release)


def test_work_files_of_a_run_are_no_part_of_it(release):
    (release / ".callwright").mkdir()
    (release / ".callwright" / "state.json").write_text("{}")
    verify(release)


def test_a_shard_that_is_no_parquet_is_named(release):
    shard = release / "sft" / "test-00000-of-00001.parquet"
    shard.write_bytes(b"PAR1 nothing PAR1")
    with pytest.raises(OutputError, match=r"test-00000-of-00001\.parquet is no readable parquet"):
        list(open_release(release).rows("sft"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "broken JSON"),
        ("[]", "no JSON object"),
        ('{"record_version": 9}', f"record_version 9; this callwright reads 1 to {RECORD_VERSION}"),
        ('{"record_version": 1, "colour": 3}', "was edited"),
    ],
)
def test_an_unreadable_manifest_is_refused(release, text, message):
    (release / "manifest.json").write_text(text)
    for read in (open_release, verify):
        with pytest.raises(RecordError, match=message):
            read(release)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(OutputError, match="there is no folder"):
        open_release(tmp_path / "nothing")


def test_shards_hold_text_and_one_integer(release):
    schema = pq.read_schema(release / "sft" / "train-00000-of-00001.parquet")
    kinds = {str(schema.field(name).type) for name in COLUMNS["sft"] if name != "record_version"}
    assert (kinds, str(schema.field("record_version").type)) == ({"string"}, "int64")


def test_a_full_disk_is_one_message_and_leaves_nothing_half_written(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("callwright.pipelines.release.write_shards", full)
    with pytest.raises(OutputError, match="no space left on the disk"):
        make(tmp_path / "made")
    assert list((tmp_path / "made").iterdir()) == []
