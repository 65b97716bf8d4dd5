"""Populated calendars: realistic in size, quick to make, consistent, and easy to refer to."""

import json
import re
from collections import Counter
from random import Random
from time import process_time

import pytest

from callwright.domains.calendar import domain
from callwright.domains.calendar.populate import populate
from callwright.domains.calendar.state import CalendarState
from callwright.domains.calendar.titles import GROUPS
from callwright.domains.core import World
from callwright.domains.core.people import make_clock, make_person
from callwright.domains.core.people_lists import LANDS
from callwright.schemas.values import PersonName, Phone, cities
from tests.domains.worlds import make_world


@pytest.mark.parametrize("seed", range(12))
def test_a_world_is_sound_small_and_full(seed):
    world = make_world(seed, [domain])
    assert world.violations() == []
    assert len(json.dumps(world.snapshot())) < 80_000
    days = Counter(e.start[:10] for e in world.states["calendar"].events)
    assert 45 < sum(days.values()) < 140
    assert max(days.values()) <= 8


@pytest.mark.parametrize("seed", range(6))
def test_titles_say_which_event_is_meant(seed):
    titles = Counter(e.title for e in make_world(seed, [domain]).states["calendar"].events)
    repeated = {t for t, n in titles.items() if n > 1}
    assert all(t == "Weekly team meeting" or t.startswith("1:1 with") for t in repeated)


def test_there_are_many_titles_and_none_says_a_or_the():
    titles = [t for group in GROUPS for t in group.titles]
    assert len(titles) == len(set(titles)) >= 120
    assert not any(re.match(r"(?i)(a|an|the|my) ", t) for t in titles)


def test_populating_takes_milliseconds():
    person = make_person(Random(1))
    world = World(person, make_clock(Random(2), person), [domain])
    start = process_time()
    for seed in range(10):
        fresh = CalendarState("calendar", person, world.now, [])
        populate(fresh, Random(seed))
    assert (process_time() - start) / 10 < 0.1  # about 0.005; slow machines are forgiven


@pytest.mark.parametrize("locale", LANDS)
def test_people_are_consistent_and_from_reserved_ranges(locale):
    for seed in range(8):
        person = make_person(Random(seed), locale)
        assert person == make_person(Random(seed), locale)
        names = [c.name.split()[0].casefold() for c in person.contacts]
        assert 8 <= len(names) == len(set(names)) <= 12
        assert person.name.split()[0].casefold() not in names
        assert any(c.name == person.home_city and c.zone == person.zone for c in cities())
        phones = [person.phone, *(c.phone for c in person.contacts)]
        assert len(set(phones)) == len(phones)
        assert all(Phone().check(p) for p in phones), phones
        assert all(PersonName().read(c.name, _setting(person)) == c.name for c in person.contacts)
        mails = [person.email, *(c.email for c in person.contacts)]
        assert all(re.search(r"@(example\.(com|org|net)|[a-z0-9]+\.example)$", m) for m in mails)


def test_clocks_are_daytime_moments_in_the_persons_zone():
    for seed in range(60):
        person = make_person(Random(seed))
        now = make_clock(Random(seed), person)
        assert str(now.tzinfo) == person.zone
        assert "2026-01-05" <= now.date().isoformat() <= "2027-03-31"
        assert 6 <= now.hour <= 22
        assert (now.second, now.microsecond) == (0, 0)


def _setting(person):
    return World(person, make_clock(Random(0), person), [domain]).setting({})
