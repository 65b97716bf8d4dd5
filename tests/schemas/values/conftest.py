"""Two users at the same moment, one in London and one in New York."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from callwright.schemas.values import Setting

WORDS = {
    "cabin": {"business": ("business", "business class"), "premium_economy": ("premium",)},
    "direct": {"true": ("direct", "non-stop"), "false": ("with a stop",)},
}
LONDON = Setting(datetime(2026, 3, 10, 8, 12, tzinfo=ZoneInfo("Europe/London")), "en", WORDS)
NEW_YORK = Setting(datetime(2026, 3, 10, 8, 12, tzinfo=ZoneInfo("America/New_York")), "en", WORDS)


@pytest.fixture
def london() -> Setting:
    """Tuesday 10 March 2026, 08:12 in London."""
    return LONDON


@pytest.fixture
def new_york() -> Setting:
    """Tuesday 10 March 2026, 08:12 in New York."""
    return NEW_YORK
