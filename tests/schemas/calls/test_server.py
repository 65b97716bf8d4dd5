"""Messages as servers send them: a right parse is taken, a wrong one replaced, or a fault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.schemas.calls import discover_call_formats, from_server
from callwright.schemas.calls.reply import ReadCall, Reply, Unread
from callwright.schemas.messages import ToolSpec

FORMATS = discover_call_formats()
PROPERTIES = {"city": {"type": "string"}, "days": {"type": "integer"}}
TOOLS = (
    ToolSpec(name="find", parameters={"type": "object", "properties": PROPERTIES}),
    ToolSpec(name="book", parameters={"properties": PROPERTIES, "required": ["city"]}),
)
PARIS = (ReadCall("find", {"city": "Paris"}),)
TEXT = '{"city": "Paris"}'
TAGGED = f'<tool_call>\n{{"name": "find", "arguments": {TEXT}}}\n</tool_call>'
HARMONY = f"<|channel|>commentary to=functions.find<|message|>{TEXT}<|call|>"


def sent(arguments, name="find", **message):
    function = {"name": name, "arguments": arguments}
    call = {"id": "c1", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call], **message}


def said(message, form="hermes", **options):
    return from_server(message, TOOLS, FORMATS[form], **options)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("arguments", [TEXT, {"city": "Paris"}])
def test_a_right_parse_is_taken(form, arguments):
    found = said(sent(arguments, content="Looking.", reasoning="Paris."), form)
    assert found == Reply("Paris.", "Looking.", PARIS)


@pytest.mark.parametrize("form", FORMATS)
def test_a_text_is_a_text(form):
    message = {"role": "assistant", "content": "It rains.", "tool_calls": []}
    assert said(message, form) == Reply(None, "It rains.")
    assert said({"content": None, "reasoning_content": "So."}, form) == Reply("So.", None)


PUT_RIGHT = [
    (sent('"{\\"city\\": \\"Paris\\"}"'), "double_encoded"),
    (sent("{'city': 'Paris'}"), "single_quotes"),
    (sent('{"city": "Paris",}'), "trailing_comma"),
    (sent(TEXT, name="functions.find"), "name_prefix"),
    (sent("{}}", content=TAGGED), "call_in_text"),
    (sent(TEXT, content=TAGGED), "repeated_in_text"),
    (sent('{"city": "Par', content=TAGGED), "call_in_text"),
    (sent(TEXT, name="undo", reasoning=f"So. {TAGGED}"), "call_in_thinking"),
    ({"content": TAGGED}, "call_in_text"),
    ({"content": TAGGED[:-14]}, "call_in_text unclosed_call missing_brace"),
    ({"content": "", "reasoning": f"So.\n{TAGGED}"}, "call_in_thinking"),
    ({"content": f"<think>So.</think>{TAGGED}"}, "call_in_text"),
    ({"content": f"<think>So.{TAGGED}</think>"}, "call_in_text call_in_thinking"),
    ({"content": [{"type": "text", "text": TAGGED}]}, "call_in_text"),
    ({"function_call": {"name": "find", "arguments": TEXT}}, ""),
]


@pytest.mark.parametrize(("message", "repairs"), PUT_RIGHT)
def test_a_wrong_parse_is_put_right_and_says_so(message, repairs):
    found = said(message)
    assert isinstance(found, Reply), found
    assert found.calls == PARIS
    assert set(found.mended) == set(repairs.split())


@pytest.mark.parametrize("arguments", [None, "", " ", "null"])
def test_arguments_may_be_left_out_where_none_are_needed(arguments):
    found = said(sent(arguments))
    assert (found.calls, found.mended) == ((ReadCall("find", {}),), ("missing_arguments",))
    assert said(sent(arguments, name="book")).fault == "arguments_not_object"


FAULTS = [
    (sent('"21"'), "arguments_not_object"),
    (sent('"\\"21\\""'), "arguments_not_object"),
    (sent("21"), "arguments_not_object"),
    (sent("[]"), "arguments_not_object"),
    (sent(21), "arguments_not_object"),
    (sent('{"city": "Par'), "broken_json"),
    (sent('{"city": "Paris"'), "broken_json"),
    (sent("{}{}"), "broken_json"),
    (sent('{"city": NaN}'), "not_finite"),
    (sent({"city": float("nan")}), "not_finite"),
    (sent({"city": "\ud800"}), "not_text"),
    (sent("x" * 200_001), "too_long"),
    (sent(TEXT, name="undo"), "unknown_tool"),
    (sent(TEXT, name=None), "no_name"),
    (sent(TEXT, name=""), "no_name"),
    (sent(TEXT, name=3), "no_name"),
    ({"tool_calls": [None]}, "not_a_call"),
    ({"tool_calls": [{"function": "find"}]}, "not_a_call"),
    ({"tool_calls": "find"}, "not_a_message"),
    ({"content": 3}, "not_a_message"),
    ({"content": [3]}, "not_a_message"),
    ({"content": "\ud800"}, "not_text"),
    ({"content": "x" * 200_001}, "too_long"),
    ({"content": '<tool_call>{"name": "find"'}, "broken_json"),
    (None, "not_a_message"),
    ([], "not_a_message"),
    (sent(TEXT, content=TAGGED.replace("Paris", "Rome")), "calls_disagree"),
    (sent(TEXT, content="<tool_call>"), "broken_json"),
]


@pytest.mark.parametrize(("message", "fault"), FAULTS, ids=range(len(FAULTS)))
def test_what_cannot_be_read_has_its_fault(message, fault):
    found = said(message)
    assert isinstance(found, Unread), found
    assert found.fault == fault
    assert len(found.detail) <= 80


def test_arguments_get_the_types_of_their_schema_unless_told_not_to():
    found = said(sent('{"city": "Paris", "days": "3"}'))
    assert found.calls[0].arguments == {"city": "Paris", "days": 3}
    assert found.mended == ("cast:0/days:integer_from_text",)
    found = said(sent('{"days": "3"}'), casts=False)
    assert (found.calls[0].arguments, found.mended) == ({"days": "3"}, ())


def test_raw_channels_are_read_and_a_parsed_text_is_not_taken_for_them():
    assert said({"content": HARMONY}, "harmony").calls == PARIS
    assert said({"content": None, "reasoning": HARMONY}, "harmony").calls == PARIS
    assert said({"content": "Fine."}, "harmony").content == "Fine."


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", ['{"name": "Paris",', TAGGED, f"[{TEXT}]", "[see(it)]"])
def test_without_tools_all_is_text(form, text):
    assert from_server({"content": text}, (), FORMATS[form]) == Reply(None, text)
    if form != "harmony":
        thinking = {"content": f"<think>So.</think>{text}"}
        assert from_server(thinking, (), FORMATS[form]) == Reply("So.", text)


def test_deep_arguments_are_refused():
    deep = {}
    for _ in range(5000):
        deep = {"a": deep}
    assert said(sent(deep)).fault == "too_deep"
    content = "x"
    for _ in range(5000):
        content = [{"type": "text", "text": content}]
    assert said({"content": content}).fault == "not_a_message"
    assert said(sent('{"a":' * 5000 + "1" + "}" * 5000)).fault == "too_deep"


WORDS = st.sampled_from([TEXT, TAGGED, HARMONY, '"21"', "find", "", "<think>", "{", "\ud800"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from("content reasoning tool_calls function name arguments text".split()),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("form", FORMATS)
@given(JSON)
def test_nothing_that_json_holds_raises(form, message):
    found = said(message, form)
    assert isinstance(found, Reply | Unread)
    if isinstance(found, Reply):
        assert {call.name for call in found.calls} <= {"find", "book"}
