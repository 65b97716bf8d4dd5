"""The message of a reply: what the server parsed, what it left in the text, what it broke."""

import json
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from callwright.generators.teachers.openai import reading
from callwright.generators.teachers.openai.plain import plain_object
from callwright.generators.teachers.openai.reading import has_marks, read_message
from callwright.generators.teachers.openai.replies import Answer, read_reply
from callwright.schemas.calls import Reply, discover_call_formats, read
from callwright.schemas.calls.json_text import read_json
from callwright.schemas.canonical import dump
from callwright.schemas.messages import Message, ToolCall
from tests.generators.teachers.ask import WEATHER, request_of

FORMATS = discover_call_formats()
HERMES = FORMATS["hermes"]
CALL = '<tool_call>\n{"name": "weather", "arguments": {"city": "Ghent"}}\n</tool_call>'


def called(arguments, name="weather", **fields):
    function = {"name": name, "arguments": arguments}
    return {"content": None, "tool_calls": [{"type": "function", "function": function}], **fields}


def read_one(message, form=HERMES, **request):
    return read_message(message, request_of(**request), form)


@pytest.mark.parametrize(
    ("message", "text", "reasoning"),
    [
        ({"content": "Hi."}, "Hi.", None),
        ({"content": ""}, None, None),
        ({"content": " \n"}, None, None),
        ({}, None, None),
        ({"content": "Hi.", "reasoning": "So."}, "Hi.", "So."),
        ({"content": "Hi.", "reasoning_content": "So."}, "Hi.", "So."),
        ({"content": "Hi.", "reasoning": None, "reasoning_content": "So."}, "Hi.", "So."),
        ({"content": "<think>So.</think>Hi."}, "Hi.", "So."),
        ({"content": None, "refusal": "No."}, "No.", None),
        ({"content": [{"type": "text", "text": "H"}, {"text": "i."}, 7]}, "Hi.", None),
        ({"content": 7}, None, None),
        ({"content": "a < b"}, "a < b", None),
        ({"content": "Hi.", "tool_calls": []}, "Hi.", None),
        ({"content": "Hi.", "tool_calls": None}, "Hi.", None),
    ],
)
def test_text_and_thinking_are_found(message, text, reasoning):
    read = read_one(message)
    assert (read.text, read.reasoning) == (text, reasoning)
    assert (read.calls, read.fault, read.mended) == ((), "", ())
    assert json.loads(read.raw) == message


def test_calls_that_the_server_parsed_are_taken_in_the_order_written():
    read = read_one(called('{"days": 2, "city": "Ghent"}', content="Let me see."))
    assert read.text == "Let me see."
    assert [(call.id, call.name) for call in read.calls] == [("call_1", "weather")]
    assert list(read.calls[0].arguments.items()) == [("days", 2), ("city", "Ghent")]
    assert read.fault == ""


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ('"\\"21\\""', "arguments_not_object"),
        ("", "broken_json"),
        (7, "arguments_not_object"),
        ([], "arguments_not_object"),
        ('{"a": NaN}', "not_finite"),
        ('{"a": 1, "a": 2}', "repeated_key"),
        ('{}},{"name":"weather","arguments":{}', "text_after_call"),
        ('{},"name":"weather"', "repeated_key"),
        ('{},"other":{}', "unknown_key"),
    ],
)
def test_broken_arguments_are_a_fault_of_their_class(arguments, fault):
    read = read_one(called(arguments))
    assert read.fault == fault
    assert read.calls == ()


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ('"{}"', {}),
        ('{"city": "Ghent"', {"city": "Ghent"}),
        ("null", {}),
        (None, {}),
        ("{'city': 'Ghent', 'days': None}", {"city": "Ghent", "days": None}),
        ('{"city": "Ghent", "days": "2"}', {"city": "Ghent", "days": 2}),
    ],
)
def test_what_can_mean_one_thing_is_mended_and_told(arguments, meant):
    read = read_one(called(arguments))
    assert read.fault == ""
    assert [call.arguments for call in read.calls] == [meant]
    assert read.mended


OBJECTS = st.dictionaries(
    st.text(),
    st.recursive(
        st.integers() | st.floats() | st.text() | st.none(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=6,
    ),
    max_size=4,
)


@given(OBJECTS, st.booleans(), st.sampled_from([None, 1]))
def test_the_quick_way_to_arguments_gives_what_the_strict_one_gives(value, escaped, indent):
    text = json.dumps(value, ensure_ascii=escaped, indent=indent)
    quick = plain_object(text)
    if quick is not None:
        assert dump(quick) == dump(read_json(text, 0)[0])


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":1}',
        '{"a b":1,"ab":2,"ab":2}',
        '{"a":123456789012345678901}',
        "[]",
        '"x"',
        '{"a":NaN}',
        '{"a":1.10}',
        '{"a":"\\ud800"}',
        '{"a":1} x',
        '{"a":' * 65 + "1" + "}" * 65,
    ],
)
def test_the_quick_way_leaves_what_is_not_plain_to_the_strict_one(text):
    assert plain_object(text) is None


ARGUMENTS = OBJECTS | st.fixed_dictionaries(
    {}, optional={"city": st.text() | st.none(), "days": st.integers() | st.floats() | st.just("2")}
)
WRITTEN = st.builds(json.dumps, ARGUMENTS, ensure_ascii=st.booleans()) | st.sampled_from(
    ["", "[]", '{"city": 1', '{"city": "a", "city": "b"}', '{"days": 123456789012345678901}', None]
)
CALLED = st.tuples(st.sampled_from(["weather", "unknown", ""]), WRITTEN)
EARLIER = Message(role="assistant", tool_calls=(ToolCall(id="call_2", name="x", arguments={}),))


