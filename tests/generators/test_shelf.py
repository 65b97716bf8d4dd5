"""What workers share changes nothing: it is what each of them would have made."""

import pytest

from callwright.domains.core.discovery import discover
from callwright.generators.factory import Factory
from callwright.generators.planner import blockers
from callwright.generators.settings import Cell, Settings
from callwright.generators.worlds import WorldPool
from callwright.schemas.canonical import dump, load
from tests.generators.conftest import families

SETTINGS = Settings(
    namespace="shelf", seed=4, domains=("calendar", "vehicle"), worlds={"train": 3, "test": 1}
)
CELL = Cell(skill="state_dependency", domain="vehicle", split="train")


class Kept:
    """A shelf that holds JSON text, as a folder would."""

    def __init__(self):
        self.texts = {}

    def get(self, name):
        return load(self.texts[name]) if name in self.texts else None

    def put(self, name, data):
        assert name not in self.texts, "made twice"
        self.texts[name] = dump(data)


def test_families_are_the_same_whoever_made_what_they_need(monkeypatch):
    alone = families(Factory(SETTINGS, discover()), CELL, 12)
    shelf = Kept()
    assert families(Factory(SETTINGS, discover(), shelf), CELL, 12) == alone
    assert shelf.texts

    def never(*_):
        pytest.fail("made again")

    monkeypatch.setattr(WorldPool, "_populate", never)
    monkeypatch.setattr(blockers.Blockers, "_tried", never)
    assert families(Factory(SETTINGS, discover(), shelf), CELL, 12) == alone


def test_a_world_from_a_shelf_has_the_digest_and_the_rows_of_the_world_that_was_put_there():
    shelf = Kept()
    made, address = Factory(SETTINGS, discover(), shelf).worlds_pool.get("test", 0)
    taken, same = Factory(SETTINGS, discover(), shelf).worlds_pool.get("test", 0)
    assert same == address == taken.digest()
    assert dump(taken.snapshot()) == dump(made.snapshot())
    assert taken is not made
