"""Clock stamps: what a system prompt says about now is read back to the same moment and zone."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from callwright.schemas.values import cities, read_stamp, stamp

ZONES = sorted({city.zone for city in cities()} | {"UTC", "America/Argentina/Buenos_Aires"})


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(ZONES), st.integers(0, 10 * 366 * 1440), st.sampled_from([0, 0, 0, 30]))
def test_stamps_read_back(zone: str, minutes: int, seconds: int) -> None:
    passed = timedelta(minutes=minutes, seconds=seconds)
    now = (datetime(2024, 1, 1, tzinfo=ZoneInfo("UTC")) + passed).astimezone(ZoneInfo(zone))
    stamps = stamp(now)
    assert stamps
    for text in stamps:
        read = read_stamp(text)
        assert read == now, text
        assert str(read.tzinfo) == zone


def test_stamps_of_one_moment() -> None:
    now = datetime(2026, 3, 10, 8, 12, tzinfo=ZoneInfo("Europe/London"))
    assert stamp(now)[:2] == [
        "Tuesday 10 March 2026, 08:12 (Europe/London)",
        "Tuesday, March 10, 2026, 8:12 AM (Europe/London)",
    ]
    assert stamp(now)[-1] == "2026-03-10T08:12:00+00:00 Europe/London"


def test_an_hour_that_comes_twice_is_stamped_with_its_offset() -> None:
    now = datetime(2026, 10, 25, 1, 30, fold=1, tzinfo=ZoneInfo("Europe/London"))
    assert stamp(now) == ["2026-10-25T01:30:00+00:00 Europe/London"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "Monday 10 March 2026, 08:12 (Europe/London)",
        "Tuesday 10 March 2026, 08:12 (Europe/Atlantis)",
        "Tuesday 10 March, 08:12 (Europe/London)",
        "Sunday 29 March 2026, 01:30 (Europe/London)",
    ],
)
def test_what_is_no_stamp(text: str) -> None:
    with pytest.raises(ValueError, match="not a"):
        read_stamp(text)
