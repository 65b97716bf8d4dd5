"""The value of an argument against the expected alternatives, for strings, lists and dictionaries.

Only strings at the top, in a list at the top and directly in a dictionary are compared loosely.
"""

from typing import Final

from callwright.filters.bfcl.reasons import Reason
from callwright.schemas.record import Json

_LOOSE: Final = str.maketrans("'", '"', " ,./-_*^")


def loose(text: str) -> str:
    """Text without case, spaces and the marks `, . / - _ * ^`, with one kind of straight quote."""
    return text.translate(_LOOSE).lower()


def _loose(value: Json) -> Json:
    return loose(value) if type(value) is str else value


def _each(sequence: Json) -> list[Json]:
    """Its items by their index, as BFCL takes them: a dictionary in place of a list crashes."""
    return [sequence[index] for index in range(len(sequence))]


def check_string(value: str, allowed: Json) -> Reason | None:
    """Whether the string is loosely one of the alternatives that are strings."""
    theirs = [loose(one) for one in _each(allowed) if type(one) is str]
    return None if loose(value) in theirs else Reason.STRING


def check_list(value: Json, allowed: Json) -> Reason | None:
    """Whether the list is one of the alternatives, in order, its strings loosely."""
    mine = [_loose(item) for item in value]
    theirs = [[_loose(item) for item in _each(one)] for one in _each(allowed)]
    return None if mine in theirs else Reason.LIST


def check_dict(value: Json, allowed: Json) -> Reason | None:
    """Whether the dictionary fits one alternative; else why it does not fit the last."""
    reason: Reason | None = Reason.DICT_UNCLEAR
    for one in _each(allowed):
        if one == "":
            continue
        reason = _dict_fault(value, one)
        if reason is None:
            return None
    return reason


def _dict_fault(value: Json, gold: Json) -> Reason | None:
    reason = _item_fault(value, gold)
    # Looked at in any case: a key that is missing is named before a value that is wrong.
    missing = any(key not in value and "" not in one for key, one in gold.items())
    return Reason.DICT_KEY if missing else reason


def _item_fault(value: Json, gold: Json) -> Reason | None:
    for key, item in value.items():
        if key not in gold:
            return Reason.DICT_KEY
        if _loose(item) not in [_loose(one) for one in _each(gold[key])]:
            return Reason.DICT_VALUE
    return None


def check_dicts(value: Json, allowed: Json) -> Reason | None:
    """Whether the dictionaries fit one alternative pairwise; else why not the last."""
    reason: Reason | None = Reason.DICTS_UNCLEAR
    for one in _each(allowed):
        if len(value) != len(one):
            reason = Reason.DICT_COUNT
            continue
        faults = (check_dict(value[index], [one[index]]) for index in range(len(value)))
        reason = next((fault for fault in faults if fault is not None), None)
        if reason is None:
            return None
    return reason
