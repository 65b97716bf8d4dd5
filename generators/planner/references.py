"""Referring expressions: which words single out one item of a shown list.

A reference is used only if it resolves to exactly one row.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.pack import EntityPhrases
from callwright.domains.core.table import Output
from callwright.domains.core.template import Slot, parse
from callwright.generators.errors import CannotPlan
from callwright.generators.language.parts import part, rank
from callwright.generators.planner.plan import Path, Pick
from callwright.schemas.values import Kind

Json = Any
Items = Sequence[dict[str, Json]]


def choose(
    step: int,
    items_path: Path,
    row: type[Output],
    items: Items,
    index: int,
    entity: str,
    phrases: EntityPhrases,
    rng: Random,
) -> Pick:
    """A pick of item `index`; `CannotPlan` when no words single it out."""
    key = next(iter(shapes.fields(row)))
    path = (*items_path, index, key)
    if len(items) == 1:
        return Pick(step, path, entity, "only")
    options = [
        (op, field, value, template)
        for name, templates in phrases.refer.items()
        for op, field in (name.split(" ", 1),)
        for template in templates
        for value in resolve(op, field, template, row, items, index)
    ]
    if not options:
        raise CannotPlan("plan.no_reference")
    ops = sorted({(op, field) for op, field, _, _ in options})
    wanted = rng.choice(ops)  # first the attribute, then its words: rare ones are not drowned
    op, field, value, template = rng.choice([o for o in options if o[:2] == wanted])
    return Pick(step, path, entity, op, field, value, template)


def resolve(
    op: str, field: str, template: str, row: type[Output], items: Items, index: int
) -> list[Json]:
    """The value a reference says when it singles out item `index`, in a list; else an empty one.

    `min` and `max` say no value (`[None]`).
    """
    kind = shapes.fields(row).get(field)
    if not isinstance(kind, Kind) or any(field not in item for item in items):
        return []
    if op in {"min", "max"}:
        return [None] if _extreme(op, [rank(kind, item[field]) for item in items], index) else []
    slot = next((n for n in parse(template) if isinstance(n, Slot)), None)
    mark = slot.mark if slot else ""
    said_kind, said = part(kind, items[index][field], mark)
    same = [
        i for i, item in enumerate(items) if said_kind.equal(part(kind, item[field], mark)[1], said)
    ]
    if slot is None:  # words without a slot hold for a flag's true value only
        return [True] if said is True and same == [index] else []
    return [said] if same == [index] else []


def _extreme(op: str, ranks: list[Any], index: int) -> bool:
    if any(r is None for r in ranks):
        return False
    if isinstance(ranks[0], tuple) and len({r[0] for r in ranks}) > 1:
        return False  # prices in several currencies have no order
    best = min(ranks) if op == "min" else max(ranks)
    return ranks[index] == best and ranks.count(best) == 1
