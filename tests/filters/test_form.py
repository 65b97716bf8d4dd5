"""The schema filter: every reason code fires, every dialect is read, good rows pass."""

import pytest

from callwright.filters.schema import SchemaFilter
from callwright.filters.tool_form import tool_form
from callwright.schemas.dialects import to_json_schema
from callwright.schemas.messages import Message, ToolCall, ToolSpec
from tests.filters import toy


def judge(trajectory):
    return SchemaFilter().judge(trajectory, toy.scene())


def edited(make=toy.steps, **changes):
    """The trajectory with `index=dict of changes` (as `m3={...}`) in its messages."""
    trajectory = make()
    messages = list(trajectory.messages)
    for name, change in changes.items():
        index = int(name[1:])
        messages[index] = messages[index].model_copy(update=change)
    return trajectory.model_copy(update={"messages": tuple(messages)})


def without(index, make=toy.steps):
    trajectory = make()
    messages = trajectory.messages
    return trajectory.model_copy(update={"messages": messages[:index] + messages[index + 1 :]})


def with_tools(*tools):
    trajectory = toy.single()
    task = trajectory.task.model_copy(update={"tools": tools})
    return trajectory.model_copy(update={"task": task})


def call(name="find_rooms", **arguments):
    return {"tool_calls": (ToolCall(id="call_2_0", name=name, arguments=arguments),)}


@pytest.mark.parametrize("make", toy.ALL)
def test_good_rows_pass(make):
    assert judge(make()).keep


FAULTS = [
    ("schema.message_order", lambda: without(0)),
    ("schema.message_order", lambda: without(4, toy.single)),
    ("schema.unanswered_call", lambda: without(3)),
    ("schema.wrong_answer_to_call", lambda: edited(m3={"tool_call_id": "call_9"})),
    ("schema.wrong_answer_to_call", lambda: edited(m3={"name": "book_room"})),
    (
        "schema.call_ids",
        lambda: edited(m4={"tool_calls": (ToolCall(id="call_2_0", name="x", arguments={}),)}),
    ),
    ("schema.empty_message", lambda: edited(m7={"content": " "})),
    ("schema.thinking", lambda: edited(m2={"reasoning": "Rooms first."})),
    ("schema.task_differs", lambda: edited(m1={"content": "Something else"})),
    ("schema.task_differs", lambda: edited(m0={"content": "Another prompt"})),
    (
        "schema.unknown_tool",
        lambda: edited(toy.single, m2=call("find_desks"), m3={"name": "find_desks"}),
    ),
    ("schema.invalid_arguments", lambda: edited(toy.single, m2=call(date="27 March"))),
    (
        "schema.invalid_arguments",
        lambda: edited(toy.single, m2=call(date="2026-03-27", seats=True)),
    ),
    ("schema.invalid_arguments", lambda: edited(toy.single, m2=call(date="2026-03-27", floor=1))),
    (
        "schema.default_argument",
        lambda: edited(toy.single, m2=call(date="2026-03-27", quiet=False)),
    ),
    (
        "schema.bad_tool",
        lambda: with_tools(
            ToolSpec(
                name="x", parameters={"type": "object", "properties": {"a": {"type": "strin"}}}
            )
        ),
    ),
    ("schema.bad_tool", lambda: with_tools(ToolSpec(name="x", parameters={"type": "string"}))),
    ("schema.same_tool_twice", lambda: with_tools(*[toy.view("find_rooms").spec] * 2)),
]


@pytest.mark.parametrize(("reason", "make"), FAULTS)
def test_every_fault_has_its_reason(reason, make):
    verdict = judge(make())
    assert (verdict.keep, verdict.reason) == (False, reason), verdict.evidence


def test_an_assistant_may_not_speak_before_the_user():
    trajectory = toy.single()
    hello = Message(role="assistant", content="Hello")
    messages = (trajectory.messages[0], hello, *trajectory.messages[1:])
    assert (
        judge(trajectory.model_copy(update={"messages": messages})).reason == "schema.message_order"
    )


