"""Synthetic people and clocks for worlds.

Names come from Faker in the person's locale; mail addresses, numbers and cards only from the
ranges reserved for documentation, tests and fiction. A world that is replayed reads its snapshot
and never comes here, since Faker's output changes between versions.
"""

import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from callwright.domains.core import people_lists as lists
from callwright.domains.core.person import Card, Contact, Device, Person
from callwright.schemas.values import cities

_NAME = re.compile(r"^[^\W\d_]+(?:['’-][^\W\d_]+)?$")
_FIRST_DAY, _DAYS = datetime(2026, 1, 5), 451
"""Clocks lie between 2026-01-05 and 2027-03-31."""


def make_person(rng: Random, locale: str | None = None) -> Person:
    """A person with contacts and belongings; the same `rng` state gives the same person."""
    seed = f"{rng.getrandbits(96):024x}"
    land = lists.LANDS[locale] if locale else rng.choice(list(lists.LANDS.values()))
    city, zone = _home(rng, land.country)
    first, last = _full_name(rng, land.locale, rng.choice("fm"))
    employer = _employer(rng, land.locale)
    phones = _phones(rng, land)
    return Person(
        seed=seed,
        name=f"{first} {last}",
        email=_email(first, last, rng.choice(lists.MAIL_DOMAINS)),
        phone=next(phones),
        home_city=city,
        zone=zone,
        locale=land.locale,
        currency=land.currency,
        employer=employer,
        contacts=tuple(_contacts(rng, land.locale, first, employer, phones)),
        devices=tuple(Device(name=n, kind=k) for n, k in _belongings(rng)),
        vehicle=""
        if rng.random() < 0.2
        else f"{rng.choice(lists.COLOURS)} {rng.choice(lists.CARS)}",
        cards=tuple(Card(name=n, last4=d) for n, d in rng.sample(lists.CARDS, rng.randint(1, 3))),
        interests=tuple(rng.sample(lists.INTERESTS, rng.randint(3, 5))),
    )


def make_clock(rng: Random, person: Person) -> datetime:
    """A daytime moment (06:00 to 22:00, densest at midday) in the person's zone."""
    day = _FIRST_DAY + timedelta(days=rng.randrange(_DAYS))
    minute = round(rng.triangular(6 * 60, 22 * 60, 11 * 60))
    return day.replace(hour=minute // 60, minute=minute % 60, tzinfo=ZoneInfo(person.zone))


# -- names ---------------------------------------------------------------------------------
@cache
def _faker(locale: str) -> Any:
    from faker import Factory  # late: it is slow to import, and replay never needs it

    return Factory.create(locale, providers=["faker.providers.person"])


def _full_name(rng: Random, locale: str, gender: str) -> tuple[str, str]:
    fake = _faker(locale)
    fake.seed_instance(rng.getrandbits(64))
    draw = fake.first_name_female if gender == "f" else fake.first_name_male
    first = next(n for n in iter(draw, None) if _NAME.match(n) and 2 < len(n) < 13)
    last = next(n for n in iter(fake.last_name, None) if _NAME.match(n) and len(n) < 16)
    return first, last


def _employer(rng: Random, locale: str) -> str:
    _, last = _full_name(rng, locale, "f")
    return f"{last} {rng.choice(lists.BUSINESSES)}"


def _contacts(
    rng: Random, locale: str, own: str, employer: str, phones: Iterator[str]
) -> Iterator[Contact]:
    taken = {_plain(own)}
    for relation in _relations(rng):
        gender = lists.GENDERS.get(relation) or rng.choice("fm")
        at = locale if rng.random() < 0.75 else rng.choice(lists.OTHER_LOCALES)
        first, last = _full_name(rng, at, gender)
        while _plain(first) in taken:
            first, last = _full_name(rng, at, gender)
        taken.add(_plain(first))
        at_work = relation in lists.AT_WORK
        domain = f"{_plain(employer)}.example" if at_work else rng.choice(lists.MAIL_DOMAINS)
        yield Contact(
            name=f"{first} {last}",
            email=_email(first, last, domain),
            phone=next(phones),
            relation=relation,
        )


def _relations(rng: Random) -> list[str]:
    count = rng.randint(8, 12)
    known = ["manager", *["colleague"] * rng.randint(3, 4), *["friend"] * rng.randint(1, 2)]
    return known + rng.sample(lists.RELATIONS, count - len(known))


def _plain(text: str) -> str:
    folded = unicodedata.normalize(
        "NFKD", text.replace("ß", "ss").replace("ł", "l").replace("ø", "o")
    )
    return "".join(c for c in folded.lower() if c.isascii() and c.isalnum())


def _email(first: str, last: str, domain: str) -> str:
    return f"{_plain(first)}.{_plain(last)}@{domain}"


# -- belongings ----------------------------------------------------------------------------
def _phones(rng: Random, land: lists.Land) -> Iterator[str]:
    """Different numbers of the land's fiction range, or of the North American one."""
    prefix, low, high = rng.choice(land.phones)
    width = len(str(high))
    for number in rng.sample(range(low, high + 1), 20):
        yield f"{prefix}{number:0{width}d}"


def _belongings(rng: Random) -> list[tuple[str, str]]:
    return [rng.choice(lists.PHONES), *rng.sample(lists.DEVICES, rng.randint(1, 3))]


@cache
def _cities(country: str) -> list[tuple[str, str]]:
    return [(c.name, c.zone) for c in cities() if c.country == country]


def _home(rng: Random, country: str) -> tuple[str, str]:
    return rng.choice(_cities(country))
