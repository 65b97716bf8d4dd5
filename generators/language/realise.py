"""From a template to text: alternatives are drawn, slots are filled, clauses find their place."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random

from callwright.domains.core.template import CLAUSES, Choice, Node, Slot, parse, sure_slots
from callwright.generators.errors import CannotPlan
from callwright.generators.language.builder import Builder

Fill = Callable[[Slot, Builder], None]
Flat = Sequence[str | Slot]


def flatten(template: str, have: frozenset[str], rng: Random) -> list[str | Slot]:
    """One reading of a template in which every slot is in `have` (`*` always is)."""
    out: list[str | Slot] = []
    _flatten(parse(template), have | {CLAUSES}, rng, out)
    return out


def _flatten(
    nodes: Iterable[Node], have: frozenset[str], rng: Random, out: list[str | Slot]
) -> None:
    for node in nodes:
        if not isinstance(node, Choice):
            out.append(node)
            continue
        able = [option for option in node.options if _can(option, have)]
        if not able:
            raise CannotPlan("language.no_reading")
        _flatten(rng.choice(able), have, rng, out)


def _can(nodes: tuple[Node, ...], have: frozenset[str]) -> bool:
    for node in nodes:
        if isinstance(node, Slot) and node.name not in have:
            return False
        if isinstance(node, Choice) and not any(_can(o, have) for o in node.options):
            return False
    return True


@lru_cache(maxsize=65_536)
def readable(template: str, have: frozenset[str]) -> bool:
    """Whether some reading of the template needs no slot outside `have`."""
    return sure_slots(template) <= have and _can(parse(template), have | {CLAUSES})


def slot_names(flat: Flat) -> list[str]:
    """Names of the slots of a reading, in order, `*` left out."""
    return [n.name for n in flat if isinstance(n, Slot) and n.name != CLAUSES]


def emit(flat: Flat, builder: Builder, fill: Fill) -> None:
    """Write a reading: text as it is, slots through `fill` (also `*`)."""
    for node in flat:
        if isinstance(node, Slot):
            fill(node, builder)
        else:
            builder.add(node)


def split_end(flat: list[str | Slot]) -> tuple[list[str | Slot], str]:
    """A reading without its final punctuation, and that punctuation."""
    if flat and isinstance(flat[-1], str) and flat[-1].rstrip()[-1:] in {".", "?", "!"}:
        text = flat[-1].rstrip()
        return [*flat[:-1], text[:-1]], text[-1]
    return flat, ""


def with_clause_place(flat: list[str | Slot]) -> list[str | Slot]:
    """The reading with a place for clauses; at its end where it names none."""
    if any(isinstance(n, Slot) and n.name == CLAUSES for n in flat):
        return flat
    return [*flat, Slot(CLAUSES)]
