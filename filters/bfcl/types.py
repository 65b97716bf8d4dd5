"""The type of an argument against that of its parameter and those of the expected alternatives.

An expected value of another type than the parameter's stands for the name of a variable: then an
argument of either type goes on to be compared exactly.
"""

from dataclasses import dataclass

from callwright.filters.bfcl.reasons import Reason
from callwright.schemas.record import Json


@dataclass(frozen=True, slots=True)
class TypeCheck:
    """A type that passed."""

    variable: bool
    """Whether the value is compared exactly, as the name of a variable is."""


def check_type(
    value: Json, allowed: Json, wanted: type, element: type | None
) -> TypeCheck | Reason:
    """Whether `value` may stand for a parameter of type `wanted`, its elements of `element`."""
    gold = _gold_type(allowed)
    if type(value) is not wanted:
        return TypeCheck(variable=True) if type(value) is gold else Reason.TYPE
    if element is not None and not any(_fits(value, one, element) for one in allowed):
        return Reason.ELEMENT_TYPE if len(allowed) else Reason.TYPE
    return TypeCheck(variable=gold is not None and gold is not wanted)


def _gold_type(allowed: Json) -> type | None:
    """The type of the first alternative that is not the mark of an optional parameter."""
    return next((_type(one) for one in allowed if one != ""), None)


def _type(value: object) -> type:
    return type(value)


def _fits(values: Json, alternative: Json, element: type) -> bool:
    """Whether the elements have the right types; an alternative that is no list wants none."""
    if type(alternative) is not list:
        return True
    return all(isinstance(check_type(v, alternative, element, None), TypeCheck) for v in values)