DIALECTS = [
    (
        {
            "type": "dict",
            "properties": {
                "x": {"type": "float"},
                "t": {"type": "tuple", "items": {"type": "int"}},
                "a": {"type": "any"},
            },
        },
        {"x": 1.5, "t": [1, 2], "a": None},
        {"x": "1.5"},
    ),
    (
        {
            "type": "object",
            "properties": {"note": {"type": "string", "nullable": True, "default": None}},
        },
        {"note": None},
        {"note": 1},
    ),
    (
        {
            "type": "object",
            "title": "Args",
            "properties": {
                "at": {"$ref": "#/$defs/At"},
                "n": {"anyOf": [{"type": "integer"}, {"type": "null"}], "title": "N"},
            },
            "$defs": {
                "At": {"type": "object", "properties": {"d": {"type": "string", "format": "date"}}}
            },
        },
        {"at": {"d": "2026-03-27"}, "n": None},
        {"at": {"d": "27 March"}},
    ),
]


@pytest.mark.parametrize(("schema", "good", "bad"), DIALECTS)
def test_dialects_are_json_schema_underneath(schema, good, bad):
    compiled = tool_form(ToolSpec(name="x", parameters=schema)).validator
    assert compiled.is_valid(good)
    assert not compiled.is_valid(bad)


def test_a_property_named_like_a_type_keyword_is_left_alone():
    schema = {
        "type": "object",
        "properties": {"type": {"type": "str"}, "nullable": {"type": "bool"}},
    }
    assert to_json_schema(schema)["properties"] == {
        "type": {"type": "string"},
        "nullable": {"type": "boolean"},
    }


def test_default_in_a_nested_object_is_found():
    inner = {"type": "object", "properties": {"n": {"type": "integer", "default": 1}}}
    tool = ToolSpec(name="find_rooms", parameters={"type": "object", "properties": {"o": inner}})
    trajectory = with_tools(tool)
    messages = list(trajectory.messages)
    for value, reason in ((1, "schema.default_argument"), (2, "")):
        messages[2] = messages[2].model_copy(update=call(o={"n": value}))
        assert judge(trajectory.model_copy(update={"messages": tuple(messages)})).reason == reason


def test_a_pattern_that_does_not_compile_is_a_bad_tool():
    schema = {"type": "object", "properties": {"date": {"type": "string", "pattern": "(?<a"}}}
    verdict = judge(with_tools(ToolSpec(name="find_rooms", parameters=schema)))
    assert verdict.reason == "schema.bad_tool"


def test_equal_parameters_share_one_form():
    one, two = (ToolSpec(name=n, parameters={"type": "object", "properties": {}}) for n in "ab")
    assert tool_form(one) is tool_form(two)


def offering(first=(), text=True, offered=("find_rooms",)):
    """Two turns: asked in the first, the tools `offered` with the second; `first`: calls there."""
    trajectory = toy.asks()
    specs = {name: toy.view(name).spec for name in offered}
    shown = [spec for spec in trajectory.task.tools if spec.name not in specs]
    said = "\n".join(["On 27 March", *(spec.text for spec in specs.values() if text)])
    turns = list(trajectory.task.turns)
    turns[1] = turns[1].model_copy(update={"text": said, "offers": tuple(specs.values())})
    task = trajectory.task.model_copy(update={"tools": tuple(shown), "turns": tuple(turns)})
    messages = list(trajectory.messages)
    messages[3] = messages[3].model_copy(update={"content": said})
    messages[2:2] = first
    return trajectory.model_copy(update={"task": task, "messages": tuple(messages)})


def test_an_offered_tool_can_be_called_from_then_on():
    assert judge(offering()).keep


def test_an_offered_tool_cannot_be_called_before():
    early = ToolCall(id="early", name="find_rooms", arguments={"date": "2026-03-27"})
    first = (
        Message(role="assistant", tool_calls=(early,)),
        Message(role="tool", content="{}", tool_call_id="early", name="find_rooms"),
    )
    assert judge(offering(first)).reason == "schema.unknown_tool"


def test_an_offer_stands_in_the_words_of_its_turn():
    assert judge(offering(text=False)).reason == "schema.offer_not_shown"


def test_a_tool_is_not_offered_twice():
    trajectory = offering()
    task = trajectory.task
    doubled = task.model_copy(update={"tools": (*task.tools, *task.turns[1].offers)})
    assert judge(trajectory.model_copy(update={"task": doubled})).reason == "schema.same_tool_twice"
