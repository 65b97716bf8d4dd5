"""Stores: what rows refer to is there when it is read, or the message says how to mend it."""

import errno

import pytest

from callwright.pipelines.stores import StoreWriter, stored, writer
from callwright.schemas.canonical import digest
from callwright.schemas.errors import OutputError

THINGS = [{"n": number, "text": "é x"} for number in range(5)]
NAMES = [digest(thing, 16) for thing in THINGS]


def kept(folder, numbers):
    folder.mkdir(exist_ok=True)
    made = StoreWriter(folder)
    for number in numbers:
        made.keep(NAMES[number], THINGS[number])
    made.flush()
    return made


def test_things_come_back_by_digest_from_the_files_of_all_workers(tmp_path):
    kept(tmp_path, [0, 1, 2])
    kept(tmp_path, [2, 3, 4])
    assert len(list(tmp_path.iterdir())) == 2
    found = dict(stored(tmp_path, set(NAMES[1:])))
    assert list(found) == sorted(NAMES[1:])
    assert found[NAMES[4]] == '{"n":4,"text":"é x"}'


def test_a_line_cut_short_is_passed_over_where_another_worker_has_it(tmp_path):
    kept(tmp_path, [0, 1])
    cut = next(tmp_path.iterdir())
    cut.write_bytes(cut.read_bytes()[:-5])
    assert dict(stored(tmp_path, {NAMES[0]}))
    with pytest.raises(OutputError, match=f"lacks {NAMES[1]} or holds it damaged; delete"):
        dict(stored(tmp_path, set(NAMES[:2])))
    kept(tmp_path, [1])
    assert len(dict(stored(tmp_path, set(NAMES[:2])))) == 2


def test_after_a_full_disk_the_lines_go_to_a_new_file(tmp_path, monkeypatch):
    made = kept(tmp_path, [0])
    made.keep(NAMES[1], THINGS[1])
    with monkeypatch.context() as broken:
        broken.setattr(made, "_open", lambda: full(next(tmp_path.iterdir())))
        with pytest.raises(OutputError, match="no space left"):
            made.flush()
    made.flush()
    assert len(list(tmp_path.iterdir())) == 2
    assert len(dict(stored(tmp_path, set(NAMES[:2])))) == 2


def full(path):
    class Full:
        def __enter__(self):
            return self

        def __exit__(self, *trouble):
            pass

        def write(self, data):
            with path.open("ab") as file:
                file.write(data[:7])
            raise OSError(errno.ENOSPC, "No space left on device")

    return Full()


def test_a_thing_that_changed_since_it_was_named_is_a_bug(tmp_path):
    with pytest.raises(RuntimeError, match="not rolled back"):
        StoreWriter(tmp_path).keep(NAMES[0], THINGS[1])


def test_a_writer_begins_anew_when_its_file_is_gone(tmp_path):
    first = writer(tmp_path)
    assert writer(tmp_path) is first
    first.keep(NAMES[0], THINGS[0])
    first.flush()
    next(tmp_path.iterdir()).unlink()
    assert not writer(tmp_path).has(NAMES[0])
