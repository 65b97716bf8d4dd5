"""The setting of a task comes out of its checks alone."""

import pytest

from callwright.filters.setting import setting_of
from callwright.schemas.checks import Checks
from callwright.schemas.errors import RecordError

NOW = "2026-03-10T08:12:00+00:00 Europe/London"


def test_the_clock_has_its_zone():
    setting = setting_of(Checks(turns=(), state=(), now=NOW), words={})
    assert str(setting.now.tzinfo) == "Europe/London"
    assert setting.now.isoformat() == "2026-03-10T08:12:00+00:00"


def test_the_words_are_those_of_the_package():
    assert "cabin" in setting_of(Checks(turns=(), state=(), now=NOW)).words


@pytest.mark.parametrize("now", ["", "tomorrow", "2026-03-10T08:12:00+00:00 Nowhere/Town"])
def test_no_clock_is_said_to_be_none(now):
    with pytest.raises(RecordError, match="state no clock"):
        setting_of(Checks(turns=(), state=(), now=now))
