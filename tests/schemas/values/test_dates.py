"""What people say for days, times and moments, and what must not be read."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date, format_time

from callwright.schemas.values import UNREAD, Date, DateTime, Setting, Time

# Said on Tuesday 10 March 2026.
DAYS = {
    "today": "2026-03-10",
    "Tomorrow": "2026-03-11",
    "the day after tomorrow": "2026-03-12",
    "yesterday": "2026-03-09",
    "Friday": "2026-03-13",
    "fri": "2026-03-13",
    "on Friday": "2026-03-13",
    "this coming Friday": "2026-03-13",
    "Tuesday": "2026-03-17",
    "Friday this week": "2026-03-13",
    "Friday next week": "2026-03-20",
    "next week on Friday": "2026-03-20",
    "next week Monday": "2026-03-16",
    "Sunday next week": "2026-03-22",
    "a week on Friday": "2026-03-20",
    "Friday week": "2026-03-20",
    "fri week after next": "2026-03-27",
    "Friday the week after next": "2026-03-27",
    "a week today": "2026-03-17",
    "two weeks from today": "2026-03-24",
    "in 9 days": "2026-03-19",
    "in nine days": "2026-03-19",
    "9 days from now": "2026-03-19",
    "in a day": "2026-03-11",
    "3 days ago": "2026-03-07",
    "the 27th": "2026-03-27",
    "Friday the 27th": "2026-03-27",
    "27 March": "2026-03-27",
    "27 mar": "2026-03-27",
    "March 27th": "2026-03-27",
    "27th of March": "2026-03-27",
    "the twenty-seventh of March": "2026-03-27",
    "Friday 27 March": "2026-03-27",
    "Friday, March 27": "2026-03-27",
    "10 March": "2026-03-10",
    "9 January": "2027-01-09",
    "27 March 2026": "2026-03-27",
    "March 27, 2026": "2026-03-27",
    "2026-03-27": "2026-03-27",
    "27/03/2026": "2026-03-27",
    "03/27/2026": "2026-03-27",
    "29 February 2028": "2028-02-29",
}
NO_DAYS = (
    "next friday", "last friday", "this friday week", "sometime", "soon", "", "friday the 14th",
    "31 April", "29 February", "30 February 2026", "2026-02-30", "03/04/2026", "Monday 27 March",
    "9 March", "27rd of March", "the 9th", "32 March", "in two weeks", "in a while", "9 days",
    "march", "the weekend", "in 9 days ago", "1899-12-31", "in minus 3 days", "20260327", "0 May",
)  # fmt: skip


@pytest.mark.parametrize(("said", "day"), DAYS.items())
def test_days(said: str, day: str, london: Setting, new_york: Setting) -> None:
    for setting in (london, new_york):
        assert Date().read(said, setting) == day
        assert Date().read(said.upper(), setting) == day


@pytest.mark.parametrize("said", NO_DAYS)
def test_no_days(said: str, london: Setting) -> None:
    assert Date().read(said, london) is UNREAD


@pytest.mark.parametrize("delta", range(61))
def test_every_near_day_has_many_surfaces(delta: int, london: Setting) -> None:
    value = (date(2026, 3, 10) + timedelta(delta)).isoformat()
    assert len(Date().surfaces(value, london)) >= 10


def test_leap_day_without_a_year_is_the_coming_one() -> None:
    winter = Setting(datetime(2028, 1, 20, 9, tzinfo=ZoneInfo("Europe/London")))
    assert Date().read("29 February", winter) == "2028-02-29"
    assert "29 February" in [s.text for s in Date().surfaces("2028-02-29", winter)]
    summer = Setting(datetime(2026, 7, 1, 9, tzinfo=ZoneInfo("Europe/London")))
    assert "29 February" not in [s.text for s in Date().surfaces("2028-02-29", summer)]


def test_a_day_far_ahead_is_said_with_its_year(london: Setting) -> None:
    for value in ("2027-02-20", "2027-03-27", "2025-12-24"):
        texts = [s.text for s in Date().surfaces(value, london)]
        assert all(value[:4] in text for text in texts), texts


def test_prepositions(london: Setting) -> None:
    bare = {s.text: s.bare for s in Date().surfaces("2026-03-13", london)}
    assert bare["in 3 days"]
    assert bare["Friday this week"]
    assert not bare["Friday"]
    assert not bare["13 March"]


@pytest.mark.parametrize("width", ["medium", "long", "full"])
@pytest.mark.parametrize("locale", ["en_GB", "en_US", "en_AU", "en_CA"])
def test_dates_as_babel_writes_them_are_read(width: str, locale: str, london: Setting) -> None:
    for day in (date(2026, 3, 27), date(2026, 9, 4), date(2027, 2, 28)):
        said = format_date(day, width, locale=locale)
        assert Date().read(said, london) == day.isoformat(), said


TIMES = {
    "3pm": "15:00", "3 pm": "15:00", "15:00": "15:00", "3:00 pm": "15:00", "3 p.m.": "15:00",
    "3.30pm": "15:30", "noon": "12:00", "midday": "12:00", "12pm": "12:00", "midnight": "00:00",
    "12am": "00:00", "12:30am": "00:30", "12:30 pm": "12:30", "at 3pm": "15:00",
    "half past three in the afternoon": "15:30", "three in the afternoon": "15:00",
    "quarter to six in the evening": "17:45", "quarter to twelve in the morning": "11:45",
    "twenty-five to four in the afternoon": "15:35", "twenty five past 4 pm": "16:25",
    "three thirty pm": "15:30", "nine oh five in the morning": "09:05",
    "5 o'clock in the afternoon": "17:00", "five in the evening": "17:00",
    "eleven at night": "23:00", "one in the morning": "01:00", "07:25": "07:25",
}  # fmt: skip
NO_TIMES = (
    "15:00pm", "13pm", "0pm", "9:30", "half three", "half past three", "three", "3", "24:00",
    "12:60", "3:7pm", "noon pm", "half to three in the afternoon", "thirteen in the afternoon",
    "nine in the afternoon", "three in the night", "sometime", "", "three hundred pm", "3:00:00 pm",
)  # fmt: skip


@pytest.mark.parametrize(("said", "time"), TIMES.items())
def test_times(said: str, time: str, london: Setting) -> None:
    assert Time().read(said, london) == time
    assert Time().read(said.upper(), london) == time


@pytest.mark.parametrize("said", NO_TIMES)
def test_no_times(said: str, london: Setting) -> None:
    assert Time().read(said, london) is UNREAD


def test_every_time_of_day_is_said_in_ways_that_read_back(london: Setting) -> None:
    for minutes in range(24 * 60):
        value = f"{minutes // 60:02}:{minutes % 60:02}"
        surfaces = Time().surfaces(value, london)
        assert len(surfaces) >= 5
        assert all(Time().read(s.text, london) == value for s in surfaces), value


@pytest.mark.parametrize("locale", ["en_GB", "en_US"])
def test_times_as_babel_writes_them_are_read(locale: str, london: Setting) -> None:
    for clock in ("07:25", "12:00", "23:59"):
        said = format_time(datetime.fromisoformat(f"2026-03-10T{clock}"), "short", locale=locale)
        assert Time().read(said, london) == clock, said


MOMENTS = {
    "tomorrow at 3pm": "2026-03-11T15:00",
    "3pm tomorrow": "2026-03-11T15:00",
    "3pm on Friday": "2026-03-13T15:00",
    "Friday at 3 pm": "2026-03-13T15:00",
    "friday 3pm": "2026-03-13T15:00",
    "on Friday at 3pm": "2026-03-13T15:00",
    "at 3pm on Friday": "2026-03-13T15:00",
    "Friday next week at noon": "2026-03-20T12:00",
    "half past nine in the morning on 20 March": "2026-03-20T09:30",
    "20 March at ten at night": "2026-03-20T22:00",
    "tomorrow 15:00": "2026-03-11T15:00",
    "tomorrow morning at 9": "2026-03-11T09:00",
    "tomorrow afternoon at half past three": "2026-03-11T15:30",
    "Friday evening at 7:30": "2026-03-13T19:30",
    "this afternoon at 3": "2026-03-10T15:00",
    "tonight at 9": "2026-03-10T21:00",
    "tonight at 9pm": "2026-03-10T21:00",
    "2026-03-20 15:00": "2026-03-20T15:00",
    "Friday, March 20, 2026 at 3:00 PM": "2026-03-20T15:00",
}
NO_MOMENTS = (
    "next friday at 3pm", "tomorrow at 3", "tomorrow", "3pm", "tonight at 9am", "friday at 15:00pm",
    "tonight", "tomorrow morning", "tomorrow morning at 3pm", "31 April at 3pm", "sometime at noon",
    "2026-03-20T15:00", "2026-03-20T15:00:60Z", "2026-03-20 25:00", "tomorrow night at 1",
)  # fmt: skip


@pytest.mark.parametrize(("said", "local"), MOMENTS.items())
def test_moments(said: str, local: str, london: Setting, new_york: Setting) -> None:
    for setting, offset in ((london, "+00:00"), (new_york, "-04:00")):
        assert DateTime().read(said, setting) == f"{local}:00{offset}"
        assert DateTime().read(said.lower(), setting) == f"{local}:00{offset}"


@pytest.mark.parametrize("said", NO_MOMENTS)
def test_no_moments(said: str, london: Setting) -> None:
    assert DateTime().read(said, london) is UNREAD


# (local clock, whether it can be said): clocks go forward at 01:00 on 29 March and back at 02:00
# on 25 October 2026 in London.
CHANGES = {
    "2026-03-29T00:30": True,
    "2026-03-29T01:30": False,
    "2026-03-29T02:00": True,
    "2026-10-25T00:59": True,
    "2026-10-25T01:30": False,
    "2026-10-25T02:00": True,
}


@pytest.mark.parametrize(("local", "sayable"), CHANGES.items())
def test_when_clocks_change(local: str, sayable: bool, london: Setting) -> None:
    said = local.replace("T", " ")
    assert (DateTime().read(said, london) is not UNREAD) is sayable
    moment = datetime.fromisoformat(local).replace(tzinfo=ZoneInfo("Europe/London"))
    for fold in (0, 1):
        value = moment.replace(fold=fold).astimezone(ZoneInfo("UTC")).isoformat()
        if moment.utcoffset() == moment.replace(fold=1).utcoffset() or "10-25" in local:
            assert (len(DateTime().surfaces(value, london)) > 1) is sayable, value


def test_another_offset_is_said_on_the_users_clock(london: Setting) -> None:
    value = "2026-03-13T16:00:00+01:00"
    texts = [s.text for s in DateTime().surfaces(value, london)]
    assert "Friday afternoon at 3" in texts
    assert DateTime().read("Friday at 3pm", london) == "2026-03-13T15:00:00+00:00"
    assert DateTime().equal(value, "2026-03-13T15:00:00Z")
    assert DateTime().encode(value, "local", london) == "2026-03-13 15:00"
    assert DateTime().encode(value, "local_dmy", london) == "13/03/2026 15:00"


def test_roles_are_no_part_of_a_spec() -> None:
    for kind in (Date, Time, DateTime):
        assert kind(role="start").role == "start"
        assert kind(role="start").spec() == kind().spec() == {"kind": kind.name}
