"""Whatever a model wrote is judged, in bounded time, and left as it was."""

import math
from copy import deepcopy
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.filters.bfcl import check

CATEGORIES = ["", "simple_python", "multiple", "parallel_multiple", "simple_java", "javascript"]
KINDS = [
    "string",
    "integer",
    "float",
    "boolean",
    "array",
    "tuple",
    "dict",
    "any",
    "String",
    "Array",
]
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**400, -0.0, math.inf, math.nan])
    | st.text(st.characters(), max_size=6)
    | st.sampled_from(["\ud800", "brew", "x", "", "new int[]{1", "[[1],", "{a: 1, b"])
)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.sampled_from(["brew", "x", "y"]) | scalars, inner, max_size=3)
    ),
    max_leaves=8,
)


def question(kind, allowed, calls=1):
    spec = {"type": kind, "items": {"type": "string"}}
    parameters = {"type": "dict", "properties": {"x": spec}, "required": []}
    tool = {"name": "brew", "parameters": parameters}
    return [tool, {**tool, "name": "pour"}], [{"brew": {"x": allowed}}] * calls


@given(
    anything, st.sampled_from(KINDS), st.lists(anything, max_size=2), st.sampled_from(CATEGORIES)
)
def test_nothing_raises(predicted, kind, allowed, category):
    functions, expected = question(kind, allowed)
    for calls in (predicted, [predicted], [{"brew": predicted}], [{"brew": {"x": predicted}}]):
        before = repr((functions, expected, calls))
        got = check(functions, expected, calls, category)
        assert got.accepted is (got.reason == "")
        assert repr((functions, expected, calls)) == before


@given(anything, anything, anything)
def test_not_even_a_broken_question_raises(functions, expected, predicted):
    got = check(functions, expected, predicted)
    assert got.accepted is (got.reason == "")


@given(anything)
def test_an_alternative_of_another_type_is_right(value):
    functions, expected = question("boolean", [deepcopy(value)])
    got = check(functions, expected, [{"brew": {"x": value}}])
    assert got.accepted or value == "" or value != deepcopy(value)


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_number_too_long_to_be_written(category):
    functions, expected = question("float", [1.0])
    assert not check(functions, expected, [{"brew": {"x": 10**5000}}], category).accepted


def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


ITSELF = []
ITSELF.append(ITSELF)


@pytest.mark.parametrize("value", [deep(100_000), ITSELF], ids=["deep", "itself"])
@pytest.mark.parametrize("kind", ["array", "any", "string", "dict"])
def test_endless_nesting_is_rejected(value, kind):
    other = deep(100_000)
    functions, expected = question(kind, [other])
    assert not check(functions, expected, [{"brew": {"x": value}}]).accepted


TEXTS = [
    "new HashMap<",
    'new HashMap<>() {{ put("',
    "new ArrayList<>(Arrays.asList(1",
    "new ArrayList<>() {{ add(",
    "new int[]{",
    "[[1],",
    "[ [",
    "new Array([1], ",
    "{a: 1, ",
    "{a:, , ",
    "{" + " " * 50,
    "a",
    " ",
    ",",
]


@pytest.mark.parametrize("kind", ["Array", "ArrayList", "HashMap", "array", "dict", "String"])
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("size", [9_000, 1_000_000])
def test_source_text_is_read_in_bounded_time(kind, text, size):
    written = (text * size)[:size]
    functions, expected = question(kind, ["tea"])
    for end in ("", "}", "]]", "{" + written):
        started = perf_counter()
        for category in ("simple_java", "simple_javascript"):
            check(functions[:1], expected, [{"brew": {"x": written + end}}], category)
        assert perf_counter() - started < 5
