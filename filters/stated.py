"""The facts of a turn's check, made ready to be looked for in answers.

What follows from the check alone, and not from what was answered, is worked out once for all
conversations over its task.
"""

from collections.abc import Sequence
from datetime import date, datetime
from functools import cached_property, lru_cache
from typing import Any, Final

from callwright.filters.grounding.claims import Claim
from callwright.filters.grounding.context import Context
from callwright.filters.grounding.readers import Fact as Reading
from callwright.schemas.checks import Fact, FactValue, TurnCheck
from callwright.schemas.same import Same
from callwright.schemas.values import Setting, affirmed, sayings, stands
from callwright.schemas.values.durations import to_seconds
from callwright.schemas.values.mention import STATES

CODES: Final = {
    "money": ("money",),
    "date": ("date",),
    "time": ("time",),
    "date_time": ("date", "time"),
    "duration": ("duration",),
    "count": ("number",),
    "quantity": ("number",),
    "percentage": ("number",),
    "entity_id": ("id",),
    "phone": ("phone",),
}
"""Kind of a fact -> what claims of its sort are called."""
NUMBERS: Final = frozenset({"count", "quantity", "percentage"})
COUNTED: Final = frozenset({"count", "quantity"})
TEXTS: Final = frozenset({"entity_id", "phone"})


class Stated:
    """The facts of one check. What its properties give must not be changed."""

    def __init__(self, check: TurnCheck, setting: Setting) -> None:
        self._setting = setting
        self.facts = check.facts
        self.plain = [fact for fact in check.facts if not fact.path]
        """Those that a text says, and no document."""
        self._affirms = not (check.finds_nothing or any(call.fails for call in check.calls))
        """Whether a state must not be negated: `there is no business class` tells why not."""
        self._said: dict[int, tuple[str, ...]] = {}
        """Identity of a value of `facts` -> its surfaces."""

    def says(self, fact: Fact, text: str) -> bool:
        """Whether a plain lower-case text says one of the values of a plain fact of this check."""
        return any(self._says(value, text) for value in fact.any_of)

    def _says(self, value: FactValue, text: str) -> bool:
        words = self._surfaces(value)
        if self._affirms and _name(value) in STATES:
            return affirmed(words, text)
        return any(stands(said, text) for said in words)

    def _surfaces(self, value: FactValue) -> tuple[str, ...]:
        """Every surface of a value in plain lower case; most texts say one of the first."""
        said = self._said.get(id(value))
        if said is None:
            said = self._said[id(value)] = sayings(value.typed, value.value, self._setting)
        return said

    @cached_property
    def codes(self) -> frozenset[str]:
        """What claims of the sorts of the plain facts are called."""
        values = (value for fact in self.plain for value in fact.any_of)
        return frozenset(code for value in values for code in CODES.get(_name(value), ()))

    @cached_property
    def known(self) -> Context:
        """The values of the plain facts: add nothing to it."""
        return _known(self.plain, self._setting)

    @cached_property
    def single(self) -> Context:
        """The values of those that only one value makes true: add nothing to it."""
        return _known([fact for fact in self.plain if len(fact.any_of) == 1], self._setting)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """What they count or measure, as it is said of one and of several: ` year`, ` years`."""
        found: dict[str, None] = {}
        values = [value for fact in self.plain for value in fact.any_of]
        for value in (value for value in values if _name(value) in COUNTED):
            kind = value.typed
            for amount in (value.value, *kind.near_misses(value.value, self._setting)):
                for surface in kind.surfaces(amount, self._setting):
                    unit = surface.text.lstrip("-0123456789.,")
                    if unit.strip() and unit != surface.text:
                        found.setdefault(unit.lower())
        return tuple(found)


def stated(check: TurnCheck, setting: Setting) -> Stated:
    """The facts of a check in a setting, kept for all conversations over its task."""
    # Equal instants of two zones are equal datetimes, so the zone is part of the key.
    zone, words = str(setting.now.tzinfo), Same(setting.words)
    return _kept(Same(check), setting.now, zone, setting.language, words)


@lru_cache(maxsize=4096)
def _kept(
    check: Same[TurnCheck], now: datetime, zone: str, language: str, words: Same[Any]
) -> Stated:
    return Stated(check.value, Setting(now, language, words.value))


def is_read(fact: Fact, said: Sequence[Claim]) -> bool:
    """Whether one of the claims of a text can only mean one of the values of a plain fact.

    `Oct 13, 2030`, `CAD 219` and `1 hour 15 min` are no surfaces, and say what they say.
    """
    wanted = ((value, _reading(value)) for value in fact.any_of)
    return any(
        reading is not None and claim.code == CODES[_name(value)][0] and _only(claim, reading)
        for value, reading in wanted
        for claim in said
    )


def _only(claim: Claim, reading: Reading) -> bool:
    """Whether a claim has this reading and no other of its sort; `7:30` may be of the evening."""
    return {one for one in claim.readings if one[0] == reading[0]} == {reading}


def _reading(value: FactValue) -> Reading | None:
    """What a claim that says a value in full is read as; None where only surfaces tell."""
    name, known = _name(value), value.value
    if name == "money":
        return ("money", float(known["amount"]), known["currency"])
    if name == "date":
        return ("date", date.fromisoformat(known))
    if name == "time":
        return ("time", _minutes(known))
    seconds = to_seconds(str(known)) if name == "duration" else None
    return None if seconds is None else ("duration", seconds)


def _minutes(known: str) -> int:
    hour, minute = known.split(":")[:2]
    return int(hour) * 60 + int(minute)


def _name(value: FactValue) -> str:
    return str(value.kind.get("kind", ""))


def _known(facts: Sequence[Fact], setting: Setting) -> Context:
    """The values of facts, and nothing that only stands inside one of their surfaces."""
    context = Context(setting)
    for value in (value for fact in facts for value in fact.any_of):
        name, known = _name(value), value.value
        if name == "duration":
            context.add_fact("duration", to_seconds(str(known)) or 0)
        elif name == "time":  # as text it could be a length too
            context.add_fact("time", _minutes(str(known)))
        elif name in NUMBERS:
            context.add_fact("number", float(known))
            context.add_count(known)
        elif name in TEXTS:
            context.add_text(str(known))
        else:
            context.add_data(known)
    return context
