"""A task that seemed lost is made a second time: two workers write one chunk on shared storage."""

import os

import pyarrow.parquet as pq
import pytest

from callwright.generators.settings import Cell
from callwright.pipelines import chunks
from callwright.pipelines.chunks import ChunkSpec, Part, finished, save
from callwright.pipelines.files import write_whole
from callwright.pipelines.produce import produce_chunk
from callwright.pipelines.run import Options, read_order
from callwright.pipelines.stores import StoreWriter, stored
from callwright.schemas.canonical import digest

CELL = Cell(skill="single", domain="travel", split="train")


@pytest.fixture
def spec(recipe_file, tmp_path):
    options = Options(tmp_path / "out", toolkit="tests.pipelines.fake")
    work = tmp_path / "out" / ".callwright"
    for name in ("chunks", "worlds", "views"):
        (work / name).mkdir(parents=True)
    job = read_order(recipe_file, options).job(work)
    part = Part(cell=CELL, first=0, last=9)
    return ChunkSpec(job=job, round=0, number=0, parts=(part,))


def rows(text):
    return [{"family_id": text, "text": text}]


def text_of(spec, summary):
    return pq.read_table(spec.path(summary.sha256))["text"].to_pylist()


def test_the_chunk_of_each_writer_stays_whole(spec, monkeypatch):
    """The second writes all of its chunk between the first one's file and its marker."""
    second = []

    def write(path, data):
        write_whole(path, data)
        if path.suffix == ".parquet" and not second:
            second.append(None)
            second[0] = save(spec, rows("second"), ())

    monkeypatch.setattr(chunks, "write_whole", write)
    first = save(spec, rows("first"), ())
    assert finished(spec) == first
    assert text_of(spec, first) == ["first"]
    assert text_of(spec, second[0]) == ["second"]


def test_a_finished_chunk_is_not_made_again(spec):
    said = produce_chunk(spec.model_dump_json())
    other = save(spec, rows("as another model said it"), ())
    assert finished(spec) == other
    again = produce_chunk(spec.model_dump_json())
    assert again == other.model_dump_json() != said


def test_writers_of_one_process_number_get_in_no_other_ones_way(tmp_path, monkeypatch):
    """Two machines number their processes alike."""
    monkeypatch.setattr(os, "getpid", lambda: 7)
    names = {}
    for text in ("one", "other"):
        names[digest(text, 32)] = f'"{text}"'
        writer = StoreWriter(tmp_path)
        writer.keep(digest(text, 32), text)
        writer.flush()
    assert dict(stored(tmp_path, set(names))) == names

    inside = []

    def replace(path, target):
        inside.append(path.name)
        if len(inside) == 1:
            write_whole(target, b"inner")
        return real(path, target)

    real = type(tmp_path).replace
    monkeypatch.setattr(type(tmp_path), "replace", replace)
    write_whole(tmp_path / "file", b"outer")
    assert (tmp_path / "file").read_bytes() == b"outer"
    assert len(set(inside)) == 2
