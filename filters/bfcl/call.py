"""One call against one expected call: name, required parameters, each argument, what is left out.

The order of these decides which reason is given, so it is BFCL's.
"""

from collections.abc import Iterable

from callwright.filters.bfcl.languages import Language
from callwright.filters.bfcl.reasons import Reason
from callwright.filters.bfcl.types import TypeCheck, check_type
from callwright.filters.bfcl.values import check_dict, check_dicts, check_list, check_string
from callwright.schemas.record import Json


def judge_call(
    tool: Json, predicted: Json, expected: Json, language: Language, underscores: bool
) -> Reason | None:
    """Why `predicted`, a `{tool: arguments}`, is not the expected call; None when it is."""
    gold = first(expected.values())
    name = tool["name"]
    parameters, required = tool["parameters"]["properties"], tool["parameters"]["required"]
    name = name.replace(".", "_") if underscores else name
    if name not in predicted:
        return Reason.NAME
    arguments = predicted[name]
    if any(parameter not in arguments for parameter in required):
        return Reason.MISSING_REQUIRED
    for parameter, value in arguments.items():
        if parameter not in parameters or parameter not in gold:
            return Reason.UNEXPECTED
        reason = _argument(parameters[parameter], value, gold[parameter], language)
        if reason is not None:
            return reason
    if any(p not in arguments and "" not in allowed for p, allowed in gold.items()):
        return Reason.MISSING_OPTIONAL
    return None


def first(items: Iterable[Json]) -> Json:
    """The first item; IndexError where there is none, as in BFCL's checker."""
    for item in items:
        return item
    raise IndexError


def _argument(spec: Json, value: Json, allowed: Json, language: Language) -> Reason | None:
    name = spec["type"]
    wanted, element, kind = language.types[name], None, None
    if language.source is not None and type(value) is not str:
        return language.source.not_text
    if name in language.nested:
        element = spec["items"]["type"]
        kind = language.types[element]
    if language.source is not None:
        value = language.source.read(value, name, element)
    else:
        value = _as_python(name, value)
    found = check_type(value, allowed, wanted, kind)
    if isinstance(found, Reason):
        return found
    return _value(value, allowed, wanted, kind, found)


def _as_python(name: str, value: Json) -> Json:
    """Two courtesies of BFCL: a tuple is a list, and an int (never a bool) is a float."""
    if name == "tuple" and type(value) is tuple:
        return [*value]
    return float(value) if name == "float" and type(value) is int else value


def _value(
    value: Json, allowed: Json, wanted: type, element: type | None, found: TypeCheck
) -> Reason | None:
    if not found.variable:
        if wanted is dict:
            return check_dict(value, allowed)
        if wanted is list and element is dict:
            return check_dicts(value, allowed)
        if wanted is str:
            return check_string(value, allowed)
        if wanted is list:
            return check_list(value, allowed)
    return None if value in allowed else Reason.VALUE