@given(
    st.lists(CALLED, max_size=3),
    st.sampled_from([None, "", " ", "Let me see.", "a < b", CALL]),
    st.sampled_from([None, HERMES]),
    st.booleans(),
)
def test_the_quick_way_to_a_message_gives_what_the_careful_one_gives(calls, content, form, later):
    functions = [{"name": name, "arguments": arguments} for name, arguments in calls]
    message = {"content": content, "tool_calls": [{"function": one} for one in functions]}
    request = request_of()
    if later:
        request = request.model_copy(update={"messages": (*request.messages, EARLIER)})
    quick = read_message(message, request, form)
    with (
        patch.object(reading, "plain_calls", lambda *_: None),
        patch.object(reading, "plain_object", lambda _: None),
    ):
        assert repr(quick) == repr(read_message(message, request, form))


def test_an_object_where_text_belongs_can_be_read():
    assert read_one(called({"city": "Ghent"})).calls[0].arguments == {"city": "Ghent"}


@pytest.mark.parametrize(
    "listed", [7, "x", {"a": 1}, [7], [{}], [{"function": 7}], [{"function": {"name": None}}]]
)
def test_what_is_no_call_is_a_fault(listed):
    read = read_one({"content": None, "tool_calls": listed})
    assert read.fault
    assert read.calls == ()


def test_a_call_of_a_tool_that_is_not_there_is_left_to_the_world():
    read = read_one(called("{}", name="nothing"))
    assert read.fault == ""
    assert [call.name for call in read.calls] == ["nothing"]


def test_calls_left_in_the_text_are_read_and_noted():
    read = read_one({"content": f"Let me see. {CALL}"})
    assert (read.text, read.mended) == ("Let me see.", ("call_left_in_text",))
    assert read.calls[0].arguments == {"city": "Ghent"}


def test_calls_that_the_server_parsed_and_left_are_counted_once():
    both = called('{"city": "Ghent"}', content=CALL)
    assert (len(read_one(both).calls), read_one(both).mended) == (1, ())
    other = called('{"city": "Bruges"}', content=CALL)
    assert [call.id for call in read_one(other).calls] == ["call_1", "call_2"]


def test_broken_calls_in_the_text_are_a_fault():
    read = read_one({"content": CALL[:-3]})
    assert (read.fault, read.calls) == ("unclosed_call", ())


def test_calls_inside_thinking_are_read_only_where_there_is_nothing_else():
    alone = read_one({"content": None, "reasoning": f"I call. {CALL}"})
    assert (len(alone.calls), alone.mended) == (1, ("call_inside_thinking",))
    assert read_one({"content": "Done.", "reasoning": CALL}).calls == ()


def test_without_a_format_text_is_left_alone():
    read = read_one({"content": CALL}, form=None)
    assert (read.text, read.calls) == (CALL, ())


def test_an_answer_in_json_is_no_call():
    answer = '{"name": "weather", "arguments": {}}'
    read = read_one({"content": answer}, form=FORMATS["bare"], response_schema={"type": "object"})
    assert (read.text, read.calls, read.fault) == (answer, (), "")


def test_ids_count_up_through_the_conversation():
    made = tuple(ToolCall(id=one, name="weather", arguments={}) for one in ("call_1", "call_3"))
    earlier = Message(role="assistant", tool_calls=made)
    request = request_of().model_copy(update={"messages": (earlier,)})
    assert read_message(called("{}"), request, HERMES).calls[0].id == "call_4"


def test_an_answer_without_channels_is_read_already():
    read = read_one({"content": "a < b"}, form=FORMATS["harmony"])
    assert (read.text, read.fault) == ("a < b", "")
    raw = '<|channel|>commentary to=functions.weather<|message|>{"city": "Ghent"}<|call|>'
    assert len(read_one({"content": raw}, form=FORMATS["harmony"]).calls) == 1


@given(st.text(), st.sampled_from(sorted(set(FORMATS) - {"harmony"})))
def test_no_format_finds_calls_or_thinking_in_text_without_marks(text, name):
    assume(not has_marks(text))
    found = read(text, (WEATHER,), FORMATS[name])
    assert isinstance(found, Reply)
    assert not found.calls
    assert found.reasoning is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)
FIELDS = st.sampled_from(["content", "tool_calls", "reasoning", "refusal", "function"])


@given(st.dictionaries(FIELDS, JSON), st.sampled_from(sorted(FORMATS)))
def test_no_message_raises(message, name):
    try:
        message = json.loads(json.dumps(message, allow_nan=False))
    except ValueError:
        return
    answer = read_reply(json.dumps({"choices": [{"message": message}]}).encode(), "stub", ())
    if isinstance(answer, Answer):
        read_one(answer.message, form=FORMATS[name])


@pytest.mark.parametrize(
    ("asked", "named", "also", "right"),
    [
        ("m", "m", (), True),
        ("m", None, (), True),
        ("m", "m-2026-11-30", (), True),
        ("m", "m-0613", (), True),
        ("m", "m-mini", (), False),
        ("m", "m-mini-2026-11-30", (), False),
        ("m", "other", ("other",), True),
        ("m", "", (), False),
        ("m", 7, (), False),
    ],
)
def test_a_model_may_be_named_with_its_date(asked, named, also, right):
    reply = {"model": named, "choices": [{"message": {}}]}
    assert isinstance(read_reply(json.dumps(reply).encode(), asked, also), Answer) == right


@pytest.mark.parametrize("count", [None, -1, 1.5, True, "7", 10**12, {}])
def test_a_count_that_is_none_is_not_believed(count):
    reply = {"usage": {"prompt_tokens": count}, "choices": [{"message": {}}]}
    assert read_reply(json.dumps(reply).encode(), "m", ()).prompt_tokens == 0
