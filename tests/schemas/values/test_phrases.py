"""Readable tables for the other kinds: what reads as what, and what must not be read."""

import re
from random import Random
from typing import Any

import pytest
from babel.numbers import format_currency

from callwright.schemas.errors import RecordError
from callwright.schemas.values import (
    ALL_KINDS,
    UNREAD,
    Choice,
    Count,
    Duration,
    Email,
    EntityId,
    Flag,
    FreeText,
    Kind,
    ListOf,
    Money,
    Path,
    Percentage,
    PersonName,
    Phone,
    Place,
    Quantity,
    Setting,
    Title,
    Url,
    cities,
    kind_of,
    mentions,
)
from callwright.schemas.values.english.numbers import cardinal, ordinal, read_cardinal

CABIN = Choice("cabin", ("economy", "premium_economy", "business"))
GBP = {"amount": "94.00", "currency": "GBP"}
ODD = {"amount": "12.50", "currency": "USD"}
PHRASES: tuple[tuple[Kind, str, Any], ...] = (
    (Duration(), "an hour and a half", "PT1H30M"),
    (Duration(), "90 minutes", "PT1H30M"),
    (Duration(), "1h30", "PT1H30M"),
    (Duration(), "one and a half hours", "PT1H30M"),
    (Duration(), "1.5 hours", "PT1H30M"),
    (Duration(), "1 hour and 30 minutes", "PT1H30M"),
    (Duration(), "half an hour", "PT30M"),
    (Duration(), "forty-five minutes", "PT45M"),
    (Duration(), "two days", "P2D"),
    (Duration(), "a week", "P7D"),
    (Duration(), "30 seconds", "PT30S"),
    (Duration(), "one hundred and fifty minutes", "PT2H30M"),
    (Duration(), "pt1h30m", "PT1H30M"),
    (Duration(), "a while", UNREAD),
    (Duration(), "90", UNREAD),
    (Duration(), "1:30", UNREAD),
    (Duration(), "30 minutes 1 hour", UNREAD),
    (Duration(), "5 minutes 6 minutes", UNREAD),
    (Duration(), "a month", UNREAD),
    (Money(), "£94", GBP),
    (Money(), "94 pounds", GBP),
    (Money(), "94 GBP", GBP),
    (Money(), "gbp 94.00", GBP),
    (Money(), "ninety-four pounds", GBP),
    (Money(), "94 quid", GBP),
    (Money(), "$12.50", ODD),
    (Money(), "12.50 dollars", ODD),
    (Money(), "twelve dollars fifty", ODD),
    (Money(), "¥1,200", {"amount": "1200", "currency": "JPY"}),
    (Money(), "¥1,200.50", UNREAD),
    (Money(), "94", UNREAD),
    (Money(), "94 bitcoins", UNREAD),
    (Money(), "94 kr", UNREAD),
    (Money(), "-£94", UNREAD),
    (Money(), "£94.005", UNREAD),
    (Money(), "£1,20", UNREAD),
    (Quantity("celsius", 5, 30, 0.5), "twenty-three degrees", 23),
    (Quantity("celsius", 5, 30, 0.5), "21.5°c", 21.5),
    (Quantity("celsius", 5, 30, 0.5), "twenty-one and a half degrees", 21.5),
    (Quantity("celsius", 5, 30, 0.5), "23 degrees fahrenheit", UNREAD),
    (Quantity("celsius", 5, 30, 0.5), "45 degrees", UNREAD),
    (Quantity("celsius", -20, 30), "minus five degrees", -5),
    (Quantity("kg", 0, 50), "ten kilos", 10),
    (Quantity("kg", 0, 50), "1 kilo", 1),
    (Quantity("light_years", 0, 50), "3 light years", 3),
    (Percentage(), "15%", 15),
    (Percentage(), "fifteen per cent", 15),
    (Percentage(), "120%", UNREAD),
    (Count(), "two", 2),
    (Count(), "a couple of", UNREAD),
    (Count(), "2.5", UNREAD),
    (Count(0, 8, "bag"), "two bags", 2),
    (Count(0, 8, "bag"), "a bag", 1),
    (Count(0, 8, "bag"), "no bags", 0),
    (Count(0, 8, "bag"), "two boxes", UNREAD),
    (Count(0, 8, "person"), "three people", 3),
    (Place(), "nyc", "New York"),
    (Place(), "New York City", "New York"),
    (Place(), "lisbon, portugal", "Lisbon"),
    (Place(), "“Little Snoring”", "Little Snoring"),
    (Place(), "somewhere warm", UNREAD),
    (PersonName(), "Ana Lopes", "Ana Lopes"),
    (PersonName(), "Seán O'Brien", "Seán O'Brien"),
    (PersonName(), "Ludwig van Beethoven", "Ludwig van Beethoven"),
    (PersonName(), "someone", UNREAD),
    (PersonName(), "tomorrow at 3", UNREAD),
    (Email(), "ana.lopes at example dot com", "ana.lopes@example.com"),
    (Email(), "ana@", UNREAD),
    (Phone(), "+44 (0)20 7946 0123", "+442079460123"),
    (Phone(), "020 7946 0123", "+442079460123"),
    (Phone(), "212-555-0123", UNREAD),
    (Phone(), "12", UNREAD),
    (EntityId("booking", sayable=True), "bk-5tq1", "BK-5TQ1"),
    (EntityId("booking", sayable=True), "BK5TQ1", UNREAD),
    (CABIN, "business class", "business"),
    (CABIN, "PREMIUM", "premium_economy"),
    (CABIN, "premium economy", "premium_economy"),
    (CABIN, "steerage", UNREAD),
    (Flag("direct"), "non-stop", True),
    (Flag("direct"), "No", False),
    (Flag("direct"), "maybe", UNREAD),
    (Title(), "“Team stand-up”", "Team stand-up"),
    (Url(), "www.example.com/menu", "https://www.example.com/menu"),
    (Url(), "http://www.example.com", UNREAD),
    (Url(), "https://callwright.test/", UNREAD),
    (Path(), "Documents/report.pdf", "Documents/report.pdf"),
    (Path(), "report", UNREAD),
    (
        ListOf(PersonName()),
        "Ana Lopes, Wei Chen and Omar Haddad",
        ["Ana Lopes", "Wei Chen", "Omar Haddad"],
    ),
    (ListOf(PersonName()), "Ana Lopes and someone", UNREAD),
    (ListOf(Count(), 1, 2), "1, 2 and 3", UNREAD),
)


