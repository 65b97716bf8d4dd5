"""Why BFCL rejects calls, in its own codes, and the judgement that carries one."""

from dataclasses import dataclass
from enum import StrEnum

CRASH = "crash"
"""Begins the reason where BFCL's checker raises, e.g. `crash:KeyError`."""


class Reason(StrEnum):
    """BFCL's `error_type` of a reject."""

    SIMPLE_COUNT = "simple_function_checker:wrong_count"
    MULTIPLE_COUNT = "multiple_function_checker:wrong_count"
    PARALLEL_COUNT = "parallel_function_checker_no_order:wrong_count"
    NO_MATCH = "parallel_function_checker_no_order:cannot_find_match"
    NAME = "simple_function_checker:wrong_func_name"
    MISSING_REQUIRED = "simple_function_checker:missing_required"
    MISSING_OPTIONAL = "simple_function_checker:missing_optional"
    UNEXPECTED = "simple_function_checker:unexpected_param"
    TYPE = "type_error:simple"
    ELEMENT_TYPE = "type_error:nested"
    NOT_JAVA = "type_error:java"
    NOT_JAVASCRIPT = "type_error:js"
    VALUE = "value_error:others"
    STRING = "value_error:string"
    LIST = "value_error:list/tuple"
    DICT_KEY = "value_error:dict_key"
    DICT_VALUE = "value_error:dict_value"
    DICT_COUNT = "value_error:list_dict_count"
    DICT_UNCLEAR = "dict_checker:unclear"
    DICTS_UNCLEAR = "list_dict_checker:unclear"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What BFCL says of the calls of one turn."""

    accepted: bool
    reason: str = ""
    """A `Reason`, or `crash:` and the class of what BFCL's checker raises; empty when accepted."""
