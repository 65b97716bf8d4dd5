"""Tools as methods: what a library that derives schemas finds, and what cannot be a method."""

import inspect
from typing import Any, Literal, get_type_hints

import pytest

from callwright.pipelines.adapters.methods import method, misfit
from callwright.schemas.messages import ToolSpec

DATE = {"type": "object", "properties": {"title": {"type": "string", "pattern": "x"}}}
PARAMETERS = {
    "type": "dict",
    "properties": {
        "city": {"type": "string", "description": "The\n city.", "pattern": "^a$"},
        "grade": {"type": "string", "enum": ["a", "b"], "default": "a"},
        "count": {"type": "integer", "nullable": True, "minimum": 1},
        "price": {"anyOf": [{"type": "float"}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "when": DATE,
        "any": {},
        "mixed": {"type": ["string", "integer"]},
    },
    "required": ["city", "when"],
}


def tool(name="look", description="Looks. Returns: much.", parameters=PARAMETERS):
    return ToolSpec(name=name, description=description, parameters=parameters)


class Recorder:
    look = method(tool())

    def _call(self, name, arguments):
        return f"{name} {arguments}"


def test_hints_tell_the_types():
    assert get_type_hints(Recorder.look) == {
        "city": str,
        "grade": Literal["a", "b"],
        "count": int | None,
        "price": float | None,
        "tags": list[str],
        "when": dict,
        "any": Any,
        "mixed": str | int,
    }


def test_the_signature_tells_what_is_required():
    parameters = inspect.signature(Recorder().look).parameters
    required = [name for name, p in parameters.items() if p.default is inspect.Parameter.empty]
    assert list(parameters) == list(PARAMETERS["properties"])
    assert required == ["city", "when"]


def test_the_docstring_describes_every_parameter_on_one_line():
    lines = Recorder.look.__doc__.splitlines()
    assert lines[:3] == ["Looks. Returns much.", "", "Args:"]
    assert lines[3] == "    city: The city."
    assert lines[4] == '    grade: grade {"default":"a"}'
    assert lines[5] == '    count: count {"minimum":1}'
    assert lines[8] == '    when: when {"properties":{"title":{"type":"string"}}}'
    assert len(lines) == 3 + len(PARAMETERS["properties"])


def test_a_tool_without_anything_has_a_docstring():
    empty = method(tool(description="", parameters={"type": "object", "properties": {}}))
    assert empty.__doc__ == "look."


def test_arguments_pass_through_whatever_they_are():
    assert Recorder().look(self=1, wrong=2) == "look {'self': 1, 'wrong': 2}"


@pytest.mark.parametrize(
    ("tools", "reason"),
    [
        ([tool("look"), tool("travel.look"), tool("look-up")], ""),
        ([tool("look"), tool("look")], "tool_name_twice"),
        ([tool("reset")], "tool_name"),
        ([tool("_look")], "tool_name"),
        ([tool(parameters={"properties": {"from": {}}})], "argument_name"),
        ([tool(parameters={"properties": {"a-b": {}}})], "argument_name"),
        ([tool(parameters={"properties": {"self": {}}})], "argument_name"),
    ],
)
def test_what_cannot_be_methods_is_told(tools, reason):
    assert misfit(tools) == reason
