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


def is_plain(value: Json, depth: int = 0) -> bool:
    """Whether `value` is JSON that kinds can be asked about: finite, of sane depth and size.

    `depth`: of `value` in what it stands in.
    """
    if value is None or isinstance(value, (str, bool)):
        return True
    if isinstance(value, dict):
        inside = cast("dict[Json, Json]", value)
        fine = depth < DEEPEST and all(isinstance(key, str) for key in inside)
        return fine and all(is_plain(inner, depth + 1) for inner in inside.values())
    if isinstance(value, list):
        items = cast("list[Json]", value)
        return depth < DEEPEST and all(is_plain(inner, depth + 1) for inner in items)
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and abs(value) < 2**64
