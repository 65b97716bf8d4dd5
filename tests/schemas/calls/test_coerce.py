"""Arguments of the wrong JSON type: put right where the value says what it is, else left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.schemas.calls import coerce
from callwright.schemas.calls.reply import ReadCall
from callwright.schemas.canonical import dump
from callwright.schemas.messages import ToolSpec

INTEGER = {"type": "integer"}
NUMBER = {"type": "number"}
BOOLEAN = {"type": "boolean"}
STRING = {"type": "string"}
OBJECT = {"type": "object", "properties": {"n": INTEGER}}
ARRAY = {"type": "array", "items": INTEGER}
OR_NULL = {"anyOf": [INTEGER, {"type": "null"}]}
OR_TEXT = {"type": ["integer", "string"]}


def coerced(value, schema, **extra):
    tool = ToolSpec(name="do", parameters={"type": "object", "properties": {"v": schema}, **extra})
    arguments, casts = coerce(ReadCall("do", {"v": value}), tool)
    return arguments["v"], casts


CHANGED = [
    ("21", INTEGER, 21, "integer_from_text"),
    (" -3 ", INTEGER, -3, "integer_from_text"),
    ("21.0", INTEGER, 21, "integer_from_text"),
    (21.0, INTEGER, 21, "integer_from_float"),
    ("21", NUMBER, 21, "number_from_text"),
    ("2.5", NUMBER, 2.5, "number_from_text"),
    ("true", BOOLEAN, True, "boolean_from_text"),
    ("False", BOOLEAN, False, "boolean_from_text"),
    ('{"n": 1}', OBJECT, {"n": 1}, "object_from_text"),
    ("[1, 2]", ARRAY, [1, 2], "array_from_text"),
    ("null", OR_NULL, None, "null_from_text"),
    ("None", OR_NULL, None, "null_from_text"),
    ("7", OR_NULL, 7, "integer_from_text"),
    ("7", {"$ref": "#/$defs/n"}, 7, "integer_from_text"),
    ("7", {"type": "int"}, 7, "integer_from_text"),
    ("7", {"type": "integer", "nullable": True}, 7, "integer_from_text"),
    ("7", {"allOf": [INTEGER, {"minimum": 1}]}, 7, "integer_from_text"),
    ("2", {"enum": [1, 2]}, 2, "number_from_text"),
    (12345, STRING, "12345", "text_from_integer"),
    (7, {"enum": ["7", "8"]}, "7", "text_from_integer"),
]
KEPT = [
    ("21", STRING),
    ("21", OR_TEXT),
    ("21", {}),
    ("21", True),
    ("null", STRING),
    ("None", INTEGER),
    ("three", INTEGER),
    ("1,000", INTEGER),
    ("21 km", INTEGER),
    ("007", INTEGER),
    ("0x10", INTEGER),
    ("1e999", NUMBER),
    ("NaN", NUMBER),
    ("2.5", INTEGER),
    (2.5, INTEGER),
    (1e300, INTEGER),
    ("9" * 5000, INTEGER),
    ("yes", BOOLEAN),
    (1, BOOLEAN),
    ("1", BOOLEAN),
    (True, INTEGER),
    (True, STRING),
    (1.5, STRING),
    (2**60, STRING),
    ("3", {"enum": [1, 2]}),
    (9, {"enum": ["7", "8"]}),
    (3, ARRAY),
    ("a, b", ARRAY),
    ("", ARRAY),
    ([3], INTEGER),
    ('"21"', INTEGER),
    ("{'n': 1}", OBJECT),
    ('{"n": 1} x', OBJECT),
    ("[1]", OBJECT),
    (None, INTEGER),
    ({"n": "1"}, {"anyOf": [OBJECT, {"type": "object", "required": ["n"]}]}),
]


@pytest.mark.parametrize(("value", "schema", "wanted", "kind"), CHANGED)
def test_a_value_that_says_what_it_is_gets_its_type(value, schema, wanted, kind):
    found, casts = coerced(value, schema, **{"$defs": {"n": INTEGER}})
    assert dump(found) == dump(wanted)
    assert casts == (f"/v:{kind}",)


@pytest.mark.parametrize(("value", "schema"), KEPT, ids=lambda one: str(one)[:20])
def test_any_other_value_stays_as_it_is(value, schema):
    found, casts = coerced(value, schema)
    assert dump(found) == dump(value)
    assert casts == ()


def test_every_depth_is_reached_and_told_by_its_pointer():
    guest = {"type": "object", "properties": {"age": INTEGER, "a/b~": BOOLEAN}}
    schema = {"type": "array", "items": {"anyOf": [guest, {"type": "null"}]}}
    found, casts = coerced([None, {"age": "7", "a/b~": "true"}], schema)
    assert found == [None, {"age": 7, "a/b~": True}]
    assert casts == ("/v/1/age:integer_from_text", "/v/1/a~1b~0:boolean_from_text")


def test_a_text_is_opened_and_its_inside_put_right():
    found, casts = coerced('{"n": "1"}', OBJECT)
    assert found == {"n": 1}
    assert casts == ("/v:object_from_text", "/v/n:integer_from_text")


def test_items_by_place_and_other_properties_have_their_schemas_too():
    assert coerced(["1", "1"], {"prefixItems": [STRING], "items": INTEGER})[0] == ["1", 1]
    assert coerced({"x": "1"}, {"additionalProperties": INTEGER})[0] == {"x": 1}
    assert coerced({"x": "1"}, {"additionalProperties": False})[0] == {"x": "1"}


def test_what_is_too_deep_to_be_told_is_left():
    inner = {"type": "object", "additionalProperties": {"$ref": "#/$defs/o"}}
    schema = {"$defs": {"o": {"anyOf": [inner, INTEGER]}}}
    value = {"k" * 300: {"k": "1"}}
    assert coerced(value, {"$ref": "#/$defs/o"}, **schema) == (value, ())


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
SCHEMAS = st.recursive(
    st.sampled_from([INTEGER, NUMBER, BOOLEAN, STRING, {}, True, {"type": "null"}, {"enum": [1]}]),
    lambda inner: (
        st.builds(lambda s: {"type": "array", "items": s}, inner)
        | st.builds(lambda s: {"type": "object", "additionalProperties": s}, inner)
        | st.builds(lambda *s: {"anyOf": list(s)}, inner, inner)
    ),
    max_leaves=4,
)


@given(VALUES, SCHEMAS)
def test_coercing_twice_changes_nothing_more(value, schema):
    once, _ = coerced(value, schema)
    again, casts = coerced(once, schema)
    assert repr(again) == repr(once)
    assert casts == ()
