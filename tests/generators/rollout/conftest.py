import pytest

from tests.generators.conftest import new_factory


@pytest.fixture(scope="session")
def factory():
    return new_factory()
