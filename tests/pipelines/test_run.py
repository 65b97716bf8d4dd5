"""Runs over a fake toolkit: exact counts, one content for all ways of running, clear refusals."""

import os
import re
from collections import Counter
from itertools import pairwise

import pyarrow.parquet as pq
import pytest

from callwright.generators.settings import Cell
from callwright.pipelines.chunks import ChunkSpec, Part
from callwright.pipelines.lock import hold
from callwright.pipelines.run import Options, read_order
from callwright.schemas.errors import OutputError, RecipeError
from tests.pipelines.fakerun import RECIPE, StopAfter, fake_run, stop_early


def snapshot(folder):
    return {
        path.relative_to(folder): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


# -- content -------------------------------------------------------------------------------
def test_every_cell_is_exactly_full(content):
    cells = content.funnel["cells"].values()
    assert all(cell["accepted"] == cell["target"] for cell in cells)
    assert content.counts["sft"] == content.counts["rl"] == {"train": 220, "test": 55}
    assert content.counts["worlds"] == content.counts["views"] == {"train": 1}


def test_the_funnel_adds_up(content):
    stages = content.funnel["stages"]
    assert [s["stage"] for s in stages] == [
        *("plan", "schema", "replay", "duplicates", "skeletons", "quota")
    ]
    for before, after in pairwise(stages):
        assert before["kept"] == after["entered"]
    for stage in stages:
        assert stage["entered"] == stage["kept"] + sum(stage["dropped"].values())
    cells = content.funnel["cells"].values()
    assert stages[0]["entered"] == sum(cell["entered"] for cell in cells)
    assert stages[-1]["kept"] == sum(cell["kept"] for cell in cells)
    reasons = Counter()
    for cell in cells:
        reasons.update(cell["dropped"])
    assert {"plan.no_reference", "duplicates.exact", "skeletons.over_cap"} <= set(reasons)


@pytest.mark.parametrize(("workers", "chunk_size"), [(1, 3), (1, 1000), (2, 17)])
def test_neither_workers_nor_chunks_change_the_content(
    recipe_file, tmp_path, content, workers, chunk_size
):
    made = fake_run(recipe_file, tmp_path / "out", workers=workers, chunk_size=chunk_size)
    assert made.manifest == content


def test_a_run_that_was_stopped_goes_on_and_makes_no_chunk_twice(recipe_file, tmp_path, content):
    out = tmp_path / "out"
    done = stop_early(recipe_file, out)
    times = {path: path.stat().st_mtime_ns for path in done}
    assert len(done) == 10
    later = stop_early(recipe_file, out, chunks=12)
    assert {path: path.stat().st_mtime_ns for path in later if path in times} == times
    assert fake_run(recipe_file, out).manifest == content
    assert not (out / ".callwright" / "chunks").exists()


def test_a_resumed_run_keeps_its_chunk_size(recipe_file, tmp_path, content):
    out = tmp_path / "out"
    stop_early(recipe_file, out, chunk_size=11)
    watcher = StopAfter(10_000)
    made = fake_run(recipe_file, out, chunk_size=50, progress=watcher)
    assert made.manifest == content


def test_a_complete_folder_is_left_as_it_is(recipe_file, tmp_path):
    out = tmp_path / "out"
    first = fake_run(recipe_file, out)
    before = snapshot(out)
    again = fake_run(recipe_file, out)
    assert (first.fresh, again.fresh) == (True, False)
    assert again.manifest == first.manifest
    del before[(out / ".callwright" / "lock").relative_to(out)]
    assert before.items() <= snapshot(out).items()


def test_a_chunk_holds_rows_and_places_as_documented(recipe_file, tmp_path):
    path = stop_early(recipe_file, tmp_path / "out")[0]
    names = pq.read_schema(path).names
    assert names[:10] == [
        "part",
        *("id", "family_id", "skill", "domain", "split", "world", "views", "skeleton", "signature"),
    ]
    assert {name.split("/")[0] for name in names[10:]} == {"preference", "sft", "rl"}


# -- refusals ------------------------------------------------------------------------------
def test_a_cell_that_cannot_be_filled_is_named_with_its_reasons(recipe_file, tmp_path):
    recipe_file.write_text(RECIPE.replace("namespace: fake", "namespace: stuck"))
    with pytest.raises(RecipeError, match=r"parallel/travel/train .* replay.bad"):
        fake_run(recipe_file, tmp_path / "out")
    assert not (tmp_path / "out" / "manifest.json").exists()


def test_a_wrong_recipe_leaves_nothing(recipe_file, tmp_path):
    recipe_file.write_text(RECIPE.replace("parallel", "paralel"))
    with pytest.raises(RecipeError, match="did you mean 'parallel'"):
        fake_run(recipe_file, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("engine", ["spark", "Local"])
def test_an_unknown_engine_names_the_known_ones(recipe_file, tmp_path, engine):
    with pytest.raises(RecipeError, match="Valid: local, ray"):
        fake_run(recipe_file, tmp_path / "out", engine=engine)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("options", [{"workers": 0}, {"workers": -2}, {"chunk_size": 0}])
def test_impossible_options_are_refused(recipe_file, tmp_path, options):
    with pytest.raises(RecipeError, match="must be 1 or more"):
        fake_run(recipe_file, tmp_path / "out", **options)
    assert not (tmp_path / "out").exists()


def test_a_foreign_folder_is_refused_and_not_touched(recipe_file, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "thesis.tex").write_text("mine")
    with pytest.raises(OutputError, match=r"not empty .* thesis.tex"):
        fake_run(recipe_file, out)
    assert [path.name for path in out.iterdir()] == ["thesis.tex"]


def test_an_output_that_is_a_file_is_refused(recipe_file, tmp_path):
    out = tmp_path / "out"
    out.write_text("mine")
    with pytest.raises(OutputError, match="cannot be written"):
        fake_run(recipe_file, out)
    assert out.read_text() == "mine"


def test_an_empty_folder_is_taken(recipe_file, tmp_path, content):
    (tmp_path / "out").mkdir()
    assert fake_run(recipe_file, tmp_path / "out").manifest == content


@pytest.mark.parametrize("finish", [False, True])
def test_another_recipe_is_refused_and_nothing_touched(recipe_file, tmp_path, finish):
    out = tmp_path / "out"
    fake_run(recipe_file, out) if finish else stop_early(recipe_file, out)
    before = snapshot(out)
    recipe_file.write_text(RECIPE.replace("seed: 3", "seed: 4"))
    with pytest.raises(OutputError, match="begun with another recipe"):
        fake_run(recipe_file, out)
    assert snapshot(out) == before


def test_other_code_is_refused(recipe_file, tmp_path, monkeypatch):
    out = tmp_path / "out"
    stop_early(recipe_file, out)
    state = out / ".callwright" / "run.json"
    state.write_text(state.read_text().replace('"code":"', '"code":"0'))
    with pytest.raises(OutputError, match="another version of callwright"):
        fake_run(recipe_file, out)


def test_a_broken_run_state_is_refused(recipe_file, tmp_path):
    out = tmp_path / "out"
    stop_early(recipe_file, out)
    (out / ".callwright" / "run.json").write_text("{")
    with pytest.raises(OutputError, match=r"run.json cannot be read"):
        fake_run(recipe_file, out)


def test_a_second_run_on_the_folder_names_the_process_of_the_first(recipe_file, tmp_path):
    out = tmp_path / "out"
    stop_early(recipe_file, out)
    named = rf"another run \(process {os.getpid()}\)"
    with hold(out / ".callwright" / "lock"), pytest.raises(OutputError, match=named):
        fake_run(recipe_file, out)


# -- chunks --------------------------------------------------------------------------------
def test_a_chunk_order_survives_its_text(recipe_file, tmp_path):
    options = Options(tmp_path / "out", toolkit="tests.pipelines.fake")
    job = read_order(recipe_file, options).job(tmp_path)
    cell = Cell(skill="single", domain="travel+calendar", split="test")
    other = Cell(skill="single", domain="travel", split="test")
    parts = (Part(cell=cell, first=3, last=9), Part(cell=other, first=0, last=2))
    spec = ChunkSpec(job=job, round=1, number=7, parts=parts)
    assert spec.size == 8
    assert ChunkSpec.model_validate_json(spec.model_dump_json()) == spec
    assert re.fullmatch(r"001-00007-[0-9a-f]{12}\.json", spec.marker.name)
    # Other candidates in the same place are another chunk.
    assert spec.model_copy(update={"parts": parts[:1]}).marker != spec.marker
