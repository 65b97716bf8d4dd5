"""Drafts of an answer: the told words, and the same facts as points and as rows."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from callwright.domains.core import output as shapes
from callwright.generators.forms.base import Draft
from callwright.generators.language.answers import Teller
from callwright.generators.language.parts import kind_at, part, value_at
from callwright.generators.language.realise import flatten, readable
from callwright.generators.planner.plan import Step
from callwright.schemas.values import Kind

Json = Any
Pair = tuple[str, str]
MOST_ITEMS = 8
MOST_COLUMNS = 4
DONE = "Done"
"""Label of what was done, before its details."""
TELLINGS = 5
"""Wordings of one answer to choose from."""
_SLOT = re.compile(r"\{([a-z_][a-z0-9_.]*)")


def drafts(teller: Teller, steps: Sequence[Step]) -> list[Draft]:
    """Several tellings of the results of `steps`, each with its points and rows."""
    found = [_one(teller, steps) for _ in range(TELLINGS)]
    return list({draft.text: draft for draft in found}.values())


def _one(teller: Teller, steps: Sequence[Step]) -> Draft:
    text = " ".join(teller.tell(step, steps) for step in steps)
    if len(steps) != 1:
        return Draft(text)
    step = steps[0]
    name = teller.rng.choice(teller.lexicon.tool(step.tool).names)
    if shapes.lists(step.tool.output):
        points, rows = _listed(teller, step)
    else:
        points, rows = _told(teller, step, name)
    values = tuple(said for row in rows for head, said in row if head != DONE)
    return Draft(text, points, rows, capital(name), values)


# -- one thing with its details ------------------------------------------------------------
def _told(
    teller: Teller, step: Step, name: str
) -> tuple[tuple[str, ...], tuple[tuple[Pair, ...], ...]]:
    paths = _paths(teller, step)
    # Details alone would leave open whether the thing was done.
    pairs: list[Pair] = [(DONE, name)] if step.tool.mutates and "status" not in paths else []
    for path in paths:
        kind, value = kind_at(step.tool.output, (path,)), value_at(step.outcome.value, (path,))
        if value is not None and kind.name == "boolean":
            return (), ()  # `On`, `Locked`: nobody lists what is said in a word
        if value is not None:
            pairs.append((label(path), words(teller, kind, value)))
    return tuple(f"{head}: {said}" for head, said in pairs), (tuple(pairs),) if pairs else ()


def _paths(teller: Teller, step: Step) -> list[str]:
    """Fields that every answer must tell, and those that the pack's tellings use."""
    phrases = teller.lexicon.tool(step.tool)
    used = [name for text in phrases.tell.done[:3] for name in _slots(text)]
    names = [fact.partition(":")[0] for fact in phrases.facts] + used
    single = {n for n, k in shapes.fields(step.tool.output).items() if isinstance(k, Kind)}
    return [n for n in dict.fromkeys(names) if n in single]


def _slots(template: str) -> list[str]:
    """Names of the slots of every reading of a template, in order."""
    return [match[1] for match in _SLOT.finditer(template)]


# -- several things ------------------------------------------------------------------------
def _listed(teller: Teller, step: Step) -> tuple[tuple[str, ...], tuple[tuple[Pair, ...], ...]]:
    field, row = next(iter(shapes.lists(step.tool.output).items()))
    items: Sequence[Mapping[str, Json]] = (step.outcome.value or {}).get(field, ())
    if not 0 < len(items) <= MOST_ITEMS:
        return (), ()
    facts = teller.lexicon.tool(step.tool).facts
    if not all(fact.startswith(f"{field}.") for fact in facts):
        return (), ()  # the answer must tell more than its items
    wanted = [fact.split(".", 2)[2].partition(":")[0] for fact in facts]
    phrases = teller.lexicon.entities.get(shapes.entity(row) or row.__name__.lower())
    have = frozenset.intersection(
        *(frozenset(k for k, v in i.items() if v is not None) for i in items)
    )
    able = [t for t in (phrases.item if phrases else ()) if readable(t, have)]
    told = [t for t in able if set(wanted) <= set(_slots(t))]
    points: tuple[str, ...] = ()
    if told:
        flat = flatten(teller.rng.choice(told), have, teller.rng)
        points = tuple(map(capital, teller.tell_items(row, items, flat)))
    names = [n for n in (*wanted, *(n for t in able for n in _slots(t))) if n in have]
    columns = [n for n in dict.fromkeys(names) if _is_column(kind_at(row, (n,)))][:MOST_COLUMNS]
    if not set(wanted) <= set(columns):
        return points, ()
    rows = tuple(
        tuple((label(n), words(teller, kind_at(row, (n,)), item[n])) for n in columns)
        for item in items
    )
    return points, rows


def _is_column(kind: Kind) -> bool:
    return kind.name not in {"boolean", "list", "free_text"}


# -- words ---------------------------------------------------------------------------------
def words(teller: Teller, kind: Kind, value: Json) -> str:
    """A value as this assistant writes it; of a moment its day and its clock."""
    if kind.name != "date_time":
        return teller.style.write(kind, value, teller.setting, teller.rng)
    said = [part(kind, value, mark) for mark in ("day", "clock")]
    return " at ".join(teller.style.write(k, v, teller.setting, teller.rng) for k, v in said)


def label(name: str) -> str:
    """A field's name as a label: `pay_by` -> `Pay by`, `booking_id` -> `Booking ID`."""
    text = capital(name.replace("_", " "))
    return f"{text[:-3]} ID" if text.endswith(" id") else text


def capital(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]
