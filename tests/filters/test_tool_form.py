"""Calls are accepted by the parameters of a tool alone only where the whole schema accepts them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.filters.tool_form import ToolForm

NAMES = st.sampled_from(["a", "b", "c", "description"])
RULES = st.sampled_from(
    [
        True,
        False,
        {},
        {"type": "integer", "minimum": 2, "description": "How many."},
        {"type": "string", "format": "date"},
        {"type": "string", "pattern": "^[a-z]+$", "default": "x"},
        {"type": "string", "pattern": "("},
        {"enum": ["x", None, 1]},
        {"anyOf": [{"type": "boolean"}, {"type": "null"}], "title": "Maybe"},
        {"$ref": "#/properties/a"},
        {"type": ["object", "null"], "properties": {}},
    ]
)
VALUES = st.sampled_from([None, True, 0, 1, 2.0, 3, "x", "X", "2026-03-27", [], {}])


def objects(rules):
    """Schemas of objects over some rules."""
    extra = st.fixed_dictionaries(
        {},
        optional={
            "required": st.lists(NAMES, unique=True, max_size=2),
            "additionalProperties": st.sampled_from([True, False, {"type": "string"}]),
            "minProperties": st.just(1),
            "title": st.just("Request"),
        },
    )
    named = st.dictionaries(NAMES, rules, max_size=3)
    return st.builds(lambda n, e: {"type": "object", "properties": n, **e}, named, extra)


SCHEMAS = objects(RULES | objects(RULES))
ARGUMENTS = st.dictionaries(NAMES, VALUES | st.dictionaries(NAMES, VALUES, max_size=3), max_size=3)


@given(SCHEMAS, ARGUMENTS)
def test_what_is_accepted_is_valid_as_a_whole(schema, arguments):
    form = ToolForm(schema)
    if form.accepts(arguments):
        assert form.validator.is_valid(arguments)


@pytest.mark.parametrize("rules", [{}, {"additionalProperties": False}, {"title": "Order"}])
def test_a_right_call_is_accepted_and_a_wrong_one_is_not(rules):
    inner = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    schema = {"type": "object", "properties": {"inner": inner}, "required": ["inner"], **rules}
    form = ToolForm(schema)
    assert form.accepts({"inner": {"n": 3}})
    wrong = ({}, {"inner": {}}, {"inner": {"n": "3"}}, {"inner": 3}, {"inner": {"n": 3}, "x": 1})
    assert not any(map(form.accepts, wrong))
