"""Narrowing of JSON values, with their items still typed as JSON."""

import math
from typing import Any, Final, TypeGuard, cast

Json = Any

DEEPEST: Final = 64
"""Nesting of a value that is looked into; no tool has nearly as much."""


def is_object(value: Json) -> TypeGuard[dict[str, Json]]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_array(value: Json) -> TypeGuard[list[Json]]:
    """Whether a JSON value is an array."""
    return isinstance(value, list)


def is_plain(value: Json) -> bool:
    """Whether `value` is JSON that kinds can be asked about: finite, of sane depth and size."""
    waiting: list[tuple[object, int]] = [(value, 0)]
    while waiting:
        item, depth = waiting.pop()
        if isinstance(item, float):
            fine = math.isfinite(item)
        elif isinstance(item, int):
            fine = abs(item) < 2**64
        elif isinstance(item, list):
            waiting += [(inner, depth + 1) for inner in cast("list[Json]", item)]
            fine = depth < DEEPEST
        elif isinstance(item, dict):
            inside = cast("dict[Json, Json]", item)
            waiting += [(inner, depth + 1) for inner in inside.values()]
            fine = depth < DEEPEST and all(isinstance(key, str) for key in inside)
        else:
            fine = item is None or isinstance(item, str)
        if not fine:
            return False
    return True
