"""Resolving the words of a reference over the items a result shows."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.pack import EntityPhrases
from callwright.domains.core.table import Output
from callwright.domains.core.template import Choice, Node, Slot, parse
from callwright.schemas.narrow import is_object
from callwright.schemas.provenance import Reference
from callwright.schemas.record import Json
from callwright.schemas.values import UNREAD, Date, DateTime, Kind, Setting, Time


def item_of(
    ref: Reference,
    words: str,
    items: list[Json],
    row: type[Output],
    phrases: EntityPhrases,
    setting: Setting,
) -> int | None:
    """The index of the one item that `words` mean; None when they mean none or several."""
    if ref.op == "only":
        return 0 if len(items) == 1 else None
    kind = shapes.fields(row).get(ref.field)
    templates = phrases.refer.get(f"{ref.op} {ref.field}", ())
    if not isinstance(kind, Kind):
        return None
    shown = [_shown(item, ref, kind, setting) for item in items]
    found = {i for t in templates for i in _resolve(ref.op, t, words, shown, kind, setting)}
    return found.pop() if len(found) == 1 else None


def _shown(item: Json, ref: Reference, kind: Kind, setting: Setting) -> Json:
    """The canonical value an item shows; UNREAD when it shows none."""
    wire = item.get(ref.key[1:], UNREAD) if is_object(item) else UNREAD
    if wire is UNREAD:
        return UNREAD
    value = kind.decode(wire, ref.format, setting)
    return kind.read(str(wire), setting) if value is UNREAD else value


def _resolve(
    op: str, template: str, words: str, shown: list[Json], kind: Kind, setting: Setting
) -> list[int]:
    match = pattern(template).fullmatch(words.strip())
    if match is None or any(v is UNREAD for v in shown):
        return []
    if op in {"min", "max"}:
        return _extreme(op, [_order(kind, v) for v in shown])
    slot = _slot(template)
    if slot is None:
        same = [i for i, v in enumerate(shown) if v is True]
    else:
        part = _PARTS.get(slot.mark) if isinstance(kind, DateTime) else None
        said_kind = part[0] if part else kind
        said = said_kind.read(match["slot"], setting)
        same = [i for i, v in enumerate(shown) if said_kind.equal(part[1](v) if part else v, said)]
    return same if len(same) == 1 else []


_PARTS: dict[str, tuple[Kind, Callable[[str], str]]] = {
    "clock": (Time(), lambda moment: moment[11:16]),
    "day": (Date(), lambda moment: moment[:10]),
}


def _extreme(op: str, ranks: Sequence[Any]) -> list[int]:
    if any(r is None for r in ranks):
        return []
    best = min(ranks) if op == "min" else max(ranks)
    same = [i for i, r in enumerate(ranks) if r == best]
    return same if len(same) == 1 else []


def _order(kind: Kind, value: Json) -> Any:
    if kind.name == "money":
        return Decimal(value["amount"])
    if kind.name == "date_time":
        return datetime.fromisoformat(value)
    if kind.name == "duration":
        return kind.encode(value, "minutes", _NO_CLOCK)
    return None if isinstance(value, bool | dict | list) else value


_NO_CLOCK: Any = None


@lru_cache(maxsize=4096)
def pattern(template: str) -> re.Pattern[str]:
    """A template as a pattern over words; its slot is the group `slot`."""
    return re.compile("".join(map(_node, parse(template))), re.IGNORECASE)


def _node(node: Node) -> str:
    if isinstance(node, Slot):
        return "(?P<slot>.+)"
    if isinstance(node, Choice):
        return "(?:" + "|".join("".join(map(_node, option)) for option in node.options) + ")"
    return r"\s+".join(re.escape(w) for w in node.split(" "))


def _slot(template: str) -> Slot | None:
    return next((n for n in parse(template) if isinstance(n, Slot)), None)
