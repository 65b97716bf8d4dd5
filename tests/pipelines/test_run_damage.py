"""Damage: corrupt chunks, damaged worlds, full disks, and what a killed run left."""

import errno
import shutil
import subprocess

import pytest

from callwright.pipelines import files
from callwright.schemas.errors import OutputError
from tests.pipelines.fakerun import fake_run, stop_early


def marker_of(chunk):
    return chunk.with_name(f"{chunk.stem.rpartition('-')[0]}.json")


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


DAMAGE = {
    "flipped bit": lambda path: flip(path),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-9]),
    "gone": lambda path: path.unlink(),
    "broken marker": lambda path: marker_of(path).write_text("{"),
    "empty marker": lambda path: marker_of(path).write_text("{}"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_corrupt_chunk_is_named_with_the_way_to_mend_it(recipe_file, tmp_path, damage, content):
    out = tmp_path / "out"
    chunk = stop_early(recipe_file, out)[4]
    damage(chunk)
    with pytest.raises(OutputError, match="is corrupt") as caught:
        fake_run(recipe_file, out)
    marker = marker_of(chunk)
    assert f"chunk {marker.stem} is" in str(caught.value)
    assert f"delete {marker}" in str(caught.value)
    marker.unlink()
    assert fake_run(recipe_file, out).manifest == content


def test_a_damaged_world_is_named_with_the_way_to_mend_it(recipe_file, tmp_path, content):
    out = tmp_path / "out"
    stop_early(recipe_file, out)
    flip(next((out / ".callwright" / "worlds").iterdir()))
    with pytest.raises(OutputError, match=r"worlds lacks .* or holds it damaged"):
        fake_run(recipe_file, out)
    for name in ("worlds", "chunks"):
        shutil.rmtree(out / ".callwright" / name)
    assert fake_run(recipe_file, out).manifest == content


def test_what_a_killed_run_left_half_written_is_swept(recipe_file, tmp_path, content):
    out = tmp_path / "out"
    chunk = stop_early(recipe_file, out)[0]
    leftover = chunk.with_name(f"{chunk.name}.tmp-1")
    leftover.write_bytes(b"half")
    stop_early(recipe_file, out, chunks=1)
    assert not leftover.exists()


def test_a_full_disk_says_so_and_leaves_no_temporary_file(recipe_file, tmp_path, monkeypatch):
    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OutputError, match="no space left"):
        fake_run(recipe_file, tmp_path / "out")
    assert not list((tmp_path / "out").rglob("*.tmp-*"))


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=96k", "tmpfs", folder],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"no tmpfs can be mounted here: {mounted.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_goes_on_once_there_is_room(recipe_file, small_disk, content, workers):
    out = small_disk / "out"
    with pytest.raises(OutputError, match="no space left on the disk"):
        fake_run(recipe_file, out, workers=workers)
    assert not list(out.rglob("*.tmp-*"))
    subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
    assert fake_run(recipe_file, out, workers=workers).manifest == content
