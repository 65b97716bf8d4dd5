"""A clock of another day than the one that an answer names is told with its own day."""

import pytest

from callwright.domains.core.template import Slot, parse
from callwright.generators.language.days import Days, apart

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
