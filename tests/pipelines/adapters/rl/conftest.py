"""A small release, and what its rows look like to trainers."""

import json

import pytest

from callwright.pipelines.progress import open_progress
from callwright.pipelines.recipe import find_recipe
from callwright.pipelines.release import Release
from callwright.pipelines.run import Options, run
from callwright.pipelines.serving.episode import EpisodeSource
from callwright.schemas.rows import from_row

RECIPE = """\
recipe_version: 1
name: small
namespace: adapters
seed: 11
mixture:
  - {skill: single, domains: {travel: 6, calendar: 6}}
  - {skill: multi_step, domains: {travel+calendar: 4}}
  - {skill: parallel, domains: {calendar: 4}}
  - {skill: irrelevance, domains: {travel: 4}}
  - {skill: clarify, domains: {calendar: 4}}
  - {skill: multi_turn, domains: {travel: 3}}
"""


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("adapters")
    (place / "small.yaml").write_text(RECIPE, encoding="utf-8")
    run(find_recipe(str(place / "small.yaml")), Options(place / "data"), open_progress(True))
    return place / "data"


@pytest.fixture(scope="session")
def source(folder):
    return EpisodeSource(folder)


@pytest.fixture(scope="session")
def trajectories(folder):
    return [from_row(row) for row in Release(folder).rows("sft")]


@pytest.fixture(scope="session")
def tasks(trajectories):
    return [trajectory.task for trajectory in trajectories]


@pytest.fixture(scope="session")
def written():
    """A call as Hermes models write it."""

    def write(name, arguments):
        call = json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
        return f"<tool_call>\n{call}\n</tool_call>"

    return write