@pytest.mark.parametrize(
    ("kind", "said", "value"), PHRASES, ids=lambda x: x if isinstance(x, str) else None
)
def test_phrases(kind: Kind, said: str, value: Any, london: Setting) -> None:
    assert kind.read(said, london) == value


def test_what_a_zone_decides(london: Setting, new_york: Setting) -> None:
    assert Phone().read("(212) 555-0123", new_york) == "+12125550123"
    assert Phone().read("(212) 555-0123", london) is UNREAD
    assert Phone().read("020 7946 0123", new_york) is UNREAD


EQUAL = (
    (Title(), "Team stand-up", "  team  Stand-up."),
    (Title(), "Team stand-up", "'Team stand-up'"),
    (FreeText(), "See you soon!", "see you soon"),
    (Duration(), "PT1H30M", "PT90M"),
    (Quantity("kg", 0, 50), 25, 25.0),
    (Money(), GBP, {"currency": "GBP", "amount": "94.00"}),
    (Place(), "NYC", "new york"),
    (Email(), "Ana@example.com", "ana@example.com"),
    (ListOf(Count()), [1, 2], [2.0, 1]),
)
DIFFERENT = (
    (Title(), "Team stand-up", "Team standup"),
    (Flag("x"), True, 1),
    (Count(), 1, True),
    (Quantity("kg", 0, 50), 1, True),
    (Money(), GBP, {"amount": "94.00", "currency": "EUR"}),
    (EntityId("x"), "FL-83K2", "fl-83k2"),
    (ListOf(Count(), ordered=True), [1, 2], [2, 1]),
    (ListOf(Count(), unique=False), [1, 1, 2], [1, 2, 2]),
    (Path(), "Documents/a.txt", "documents/a.txt"),
)


