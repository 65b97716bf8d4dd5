"""Markers and folders for tests of the pipeline."""

import pytest

from tests.pipelines.fakerun import RECIPE, fake_run


def pytest_configure(config):
    config.addinivalue_line("markers", "ray: starts ray on this machine, which takes seconds")


@pytest.fixture
def recipe_file(tmp_path):
    path = tmp_path / "fake.yaml"
    path.write_text(RECIPE, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def content(tmp_path_factory):
    """What every way of running must give."""
    folder = tmp_path_factory.mktemp("reference")
    (folder / "fake.yaml").write_text(RECIPE, encoding="utf-8")
    return fake_run(folder / "fake.yaml", folder / "out").manifest
