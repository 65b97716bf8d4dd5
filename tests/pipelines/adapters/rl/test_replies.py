"""Completions of every form, read as messages."""

import time

import pytest

from callwright.pipelines.adapters.judge import LONGEST
from callwright.pipelines.adapters.reading import read_reply, reply_reader
from callwright.pipelines.adapters.replies import messages_of, transcript
from callwright.schemas.errors import OutputError
from callwright.schemas.messages import ToolSpec

TOOLS = (
    ToolSpec(name="f", parameters={"type": "object", "properties": {"a": {"type": "integer"}}}),
)
CALL = [{"type": "function", "function": {"name": "f", "arguments": {"a": 1}}}]
FORMS = {
    "hermes": '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>',
    "qwen_xml": "<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n"
    "</function>\n</tool_call>",
    "llama": '{"name": "f", "parameters": {"a": 1}}',
    "bare": '[{"name": "f", "arguments": {"a": 1}}]',
    "mistral": '[TOOL_CALLS][{"name": "f", "arguments": {"a": 1}}]',
    "pythonic": "[f(a=1)]",
    "harmony": '<|channel|>commentary to=functions.f<|message|>{"a": 1}<|call|>',
}
BROKEN = [
    FORMS["hermes"][:-5],
    '<tool_call>\n{"name": "f", "arguments": {"a": NaN}}\n</tool_call>',
    '<tool_call>\n{"name": "g", "arguments": {}}\n</tool_call>',
    '<tool_call>\n["f"]\n</tool_call>',
    "<think>and so on",
    "\ud800",
    "<tool_call>" * 100_000,
]


@pytest.mark.parametrize("name", FORMS)
def test_every_call_format_is_found_out(name):
    assert read_reply(FORMS[name], TOOLS)["tool_calls"] == CALL
    assert reply_reader(name)(FORMS[name], TOOLS)["tool_calls"] == CALL
    assert read_reply(f"<think>\nSo.\n</think>\n\n{FORMS['hermes']}", TOOLS)["tool_calls"] == CALL


def test_text_is_text():
    said = read_reply("Which day? I have {braces} and [lists].", TOOLS)
    assert said["content"] == "Which day? I have {braces} and [lists]."
    assert said["tool_calls"] == []


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_reply_is_a_call_of_nothing(text):
    (call,) = read_reply(text, TOOLS)["tool_calls"]
    assert call["function"] == {"name": None, "arguments": None}


def test_an_unknown_format_is_refused():
    with pytest.raises(OutputError, match="hermes"):
        reply_reader("morse")


def test_messages_whose_calls_are_parsed_stay_as_they_are():
    message = {"role": "assistant", "content": "<tool_call>", "tool_calls": CALL}
    assert messages_of([message], TOOLS) == [message]


def test_messages_whose_calls_stand_in_the_text_are_read():
    (read,) = messages_of([{"role": "assistant", "content": FORMS["hermes"]}], TOOLS)
    assert read["tool_calls"] == CALL


@pytest.mark.parametrize("completion", [None, 7, [], [None, 3], {"role": "assistant"}])
def test_what_is_no_completion_calls_nothing(completion):
    assert not any(message.get("tool_calls") for message in messages_of(completion, TOOLS))


@pytest.mark.parametrize("marks", [True, False])
def test_a_decoded_tool_loop_is_split_at_its_results(marks):
    start, end = ("<|im_start|>", "<|im_end|>") if marks else ("", "")
    text = (
        f"{FORMS['hermes']}{end}\n{start}user\n<tool_response>\n7\n</tool_response>\n"
        f"<tool_response>\n8\n</tool_response>{end}\n{start}assistant\nIt is 7.{end}"
    )
    first, one, two, last = transcript(text, TOOLS)
    assert first["tool_calls"] == CALL
    assert (one["content"], two["content"]) == ("7", "8")
    assert last["content"] == "It is 7."


def test_an_overlong_text_is_not_looked_into():
    text = FORMS["hermes"] * (LONGEST // 40)
    assert transcript(text, TOOLS) == [{"role": "assistant", "content": text}]


@pytest.mark.parametrize(
    "part",
    [
        "user\n<tool_response>\n",
        "user\n<tool_response>\n</tool_response>",
        "<tool_response></tool_response>",
        "user\n<tool_response></tool_response>\n \n \n",
        "\nuser\n<tool_response>x</tool_response>\nassistant\n",
        "<tool_call>",
        "</think>",
        '{"a":[',
    ],
)
def test_any_text_is_read_in_time_linear_in_its_length(part):
    text = part * (LONGEST // len(part))
    start = time.process_time()
    assert transcript(text, TOOLS)
    assert time.process_time() - start < 5  # quadratic reading takes minutes


def test_text_that_only_looks_like_a_result_is_part_of_the_reply():
    text = "The user\n<tool_response>7</tool_response>\nassistant\nsaid so."
    assert [message["role"] for message in transcript(text, TOOLS)] == ["assistant"]
