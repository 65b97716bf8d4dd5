"""Texts made by hand: a script, what it must hold, and what may be wrong with other words."""

from datetime import datetime
from zoneinfo import ZoneInfo

from callwright.generators.wording.reading import stands
from callwright.generators.wording.reword import problems_in
from callwright.generators.wording.texts import Need, Secret, Text, Use
from callwright.generators.wording.vocabulary import vocabulary
from callwright.schemas.checks import Fact, FactValue
from callwright.schemas.values import UNREAD, Setting

SETTING = Setting(now=datetime(2026, 3, 10, 8, 12, tzinfo=ZoneInfo("Europe/London")))
"""Tuesday 10 March 2026, 08:12 in London."""
ENGLISH = vocabulary("en")


def text(script, part="user", register="plain", values=(), references=(), **more):
    """A text that needs `values`, pairs of words and kind, and `references`: words and options."""
    needs = [need(script, words, kind=kind) for words, kind in values]
    needs += [need(script, words, options=options) for words, options in references]
    return Text(
        key="one",
        part=part,
        script=script,
        register=register,
        uses=(Use(0, 0, 1),),
        needs=tuple(sorted(needs, key=lambda one: one.place)),
        **more,
    )


def need(script, words, kind=None, options=()):
    place = stands(words, script)[0]
    value = kind.read(words, SETTING) if kind else None
    assert value is not UNREAD
    return Need(place, words, kind, value, tuple(options))


def secret(kind, words, reason):
    return Secret(kind, kind.read(words, SETTING), reason)


def fact(kind, words):
    return Fact(any_of=(FactValue(kind=kind.spec(), value=kind.read(words, SETTING)),))


def reasons(one, words):
    return {problem.reason for problem in problems_in(one, words, SETTING, ENGLISH)}
