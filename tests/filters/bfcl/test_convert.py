"""Our tools and expected calls in BFCL's form: types of every dialect, alternatives, defaults."""

import pytest

from callwright.filters.bfcl import check
from callwright.filters.bfcl.convert import to_function, to_predicted, to_question
from callwright.filters.rollout import Act
from callwright.schemas.checks import ExpectedCall
from callwright.schemas.messages import ToolSpec

PLAIN = {
    "type": "object",
    "properties": {
        "leaf": {"type": "string"},
        "litres": {"type": "number"},
        "cups": {"type": "array", "items": {"type": "object", "properties": {}}},
        "pot": {"type": "object", "properties": {"warm": {"type": "boolean"}}},
    },
    "required": ["leaf"],
}
SPELT = {
    "type": "dict",
    "properties": {
        "leaf": {"type": "str"},
        "litres": {"type": "float", "nullable": True},
        "cups": {"type": "list", "items": {"type": "dict", "properties": {}}},
        "pot": {"type": "dict", "properties": {"warm": {"type": "bool"}}},
    },
    "required": ["leaf"],
}
OPTIONAL = {
    **PLAIN,
    "properties": {
        key: {"anyOf": [spec, {"type": "null"}], "title": key}
        for key, spec in PLAIN["properties"].items()
    },
}


def spec(parameters, name="brew"):
    return ToolSpec(name=name, parameters=parameters)


def call(arguments, defaults=None):
    return ExpectedCall(
        name="brew", tool="tea.brew", arguments=arguments, leaves={}, defaults=defaults or {},
        mutates=True,
    )  # fmt: skip


@pytest.mark.parametrize("parameters", [PLAIN, SPELT, OPTIONAL], ids=["json", "spelt", "optional"])
def test_types_of_every_dialect_are_bfcls(parameters):
    assert to_function(spec(parameters))["parameters"] == {
        "type": "dict",
        "properties": {
            "leaf": {"type": "string"},
            "litres": {"type": "float"},
            "cups": {
                "type": "array",
                "items": {"type": "dict", "properties": {}, "required": []},
            },
            "pot": {"type": "dict", "properties": {"warm": {"type": "boolean"}}, "required": []},
        },
        "required": ["leaf"],
    }


def test_a_tool_without_parameters_and_a_parameter_without_a_type():
    assert to_function(spec({"type": "object"}))["parameters"]["required"] == []
    found = to_function(spec({"type": "object", "properties": {"x": {"enum": [1, "a"]}}}))
    assert found["parameters"]["properties"] == {"x": {"type": "any"}}


def test_dictionaries_have_alternatives_and_defaults_may_be_left_out():
    wanted = call(
        {"leaf": "mint", "cups": [{"size": 2}], "pot": {"lid": True}},
        {"/litres": 0.5, "/pot/warm": False, "/tray/colour~1wood": "oak"},
    )
    _, expected = to_question([spec(PLAIN)], [wanted])
    assert expected == [
        {
            "brew": {
                "leaf": ["mint"],
                "cups": [[{"size": [2]}]],
                "pot": [{"lid": [True], "warm": [False, ""]}],
                "litres": [0.5, ""],
                "tray": [{"colour/wood": ["oak", ""]}, ""],
            }
        }
    ]


JUDGED = [
    ({"leaf": "mint"}, True),
    ({"leaf": "mint", "litres": 0.5}, True),
    ({"leaf": "mint", "pot": {"warm": False}}, True),
    ({"leaf": "mint", "pot": {"warm": True}}, False),
    ({"leaf": "mint", "litres": 1.0}, False),
    ({"leaf": "mint", "cups": []}, False),
    ({}, False),
    (None, False),
]


@pytest.mark.parametrize(("arguments", "right"), JUDGED)
def test_a_converted_question_is_judged(arguments, right):
    wanted = call({"leaf": "mint"}, {"/litres": 0.5, "/pot/warm": False})
    question = to_question([spec(PLAIN), spec(PLAIN, "pour")], [wanted])
    assert check(*question, to_predicted([Act(0, "brew", arguments)])).accepted is right


def test_an_expected_call_of_an_unknown_tool_is_our_mistake():
    with pytest.raises(KeyError, match="brew"):
        to_question([spec(PLAIN, "pour")], [call({})])
