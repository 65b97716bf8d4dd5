"""What a text claims where values of several kinds stand side by side."""

from datetime import date
from random import Random

import pytest

from callwright.filters.grounding.claims import claims
from callwright.filters.grounding.context import Context
from callwright.schemas.values import ALL_KINDS
from tests.filters import toy

SETTING = toy.scene().setting
VALUED = ("time", "date", "date_time", "money", "count", "percentage", "duration", "quantity")
BESIDE = [
    "In on July 19, out on July 23, {} in total.",
    "It is on 23 July, {} in total.",
    "These are open on 18 January: {} at first.",
    "Between July 19 and July 23 {} at most.",
]


@pytest.mark.parametrize("kind", [k for k in ALL_KINDS if k.name in VALUED], ids=repr)
@pytest.mark.parametrize("frame", BESIDE)
def test_what_stands_beside_a_day_is_still_read_as_itself(kind, frame):
    rng = Random(frame)
    for _ in range(12):
        value = kind.sample(rng, SETTING)
        for surface in kind.surfaces(value, SETTING):
            if surface.text.isdigit() or surface.style == "terse":
                continue  # a bare number after a day may be its year
            context = Context(SETTING)
            context.add_text(frame.replace("{}", ""))
            context.add_data(value)
            context.add_text(surface.text)
            said = claims(frame.format(surface.text), date(2026, 3, 10))
            left = [claim for claim in said if not context.supports(claim)]
            assert not left, (surface.text, left)


@pytest.mark.parametrize(
    "year", ["2026", "2026.", "2026, at noon", "2026 for two nights", "2026: two nights", "2026:"]
)
def test_a_year_after_a_day_is_its_year(year):
    said = claims(f"It starts on July 23, {year}", date(2026, 3, 10))
    assert ("date", date(2026, 7, 23)) in said[0].readings


@pytest.mark.parametrize(
    "amount", ["1460 dollars", "1460 US dollars", "1460.50 EUR", "1460 yen", "1460 €", "1460 km"]
)
def test_an_amount_after_a_day_is_no_year(amount):
    said = claims(f"Out on July 23, {amount} in all.", date(2026, 3, 10))
    assert ("day", 7, 23) in said[0].readings
    assert len(said) > 1


@pytest.mark.parametrize(
    ("words", "minutes"),
    [("12 noon", 720), ("twelve noon", 720), ("12 midday", 720), ("12 midnight", 0)],
)
def test_twelve_at_noon_is_one_time(words, minutes):
    said = claims(f"It opens at {words} on Friday.", date(2026, 3, 10))
    assert [(c.code, c.readings) for c in said][:1] == [("time", (("time", minutes),))]
    assert len(said) == 2
