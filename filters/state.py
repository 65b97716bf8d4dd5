"""How far the changes that were made to a world are those that were wanted.

Texts are compared as titles are, so that other wording of the same words is the same; and what was
made may have another id, since ids derive from what a row says.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from callwright.schemas.canonical import canonical
from callwright.schemas.checks import Change
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.same import Same
from callwright.schemas.values import Title

Json = Any
_TITLE = Title()


def agreement(wanted: Sequence[Change], made: Sequence[Change]) -> float:
    """The share of changes that are both wanted and made among those that are either."""
    if not wanted and not made:
        return 1.0
    left, right = _wanted(Same(wanted)), _prints(made)
    if left == right:
        return 1.0
    left, right = _prints(map(_loose, wanted)), _prints(map(_loose, _renamed(wanted, made)))
    return len(left & right) / len(left | right)


@lru_cache(maxsize=1024)
def _wanted(changes: Same[Sequence[Change]]) -> frozenset[bytes]:
    """The prints of what a task wants, kept for all rollouts of it."""
    return _prints(changes.value)


def _prints(changes: Iterable[Change]) -> frozenset[bytes]:
    return frozenset(canonical([c.table, c.op, c.key, c.values]) for c in changes)


def _loose(change: Change) -> Change:
    return change.model_copy(update={"values": _same_words(change.values)})


def _same_words(value: Json) -> Json:
    return _mapped(value, _TITLE.wording)


def _mapped(value: Json, change: Callable[[str], str]) -> Json:
    """A copy with every text changed."""
    if is_object(value):
        return {name: _mapped(inner, change) for name, inner in value.items()}
    if is_array(value):
        return [_mapped(inner, change) for inner in value]
    return change(value) if isinstance(value, str) else value


def _renamed(wanted: Sequence[Change], made: Sequence[Change]) -> list[Change]:
    """What was made, under the ids of what was wanted where all the rest agrees."""
    names: dict[str, str] = {}
    free = [c for c in wanted if c.op == "insert" and all(c.key != m.key for m in made)]
    for change in made:
        if change.op != "insert" or any(change.key == w.key for w in wanted):
            continue
        same = next((w for w in free if _unnamed(w) == _unnamed(change)), None)
        if same is not None:
            free.remove(same)
            names[change.key] = same.key
    return [_with_names(c, names) for c in made] if names else list(made)


def _unnamed(change: Change) -> Json:
    values = {n: v for n, v in change.values.items() if v != change.key}
    return change.table, sorted(change.values), canonical(_same_words(values))


def _with_names(change: Change, names: dict[str, str]) -> Change:
    key = names.get(change.key, change.key)
    return change.model_copy(
        update={"key": key, "values": _mapped(change.values, lambda text: names.get(text, text))}
    )
