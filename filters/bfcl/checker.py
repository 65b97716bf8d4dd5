"""The public check: which calls are compared with which, by the category of the item.

A category that names `parallel` or `multiple` takes that path, any other the simple one; one that
names `java` or `javascript` reads values as source text. Without a category the path follows from
the data, which gives BFCL's verdict on every item of its own.
"""

from typing import Final, cast

from callwright.filters.bfcl.call import first, judge_call
from callwright.filters.bfcl.languages import JAVA, JAVASCRIPT, PYTHON, Language
from callwright.filters.bfcl.reasons import CRASH, Judgement, Reason
from callwright.schemas.record import Json

_RAISED: Final = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What data of the wrong form can raise; a RuntimeError is what is nested too deep, or unread."""


def check(
    functions: Json,
    expected: Json,
    predicted: Json,
    category: str | None = None,
    *,
    dots_to_underscores: bool = False,
) -> Judgement:
    """Judge the calls of one turn as BFCL's AST checker would.

    Args:
        functions: The tool documents on offer, with BFCL's type names.
        expected: One `{tool: {parameter: [alternatives]}}` per call; `""` among the alternatives
            means that the parameter may be left out.
        predicted: The calls to judge: one `{tool: {parameter: value}}` each; anything at all may
            stand here. None of the three is changed.
        category: A BFCL category such as `live_parallel` or `simple_java`; None tells it by the
            data, and values are Python's.
        dots_to_underscores: Whether dots in the names of tools are rewritten before comparing.
    """
    try:
        reason = _judge(functions, expected, predicted, category or "", dots_to_underscores)
    except _RAISED as error:  # the boundary: what BFCL's checker raises on is a verdict here
        return Judgement(accepted=False, reason=f"{CRASH}:{type(error).__name__}")
    return Judgement(accepted=reason is None, reason="" if reason is None else reason.value)


def _judge(
    functions: Json, expected: Json, predicted: Json, category: str, underscores: bool
) -> Reason | None:
    language = _language(category)
    path = category or _path(functions, expected)
    if "parallel" in path:
        return _any_order(functions, expected, predicted, language, underscores)
    if "multiple" in path:
        if len(predicted) != len(expected):
            return Reason.MULTIPLE_COUNT
        tool = _document(functions, expected[0])
    else:
        if len(predicted) != 1:
            return Reason.SIMPLE_COUNT
        tool = functions[0]
    return judge_call(tool, predicted[0], expected[0], language, underscores)


def _language(category: str) -> Language:
    if "javascript" in category:
        return JAVASCRIPT
    return JAVA if "java" in category else PYTHON


def _path(functions: Json, expected: Json) -> str:
    if len(expected) > 1:
        return "parallel"
    return "multiple" if len(functions) > 1 else "simple"


def _document(functions: Json, expected: Json) -> Json:
    """The document of the expected tool; None when it is not on offer, which crashes later."""
    name = first(expected)
    if type(functions) is not list:
        return functions
    offers = cast("list[Json]", functions)
    return next((tool for tool in offers if tool["name"] == name), None)


def _any_order(
    functions: Json, expected: Json, predicted: Json, language: Language, underscores: bool
) -> Reason | None:
    """Greedy, as BFCL is: each expected call takes the first free call that fits it."""
    if len(predicted) != len(expected):
        return Reason.PARALLEL_COUNT
    free = list(range(len(predicted)))
    for call in expected:
        tool = _document(functions, call)
        for index in free:
            if judge_call(tool, predicted[index], call, language, underscores) is None:
                free.remove(index)
                break
        else:
            return Reason.NO_MATCH
    return None
