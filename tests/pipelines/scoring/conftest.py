"""The recipe `tiny` as a release to score against, and its references as predictions."""

import json

import pytest

from callwright.pipelines.progress import open_progress
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.release import Release
from callwright.pipelines.run import Options, run
from callwright.pipelines.scoring.run import Options as Asked
from callwright.pipelines.scoring.run import score_file


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("scored") / "tiny"
    run(find_recipe("tiny"), Options(place), open_progress(True))
    return place


@pytest.fixture(scope="session")
def references(folder):
    """Row id -> the reference conversation, by split and id."""
    return {row["id"]: json.loads(row["messages"]) for row in Release(folder).rows("sft")}


@pytest.fixture(scope="session")
def rows(folder):
    """Row id -> the `rl` row."""
    return {row["id"]: row for row in Release(folder).rows("rl")}


@pytest.fixture
def board_of(folder, tmp_path):
    """Scores lines, each an object or bytes as they stand in the file."""

    def scored(lines, **options):
        path = tmp_path / "predictions.jsonl"
        texts = (x if isinstance(x, bytes) else json.dumps(x).encode() for x in lines)
        path.write_bytes(b"".join(text + b"\n" for text in texts))
        return score_file(folder, path, Asked(**options))

    return scored
