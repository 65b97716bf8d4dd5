"""Calls in the formats of Mistral and in Python's, strictly read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.schemas.calls import discover_call_formats, read
from callwright.schemas.calls.reply import ReadCall, Reply, Unread
from callwright.schemas.canonical import dump
from callwright.schemas.messages import ToolSpec

FORMATS = discover_call_formats()
TOOLS = (ToolSpec(name="do", parameters={}), ToolSpec(name="mail.send", parameters={}))
WORDS = st.text("ab'\"\\\n]),=(é ", max_size=8)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)
ARGUMENTS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3)


def said(raw, form):
    return read(raw, TOOLS, FORMATS[form])


def same(found, calls):
    assert isinstance(found, Reply), found
    told = [dump([call.name, call.arguments]) for call in found.calls]
    return told == [dump(["do", arguments]) for arguments in calls]


def in_python(arguments):
    return f"do({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"


@given(st.lists(ARGUMENTS, min_size=1, max_size=3))
def test_python_calls_come_back(calls):
    listed = f"[{', '.join(map(in_python, calls))}]"
    assert same(said(listed, "pythonic"), calls)
    assert same(said(f"<|python_start|>{listed}<|python_end|><|eot|>", "pythonic"), calls)


@given(st.lists(ARGUMENTS, min_size=1, max_size=3))
def test_json_values_in_python_calls_come_back(calls):
    parts = [", ".join(f"{key}={dump(value)}" for key, value in c.items()) for c in calls]
    assert same(said(f"[{', '.join(f'do({part})' for part in parts)}]", "pythonic"), calls)


@given(st.lists(ARGUMENTS, min_size=1, max_size=3))
def test_both_forms_of_mistral_come_back(calls):
    listed = dump([{"name": "do", "arguments": c, "id": "a1b2c3d4e"} for c in calls])
    assert same(said(f"[TOOL_CALLS] {listed}</s>", "mistral"), calls)
    named = "".join(f"[TOOL_CALLS]do[ARGS]{dump(c)}" for c in calls)
    assert same(said(f"{named}</s>", "mistral"), calls)
    assert same(said(named.replace("[ARGS]", "[CALL_ID]a1b2c3d4e[ARGS]"), "mistral"), calls)
    assert same(said(named.replace("[ARGS]", ""), "mistral"), calls)


def test_text_and_thinking_stand_before_the_calls_of_mistral():
    found = said('[THINK]Mail it.[/THINK]Sure.[TOOL_CALLS]mail.send[ARGS]{"to": "a"}', "mistral")
    assert found == Reply("Mail it.", "Sure.", (ReadCall("mail.send", {"to": "a"}),))


@pytest.mark.parametrize(
    ("form", "raw"),
    [
        ("pythonic", "[1, 2]"),
        ("pythonic", "[see](https://a.example)"),
        ("pythonic", "do(a=1)"),
        ("mistral", '[{"name": "do", "arguments": {}}]'),
        ("mistral", "[1]"),
    ],
)
def test_what_is_no_call_is_text(form, raw):
    assert said(raw, form) == Reply(None, raw)


@pytest.mark.parametrize(
    ("form", "raw", "fault"),
    [
        ("pythonic", "[do(1)]", "broken_block"),
        ("pythonic", "[do(a=b)]", "broken_json"),
        ("pythonic", "[do(a=1+1)]", "broken_block"),
        ("pythonic", "[do(a==1)]", "broken_block"),
        ("pythonic", "[do(a=do(b=1))]", "broken_json"),
        ("pythonic", "[do(a=1, a=2)]", "repeated_key"),
        ("pythonic", "[do(a=1)", "unclosed_call"),
        ("pythonic", "[do(a='x", "broken_json"),
        ("pythonic", "[do(a=[1)]", "broken_json"),
        ("pythonic", "[do(**{})]", "broken_block"),
        ("pythonic", '[do(a="\\ud800")]', "not_text"),
        ("pythonic", f"[do(a={'[' * 70}{']' * 70})]", "too_deep"),
        ("pythonic", "[do(a=1)] done", "text_after_call"),
        ("pythonic", "[undo()]", "unknown_tool"),
        ("mistral", "[TOOL_CALLS][]", "not_a_call"),
        ("mistral", "[TOOL_CALLS]do", "broken_block"),
        ("mistral", "[TOOL_CALLS]do[ARGS]{", "broken_json"),
        ("mistral", "[TOOL_CALLS]do{} done", "text_after_call"),
        ("mistral", "[TOOL_CALLS]undo{}", "unknown_tool"),
        ("mistral", "[THINK]so", "unclosed_thinking"),
    ],
)
def test_a_broken_reply_has_a_fault(form, raw, fault):
    found = said(raw, form)
    assert isinstance(found, Unread), found
    assert found.fault == fault
