"""A real toolkit and a wordsmith, shared by the tests of one file."""

import pytest

from callwright.generators.settings import Cell, Settings
from callwright.generators.wording import Wordsmith
from callwright.pipelines.factory import FilterSettings, Job
from callwright.pipelines.funnel import Funnel
from callwright.pipelines.produce import make
from callwright.pipelines.toolkit import open_toolkit

FILTERS = FilterSettings(near_duplicate=0.8, skeleton_cap=1.0, audit_operators=2)


@pytest.fixture(scope="package")
def toolkit():
    settings = Settings(namespace="tests", seed=3, worlds={"train": 3, "test": 1})
    return open_toolkit(Job(settings=settings, filters=FILTERS, work=""))


@pytest.fixture(scope="package")
def smith(toolkit):
    return Wordsmith.of(toolkit.factory.domains)


@pytest.fixture(scope="package")
def proved(toolkit):
    """Proved families of a cell: `proved(skill, domain)` yields them without end."""

    def families(skill, domain):
        cell = Cell(skill=skill, domain=domain, split="train")
        for number in range(200):
            family = make(toolkit, cell, number, Funnel())
            if family:
                yield family

    return families
