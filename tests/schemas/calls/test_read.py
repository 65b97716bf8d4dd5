"""Calls that are written come back as they were; hostile text comes back as a fault."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.schemas.calls import MOST_CHARACTERS, discover_call_formats, read
from callwright.schemas.calls.reply import ReadCall, Reply, Unread
from callwright.schemas.canonical import dump
from callwright.schemas.messages import ToolSpec

FORMATS = discover_call_formats()
JSON_TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"]
SCHEMA = {
    "type": "object",
    "properties": {name: {"type": name} for name in JSON_TYPES}
    | {"either": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "day": {"$ref": "#/$defs/day"}},
    "$defs": {"day": {"enum": ["mon", "7"]}},
}
TOOL = ToolSpec(name="do", parameters=SCHEMA)
LEFT_OPEN = ToolSpec(name="open", parameters={"type": "object", "additionalProperties": True})
TOOLS = (TOOL, LEFT_OPEN)

TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(TEXT, VALUES, max_size=4).filter(
    lambda arguments: "</think>" not in dump(arguments)
)
TYPED = st.fixed_dictionaries(
    {},
    optional={
        "array": st.lists(VALUES, max_size=3),
        "boolean": st.booleans(),
        "integer": st.integers(),
        "null": st.none(),
        "number": NUMBERS,
        "object": ARGUMENTS,
        "string": TEXT,
        "day": st.sampled_from(["mon", "7"]),
    },
).filter(lambda arguments: "</parameter>" not in dump(arguments))
PLAIN = st.text("abc ", max_size=9).map(str.strip)


def hermes(name, arguments):
    call = dump({"name": name, "arguments": arguments})
    return f"<tool_call>\n{call}\n</tool_call>"


def xml(name, arguments):
    parts = [
        f"<parameter={key}>\n{bare(value)}\n</parameter>\n" for key, value in arguments.items()
    ]
    return f"<tool_call>\n<function={name}>\n{''.join(parts)}</function>\n</tool_call>"


def bare(value):
    return value if isinstance(value, str) else dump(value)


def harmony(name, arguments):
    head = f"<|start|>assistant to=functions.{name}<|channel|>commentary json"
    return f"{head}<|message|>{dump(arguments)}<|call|>"


def said(raw, form):
    return read(raw, TOOLS, FORMATS[form])


@given(st.lists(ARGUMENTS, max_size=3), PLAIN, PLAIN)
def test_hermes_comes_back(calls, thought, text):
    raw = f"<think>\n{thought}\n</think>\n\n{text}\n" + "\n".join(hermes("do", c) for c in calls)
    found = said(f"{raw}<|im_end|>\n", "hermes")
    assert same(found, [ReadCall("do", c) for c in calls])
    assert (found.reasoning, found.content) == (thought or None, text or None)


@given(st.lists(TYPED, max_size=3), PLAIN)
def test_bare_parameters_come_back_with_their_types(calls, text):
    found = said(f"thought</think>{text}\n\n" + "\n".join(xml("do", c) for c in calls), "qwen_xml")
    assert same(found, [ReadCall("do", c) for c in calls])
    assert (found.reasoning, found.content) == ("thought", text or None)
    for call, arguments in zip(found.calls, calls, strict=True):
        assert set(call.cast) == {k for k, v in arguments.items() if not isinstance(v, str)}


@given(ARGUMENTS, st.sampled_from(["parameters", "arguments"]))
def test_llama_comes_back(arguments, key):
    raw = dump({"name": "do", key: arguments})
    assert same(said(f"{raw}<|eot_id|>", "llama"), [ReadCall("do", arguments)])
    assert same(said(f"<|python_tag|>{raw}; {raw}", "llama"), [ReadCall("do", arguments)] * 2)


@given(st.lists(ARGUMENTS, max_size=3), PLAIN, PLAIN)
def test_harmony_comes_back(calls, thought, text):
    raw = f"<|channel|>analysis<|message|>{thought}<|end|>" + "".join(
        harmony("do", c) for c in calls
    )
    found = said(f"{raw}<|start|>assistant<|channel|>final<|message|>{text}<|return|>", "harmony")
    assert same(found, [ReadCall("do", c) for c in calls])
    assert (found.reasoning, found.content) == (thought or None, text or None)


@given(st.lists(ARGUMENTS, max_size=3))
def test_bare_json_comes_back(calls):
    listed = json.dumps([{"name": "do", "arguments": c} for c in calls], indent=1)
    for raw in (listed, f"```json\n{listed}\n```"):
        assert same(said(raw, "bare"), [ReadCall("do", c) for c in calls])


def same(found, calls):
    """Equality of calls with types and the order of keys: 1 is not 1.0, and not True."""
    assert isinstance(found, Reply), found
    return [dump([c.name, c.arguments]) for c in found.calls] == [
        dump([c.name, c.arguments]) for c in calls
    ]


@pytest.mark.parametrize("form", FORMATS)
@given(
    st.lists(
        st.sampled_from(
            "<tool_call> </tool_call> <think> </think> <function=do> </function> <parameter=string>"
            ' </parameter> { } [ ] " : , name arguments parameters do 1 1e999 NaN \\ \\ud800 \n ;'
            " <|start|> <|channel|> <|message|> <|end|> <|call|> to=functions.do final ```".split(
                " "
            )
        )
        | TEXT,
        max_size=30,
    ).map("".join)
)
def test_no_text_raises(form, raw):
    assert isinstance(said(raw, form), Reply | Unread)


HOSTILE = [
    '{"name": "do", "parameters": ' + "[" * 90_000,
    '<tool_call>{"name": "do", "arguments": ' + '{"a":' * 30_000,
    "<tool_call>" * 18_000,
    "<tool_call>\n<function=do>\n" + "<parameter=string>" * 10_000,
    "<|channel|>analysis<|message|><|end|>" * 5_000,
    "<think>" * 28_000,
    "[" * 200_000,
    "9" * 200_000,
    " " * 200_000,
    "<|im_end|>" * 20_000,
    "x" * (MOST_CHARACTERS + 1),
]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("raw", HOSTILE, ids=lambda raw: raw[:20])
def test_hostile_text_is_read_in_bounded_time(form, raw):
    start = time.monotonic()
    said(raw, form)
    assert time.monotonic() - start < 2


def call(arguments):
    return f'<tool_call>{{"name": "do", "arguments": {arguments}}}</tool_call>'


@pytest.mark.parametrize(
    ("form", "raw", "fault"),
    [
        ("hermes", call('"{\\"a\\": 1}"'), "arguments_not_object"),
        ("hermes", call('{"a": NaN}'), "not_finite"),
        ("hermes", call('{"a": 1e999}'), "not_finite"),
        ("hermes", call('{"a": 1, "a": 2}'), "repeated_key"),
        ("hermes", call('{"a": "\\ud800"}'), "not_text"),
        ("hermes", call("{'a': 1}"), "broken_json"),
        ("hermes", call('{"a": ' + "[" * 70 + "1" + "]" * 70 + "}"), "too_deep"),
        ("hermes", call("{}")[: -len("</tool_call>")], "unclosed_call"),
        ("hermes", call("{}") + " There you are.", "text_after_call"),
        ("hermes", call("{}").replace("do", "undo"), "unknown_tool"),
        ("hermes", '<tool_call>{"arguments": {}}</tool_call>', "no_name"),
        ("hermes", '<tool_call>["do"]</tool_call>', "not_a_call"),
        ("hermes", '<tool_call>{"name": "do", "args": {}}</tool_call>', "unknown_key"),
        ("hermes", "done</tool_call>", "broken_block"),
        ("hermes", "<think>still going", "unclosed_thinking"),
        ("hermes", "\ud800", "not_text"),
        ("hermes", " " * (MOST_CHARACTERS + 1), "too_long"),
        ("qwen_xml", xml("do", {"integer": "three"}), "uncastable"),
        ("qwen_xml", xml("do", {"nothing": 1}), "unknown_parameter"),
        ("qwen_xml", xml("undo", {}), "unknown_tool"),
        ("qwen_xml", xml("do", {"string": "a</parameter>b"}), "broken_block"),
        ("qwen_xml", xml("do", {"string": "a"})[:-32], "unclosed_call"),
        ("qwen_xml", "<function=do>\n</function>", "broken_block"),
        ("llama", '{"name": "do", "parameters": {}} and so on', "text_after_call"),
        ("llama", '{"name": "do", "parameters": {', "broken_json"),
        ("harmony", "no channel at all", "broken_block"),
        ("harmony", harmony("do", {}).replace("functions.", "browser."), "unknown_tool"),
        ("harmony", harmony("do", {}).replace("<|call|>", "!"), "text_after_call"),
        ("bare", '[{"name": "do", "arguments": []}]', "arguments_not_object"),
    ],
)
def test_a_broken_reply_has_a_fault(form, raw, fault):
    found = said(raw, form)
    assert isinstance(found, Unread)
    assert found.fault == fault
    assert len(found.detail) <= 80


@pytest.mark.parametrize(
    ("form", "raw"),
    [
        ("llama", '{"answer": 3}'),
        ("llama", "{not json"),
        ("bare", '{"answer": 3}'),
        ("bare", "[1, 2"),
        ("bare", "Well, {}"),
        ("hermes", '{"name": "do", "arguments": {}}'),
    ],
)
def test_what_is_no_call_in_a_format_is_text(form, raw):
    assert said(raw, form) == Reply(None, raw)


@pytest.mark.parametrize(
    ("text", "value"),
    [("None", None), ("null", None), ("Nonesuch", "Nonesuch"), ("3", "3"), ("", "")],
)
def test_a_string_or_null_is_told_apart_by_its_word(text, value):
    assert said(xml("do", {"either": text}), "qwen_xml").calls[0].arguments == {"either": value}


def test_without_a_schema_a_bare_text_is_what_it_looks_like():
    found = said(xml("open", {"a": "True", "b": "[1]", "c": "yes", "d": "01"}), "qwen_xml")
    assert found.calls[0].arguments == {"a": True, "b": [1], "c": "yes", "d": "01"}
