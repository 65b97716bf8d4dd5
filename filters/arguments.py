"""How far the visible arguments of one call are those that were expected: typed, leaf by leaf.

Two values are equal when their kind says so (a price, an instant), never because they look alike:
`true` is not 1 and `"25"` is not 25. A path that the tool does not have is always wrong.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from callwright.schemas.checks import ExpectedCall, Leaf
from callwright.schemas.narrow import is_plain
from callwright.schemas.record import Json
from callwright.schemas.values import UNREAD, Setting

NAME, NAMES, VALUES = 0.2, 0.3, 0.5
"""Credit of one call for its tool, its argument names and its argument values. Values weigh most
because they need the context; the tool alone is often given away by the request's words."""
NEARLY = 0.5
"""Factor for a call that is not right. Two nearly right calls are then never worth more than one
that is right, so that spoiling a call cannot pay, whatever the assignment makes of the rest."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The credit of one call, each part from 0 to 1."""

    name: float = 0.0
    names: float = 0.0
    values: float = 0.0

    @property
    def credit(self) -> float:
        """1 for a call that is right, else less than half: the weighted sum of its parts."""
        parts = NAME * self.name + NAMES * self.names + VALUES * self.values
        return 1.0 if self.right else NEARLY * parts

    @property
    def right(self) -> bool:
        """Whether nothing is wrong with the call."""
        return self.name == self.names == self.values == 1.0


NOTHING, RIGHT = Parts(), Parts(1.0, 1.0, 1.0)


def compare(
    name: str, arguments: Mapping[str, Json] | None, expected: ExpectedCall, setting: Setting
) -> Parts:
    """The credit of a call against one expected call."""
    if name != expected.name:
        return NOTHING
    if arguments is None:
        return Parts(1.0)
    if same(arguments, expected.arguments):
        return RIGHT
    if not is_plain(arguments):
        return Parts(1.0)
    given = dict(flatten(arguments, expected.leaves))
    wanted = dict(flatten(expected.arguments, expected.leaves))
    for path, default in expected.defaults.items():
        if (
            path in given
            and path not in wanted
            and _equal(path, given[path], default, expected, setting)
        ):
            del given[path]
    every, both = given.keys() | wanted.keys(), given.keys() & wanted.keys()
    if not every:
        return RIGHT
    equal = sum(_equal(path, given[path], wanted[path], expected, setting) for path in both)
    return Parts(1.0, len(both) / len(every), equal / len(every))


def _equal(path: str, given: Json, wanted: Json, expected: ExpectedCall, setting: Setting) -> bool:
    leaf = expected.leaves.get(path)
    return leaf is not None and equal_leaf(given, wanted, leaf, setting)


def equal_leaf(given: Json, wanted: Json, leaf: Leaf, setting: Setting) -> bool:
    """Whether two wire values of one leaf are the same value."""
    if same(given, wanted):
        return True
    kind = leaf.typed
    value = kind.decode(given, leaf.format, setting)
    return value is not UNREAD and kind.equal(value, kind.decode(wanted, leaf.format, setting))


def flatten(
    arguments: Mapping[str, Json], leaves: Mapping[str, Any], at: str = ""
) -> Iterator[tuple[str, Json]]:
    """JSON pointer and value of every leaf; what is no leaf nor above one stands for itself."""
    for key, value in arguments.items():
        path = f"{at}/{escape(key)}"
        if path not in leaves and _is_above(path, leaves) and isinstance(value, dict):
            yield from flatten(cast("dict[str, Json]", value), leaves, path)
        else:
            yield path, value


def escape(key: str) -> str:
    """A key as a token of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def _is_above(path: str, leaves: Mapping[str, Any]) -> bool:
    return any(leaf.startswith(f"{path}/") for leaf in leaves)


def same(a: Json, b: Json) -> bool:
    """Whether two JSON values are written alike, with `True` and `1` told apart at any depth."""
    if type(a) is not type(b):
        return False
    if type(a) is str:  # as most leaves are
        return a == b
    if isinstance(a, dict):
        one, two = cast("dict[str, Json]", a), cast("dict[str, Json]", b)
        equal = (key in two and same(value, two[key]) for key, value in one.items())
        return len(one) == len(two) and all(equal)
    if isinstance(a, list):
        left, right = cast("list[Json]", a), cast("list[Json]", b)
        return len(left) == len(right) and all(map(same, left, right))
    return a == b
