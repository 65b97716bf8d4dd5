"""A recipe's content depends on the domains it names, not on what else is installed."""

from callwright.domains.core.discovery import discover
from callwright.generators.factory import Factory
from callwright.generators.settings import Settings
from tests.generators.conftest import cells, families

SETTINGS = Settings(
    namespace="used", seed=2, domains=("calendar", "travel"), worlds={"train": 2, "test": 1}
)


def test_another_domain_changes_nothing() -> None:
    two = {name: discover()[name] for name in ("travel", "calendar")}
    cell = next(c for c in cells() if (c.skill, c.domain) == ("single", "travel"))
    assert families(Factory(SETTINGS, discover()), cell, 5) == families(
        Factory(SETTINGS, two), cell, 5
    )


def test_the_worlds_hold_only_the_named_domains() -> None:
    world, _ = Factory(SETTINGS, discover()).worlds_pool.get("train", 0)
    assert sorted(world.states) == ["calendar", "travel"]
