"""What holds of mending whatever the text: nothing raises, and nothing changes in silence."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callwright.schemas.calls import discover_call_formats, mend, read
from callwright.schemas.calls.reply import Reply, Unread
from callwright.schemas.canonical import dump
from callwright.schemas.messages import ToolSpec

FORMATS = discover_call_formats()
SCHEMA = {
    "type": "object",
    "properties": {"s": {"type": "string"}},
    "additionalProperties": True,
}
TOOLS = (ToolSpec(name="do", parameters=SCHEMA), ToolSpec(name="undo", parameters=SCHEMA))
NAMES = {tool.name for tool in TOOLS}

PIECES = (
    "<tool_call> </tool_call> <think> </think> <function=do> </function> <parameter=s> "
    "</parameter> { } [ ] ( ) \" ' : , ; = \\ do name arguments parameters functions. 1 -0.5 1e999 "
    "NaN True None null ``` ```json \\ud800 \ud800 \n \x00 [TOOL_CALLS] [ARGS] <|channel|> "
    "<|message|> <|call|> <|end|> commentary to=functions.do to=do final "
    "{\"name\":\"do\",\"arguments\":{ {'name':'do','arguments':{ [do( do(s="
).split(" ")
ANYTHING = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=30).map("".join)

WORDS = st.text("ab'\" ", max_size=4)
KEYS = st.sampled_from("tuvw")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 99) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(KEYS, VALUES, max_size=3)
CALLS = st.lists(ARGUMENTS, min_size=1, max_size=2)


def xml(arguments):
    parts = (
        f"<parameter={key}>\n{value if isinstance(value, str) else dump(value)}\n</parameter>\n"
        for key, value in arguments.items()
    )
    return f"<tool_call>\n<function=do>\n{''.join(parts)}</function>\n</tool_call>"


def named(arguments, key="arguments"):
    return json.dumps({"name": "do", key: arguments})


HARMONY = "<|start|>assistant<|channel|>commentary to=functions.do<|message|>"
RENDERERS = {
    "hermes": lambda calls: "\n".join(f"<tool_call>\n{named(c)}\n</tool_call>" for c in calls),
    "qwen_xml": lambda calls: "\n".join(map(xml, calls)),
    "llama": lambda calls: "; ".join(named(c, "parameters") for c in calls),
    "bare": lambda calls: f"[{', '.join(map(named, calls))}]",
    "harmony": lambda calls: "".join(f"{HARMONY}{json.dumps(c)}<|call|>" for c in calls),
    "mistral": lambda calls: f"[TOOL_CALLS][{', '.join(map(named, calls))}]",
    "pythonic": lambda calls: (
        "[" + ", ".join(f"do({', '.join(f'{k}={v!r}' for k, v in c.items())})" for c in calls) + "]"
    ),
}


def told(found):
    return [dump([call.name, call.arguments]) for call in found.calls]


def test_every_format_is_tried():
    assert set(RENDERERS) == set(FORMATS)


@pytest.mark.parametrize("form", FORMATS)
@given(ANYTHING)
def test_no_text_raises_and_only_offered_tools_are_named(form, raw):
    found = mend(raw, TOOLS, FORMATS[form])
    assert isinstance(found, Reply | Unread)
    strict = read(raw, TOOLS, FORMATS[form])
    if isinstance(strict, Reply) and strict.calls:
        assert found == strict
    if isinstance(found, Reply):
        assert {call.name for call in found.calls} <= NAMES
        assert not found.mended or found.calls
        assert len(set(found.mended)) == len(found.mended)


@pytest.mark.parametrize("form", FORMATS)
@given(CALLS)
def test_a_rendered_call_is_read_without_a_repair(form, calls):
    raw = RENDERERS[form](calls)
    found = mend(raw, TOOLS, FORMATS[form])
    assert found == read(raw, TOOLS, FORMATS[form])
    assert len(found.calls) == len(calls)
    assert found.mended == ()


def structure(raw, form):
    """The signs of a rendered reply outside its strings, numbers, words, names and free text.

    Each with whether a sign put before it stands outside them too.
    """
    if form == "qwen_xml":
        return [(i, False) for i, sign in enumerate(raw) if sign in "<>/="]
    quote, places = "", []
    for i, sign in enumerate(raw):
        if quote:
            escaped = len(raw[:i]) - len(raw[:i].rstrip("\\"))
            quote = "" if sign == quote and escaped % 2 == 0 else quote
            places += [] if quote else [(i, False)]
        elif sign in ('"', "'"):
            quote = sign
            places.append((i, True))
        elif not sign.isalnum() and sign not in "-._":
            places.append((i, not raw[i - 1].isalnum()))
    return places


EDITS = st.sampled_from(["", "}", "{", "]", "[", ",", ":", '"', "'", " ", "<", ">", "/", ")", "\n"])


@pytest.mark.parametrize("form", FORMATS)
@given(CALLS, st.data())
def test_one_changed_sign_never_gives_other_values_with_a_repair(form, calls, data):
    raw = RENDERERS[form](calls)
    original = mend(raw, TOOLS, FORMATS[form])
    at, outside = data.draw(st.sampled_from(structure(raw, form)))
    instead = data.draw(EDITS)
    keep = outside and data.draw(st.booleans())
    changed = raw[:at] + instead + raw[at if keep else at + 1 :]
    found = mend(changed, TOOLS, FORMATS[form])
    if isinstance(found, Reply) and found.mended:
        assert told(found) == told(original), (raw, changed)


@pytest.mark.parametrize("form", FORMATS)
@given(CALLS, st.data())
def test_a_cut_reply_gives_whole_calls_or_none(form, calls, data):
    raw = RENDERERS[form](calls)
    original = told(mend(raw, TOOLS, FORMATS[form]))
    found = mend(raw[: data.draw(st.integers(0, len(raw)))], TOOLS, FORMATS[form])
    if isinstance(found, Reply):
        assert told(found) == original[: len(found.calls)]
