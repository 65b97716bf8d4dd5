"""A release to serve: the recipe `tiny`, and rows whose dialogues offer tools, ask and fail."""

import json
from importlib import resources

import pytest

from callwright.pipelines.progress import open_progress
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.release import Release
from callwright.pipelines.run import Options, run
from callwright.pipelines.serving.episode import EpisodeSource

MORE = """\
  - skill: missing_tool
    domains: {travel: 3, calendar: 3}
  - skill: confirm_first
    domains: {travel: 4}
  - skill: error_recovery
    domains: {travel: 3}
release:
"""
TWINS = "{travel: 20, calendar: 20}"
"""Single rows: each row of a skill that must not act has one as its twin."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("served")
    tiny = resources.files("callwright.pipelines.recipes").joinpath("tiny.yaml")
    text = tiny.read_text(encoding="utf-8")
    text = text.replace("release:\n", MORE).replace("{travel: 10, calendar: 10}", TWINS)
    (place / "served.yaml").write_text(text, encoding="utf-8")
    run(find_recipe(str(place / "served.yaml")), Options(place / "data"), open_progress(True))
    return place / "data"


@pytest.fixture(scope="session")
def source(folder):
    return EpisodeSource(folder)


@pytest.fixture(scope="session")
def conversations(folder):
    """Row id -> the reference conversation."""
    rows = Release(folder).rows("sft")
    return {row["id"]: json.loads(row["messages"]) for row in rows}


@pytest.fixture(scope="session")
def offering(source):
    """The id of a row that offers a tool in its second turn."""
    return next(head.id for head in source.heads if head.skill == "missing_tool")


@pytest.fixture(scope="session")
def writing(source):
    """The id of a row whose first call changes the world."""
    return next(
        head.id
        for head in source.heads
        if (task := source.task(head.id)).checks.state and task.checks.turns[0].calls[0].mutates
    )