@pytest.mark.parametrize(("kind", "a", "b"), EQUAL)
def test_equal(kind: Kind, a: Any, b: Any) -> None:
    assert kind.equal(a, b)


@pytest.mark.parametrize(("kind", "a", "b"), DIFFERENT)
def test_different(kind: Kind, a: Any, b: Any) -> None:
    assert not kind.equal(a, b)


MENTIONS: tuple[tuple[Kind, Any, str, bool], ...] = (
    (Place(), "New York", "a flight to nyc please", True),
    (Place(), "Nice", "what a nicer day", False),
    (Count(), 15, "at 15:30 then", False),
    (Count(), 27, "on 2026-03-27", False),
    (Count(), 15, "fifteen of them.", True),
    (Count(), 15, "I need 15.", True),
    (Money(), GBP, "it costs £94, all in", True),
    (Money(), GBP, "it costs £940", False),
    (Money(), GBP, "it costs £94.50", False),
    (CABIN, "business", "Business Class, please", True),
    (Title(), "Team stand-up", "move the team stand-up", True),
)


@pytest.mark.parametrize(("kind", "value", "text", "said"), MENTIONS)
def test_mentions(kind: Kind, value: Any, text: str, said: bool, london: Setting) -> None:
    assert mentions(kind, value, text, london) is said
    assert mentions(kind, value, text, london) is said


@pytest.mark.parametrize("locale", ["en_GB", "en_US"])
def test_money_as_babel_writes_it_is_read(locale: str, london: Setting) -> None:
    for amount, currency in (
        ("94.00", "GBP"),
        ("1234.50", "USD"),
        ("7.99", "EUR"),
        ("1200", "JPY"),
    ):
        said = format_currency(amount, currency, locale=locale)
        assert Money().read(said, london) == {"amount": amount, "currency": currency}, said


def test_number_words_go_both_ways() -> None:
    assert all(read_cardinal(cardinal(n)) == n for n in range(1000))
    assert [ordinal(n) for n in (1, 2, 3, 12, 20, 27, 30, 31)] == [
        "first", "second", "third", "twelfth", "twentieth", "twenty-seventh", "thirtieth",
        "thirty-first",
    ]  # fmt: skip


def test_names_of_the_gazetteer_mean_one_city(london: Setting) -> None:
    names = [name.lower() for city in cities() for name in (city.name, *city.aliases)]
    assert len(set(names)) == len(names) > 150


def test_words_shared_by_two_values_are_said_for_neither(london: Setting) -> None:
    words = {"size": {"small": ("little", "tiny"), "mini": ("tiny",)}}
    setting = Setting(london.now, "en", words)
    size = Choice("size", ("small", "mini"))
    assert [s.text for s in size.surfaces("small", setting)] == ["little", "small"]
    assert size.read("tiny", setting) is UNREAD


def test_every_kind_is_there() -> None:
    assert len({kind.name for kind in ALL_KINDS}) == 20


FICTION = re.compile(
    r"\+44(2079460|1614960|7700900)\d{3}|\+1\d{3}55501\d\d|\+3363998\d{4}|\+467017406\d\d"
)


def test_sampled_contacts_belong_to_nobody(london: Setting, new_york: Setting) -> None:
    for seed in range(300):
        for setting in (london, new_york):
            assert FICTION.fullmatch(Phone().sample(Random(seed), setting))
            domain = Email().sample(Random(seed), setting).partition("@")[2]
            assert domain in ("example.com", "example.org", "example.net")


def test_unknown_specs_are_refused_by_name() -> None:
    with pytest.raises(RecordError, match="unknown value kind 'moon'"):
        kind_of({"kind": "moon"})
    with pytest.raises(RecordError, match="'date' does not take"):
        kind_of({"kind": "date", "phase": 1})
