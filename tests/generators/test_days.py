"""A clock of another day than the one that an answer names is told with its own day."""

from itertools import pairwise

import pytest

from callwright.domains.core.discovery import discover
from callwright.domains.core.template import Slot, parse
from callwright.domains.core.world import Outcome
from callwright.generators.factory import Factory
from callwright.generators.forms.drafts import drafts
from callwright.generators.language.days import Days, apart
from callwright.generators.planner.plan import Step
from callwright.schemas.seeds import SeedPath
from callwright.schemas.values import Date, mentions
from tests.generators.conftest import cells

SHORT = {"start": "2026-12-08T10:00:00+11:00", "end": "2026-12-08T10:30:00+11:00"}
LONG = {"start": "2026-12-08T10:00:00+11:00", "end": "2026-12-09T10:30:00+11:00"}


NEXT = {"start": "2026-12-11T10:00:00+11:00", "end": "2026-12-11T10:30:00+11:00"}
OVERNIGHT = {"depart": "2026-12-08T22:00:00+01:00", "arrive": "2026-12-09T06:00:00+01:00"}


def dated(template, item):
    """The clocks of a telling that are told with their day."""
    flat = [node for node in parse(template) if isinstance(node, Slot)]
    days = Days.of(flat, item.get)
    return [slot.name for slot in flat if days.lacks(slot, item[slot.name], item)]


@pytest.mark.parametrize(
    ("template", "item", "expected"),
    [
        ("{start:day}, {start:clock} to {end:clock}", SHORT, []),
        ("{start:day}, {start:clock} to {end:clock}", LONG, ["end"]),
        ("{start:clock} to {end:day}, {end:clock}", LONG, ["start"]),
        ("{start:day}, {start:clock}, {end:day}, {end:clock}", LONG, []),
        ("until {end:clock}", LONG, ["end"]),
        ("until {end:clock}", SHORT, []),
        ("until {end:clock}", {"end": LONG["end"], "name": "tea"}, []),
        ("from {start} to {end:clock}", LONG, ["end"]),
        ("from {start} to {end:clock}", SHORT, []),
        ("on {date}, until {end:clock}", {**LONG, "date": "2026-12-09"}, []),
        ("on {date}, until {end:clock}", {**LONG, "date": "2026-12-08"}, ["end"]),
        ("at {depart:clock}", OVERNIGHT, []),
        ("{depart:clock} to {arrive:clock}", OVERNIGHT, ["arrive"]),
    ],
)
def test_days(template, item, expected):
    assert dated(template, item) == expected


@pytest.mark.parametrize(
    ("template", "items", "expected"),
    [
        ("{name} at {start:clock}", [SHORT, {"start": "2026-12-09T10:00:00+11:00"}], "start"),
        ("{name} at {start:clock}", [SHORT, LONG], ""),
        ("{start:day}, {start:clock}", [SHORT, {"start": "2026-12-09T10:00:00+11:00"}], ""),
        ("{start:clock} to {end:clock}", [SHORT, LONG], ""),
        ("until {end:clock}", [SHORT, LONG], "end"),
        ("{start:clock} to {end:clock}", [SHORT, NEXT], "end"),
        ("{start:clock} to {end:clock}", [LONG, NEXT], "start"),
        ("{name}", [SHORT, LONG], ""),
        ("{start:clock}", [SHORT], ""),
        ("{start:clock}", [SHORT, SHORT, SHORT, NEXT], "start"),
    ],
)
def test_clocks_of_items_on_several_days_are_told_with_them(template, items, expected):
    flat = parse(template)
    assert apart(flat, items) == expected
    for item in items:
        days = Days.of(flat, item.get, apart(flat, items))
        for slot in (node for node in flat if isinstance(node, Slot) and node.mark == "clock"):
            if slot.name == expected:
                assert days.lacks(slot, item[slot.name], item)


def test_an_item_that_is_left_untold_may_lack_the_clock():
    flat = parse("{name} at {start:clock}")
    assert apart(flat, [SHORT, {"name": "tea"}]) == ""
    assert apart(flat, [SHORT, {"name": "tea"}, NEXT]) == "start"


def event(number: int, day: int) -> dict[str, str]:
    start, end = (f"2026-12-{day:02}T{hour}:00:00+00:00" for hour in (10 + number, 11 + number))
    return {
        "event_id": f"EV-AAA{number}", "title": f"Talk {number}", "start": start, "end": end,
        "calendar": "work",
    }  # fmt: skip


def test_a_list_over_several_days_names_the_day_of_what_it_tells(factory: Factory) -> None:
    """Also where the items that are told are all of one day, and the rest are of others."""
    cell = next(c for c in cells() if (c.skill, c.domain) == ("single", "calendar"))
    (tool,) = (t for t in discover()["calendar"].tools if t.name == "agenda_between")
    args = {"start": "2026-12-07", "end": "2026-12-11"}
    events = [event(0, 8), event(1, 8), event(2, 8), event(3, 8), event(4, 10)]
    told, points = set(), set()
    for number in range(40):
        studio, _ = factory.studio(cell, SeedPath.root("tests", 3).at("told", number))
        step = Step(tool, args, {}, Outcome({"events": events}))
        text = studio.teller().tell(step)
        listed = {p for draft in drafts(studio.teller(), [step]) for p in draft.points[:3]}
        assert all(mentions(Date(), "2026-12-08", point, studio.setting) for point in listed)
        points |= listed
        told.add(text)
        assert "Talk 3" not in text
        assert all(mentions(Date(), "2026-12-08", part, studio.setting) for part in parts(text))
    assert len(told) > 10
    assert len(points) > 10


def parts(text: str) -> list[str]:
    """The words from each told item to the next."""
    places = [*(text.index(f"Talk {n}") for n in range(3)), len(text)]
    return [text[a:b] for a, b in pairwise(places)]
