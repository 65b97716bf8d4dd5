"""Broken replies, each with what is read from it: calls with their repairs, or a fault."""

from typing import get_args

import pytest

from callwright.schemas.calls import discover_call_formats, mend
from callwright.schemas.calls.reply import Repair, Reply, Unread
from callwright.schemas.canonical import dump
from callwright.schemas.messages import ToolSpec

FORMATS = discover_call_formats()
PROPERTIES = {
    "city": {"type": "string"},
    "days": {"type": "integer"},
    "sure": {"type": "boolean"},
    "none": {"type": ["string", "null"]},
    "at": {"type": "object"},
    "tags": {"type": "array"},
}
TOOLS = (
    ToolSpec(name="find", parameters={"type": "object", "properties": PROPERTIES}),
    ToolSpec(
        name="book",
        parameters={"type": "object", "properties": PROPERTIES, "required": ["city"]},
    ),
)
PARIS = ["find", {"city": "Paris"}]
ROME = ["find", {"city": "Rome"}]
F = '{"name": "find", "arguments": {"city": "Paris"}}'
R = F.replace("Paris", "Rome")


def tag(inner):
    return f"<tool_call>\n{inner}\n</tool_call>"


def arguments(text):
    return tag(f'{{"name": "find", "arguments": {text}}}')


def parameters(*blocks):
    return tag(f"<function=find>\n{''.join(blocks)}</function>")


def told(found):
    return [[call.name, call.arguments] for call in found.calls]


MENDED = [
    # Arguments in another shape.
    ("hermes", arguments('"{\\"city\\": \\"Paris\\"}"'), [PARIS], "arguments_as_text"),
    (
        "hermes",
        arguments('"\\"{\\\\\\"city\\\\\\": \\\\\\"Paris\\\\\\"}\\""'),
        [PARIS],
        "arguments_as_text double_encoded",
    ),
    ("hermes", arguments("\"{'city': 'Paris'}\""), [PARIS], "arguments_as_text single_quotes"),
    ("hermes", tag(F.replace("arguments", "parameters")), [PARIS], "parameters_key"),
    ("bare", F.replace("arguments", "parameters"), [PARIS], "parameters_key"),
    ("hermes", tag('{"name": "find"}'), [["find", {}]], "missing_arguments"),
    ("hermes", arguments("null"), [["find", {}]], "missing_arguments"),
    ("hermes", tag(f'{{"type": "function", "function": {F}}}'), [PARIS], "openai_shape"),
    ("bare", f'[{{"id": "a", "type": "function", "function": {F}}}]', [PARIS], "openai_shape"),
    ("hermes", tag(f"[{F}, {R}]"), [PARIS, ROME], "list_in_call"),
    ("hermes", tag(F.replace("find", "functions.find")), [PARIS], "name_prefix"),
    # JSON that is not quite JSON.
    ("hermes", tag(F[:-1]), [PARIS], "missing_brace"),
    ("hermes", tag(F[:-2]), [PARIS], "missing_brace"),
    ("hermes", tag(F + "}"), [PARIS], "extra_brace"),
    ("hermes", tag(F + "\n}}"), [PARIS], "extra_brace"),
    ("hermes", arguments('{"city": "Paris",}'), [PARIS], "trailing_comma"),
    ("hermes", arguments('{"tags": [1, 2,]}'), [["find", {"tags": [1, 2]}]], "trailing_comma"),
    ("hermes", arguments("{'city': 'Paris'}"), [PARIS], "single_quotes"),
    (
        "hermes",
        tag("{'name': 'find', 'arguments': {'city': \"L'Aquila\", 'sure': True}}"),
        [["find", {"city": "L'Aquila", "sure": True}]],
        "single_quotes python_words",
    ),
    (
        "hermes",
        arguments("{'city': 'a \"b\" \\'c\\' \\x41\\n'}"),
        [["find", {"city": "a \"b\" 'c' A\n"}]],
        "single_quotes",
    ),
    (
        "hermes",
        arguments('{"sure": True, "none": None}'),
        [["find", {"sure": True, "none": None}]],
        "python_words",
    ),
    (
        "hermes",
        arguments('{"city": "True", "sure": False}'),
        [["find", {"city": "True", "sure": False}]],
        "python_words",
    ),
    (
        "hermes",
        arguments('{"city": "L\\\'Aquila \\x41"}'),
        [["find", {"city": "L'Aquila A"}]],
        "python_escapes",
    ),
    (
        "hermes",
        arguments('{"city": "a\\\\\\\'b"}'),
        [["find", {"city": "a\\'b"}]],
        "python_escapes",
    ),
    (
        "hermes",
        arguments('{"city": "a\\\\\'b\\\\x", "sure": True}'),
        [["find", {"city": "a\\'b\\x", "sure": True}]],
        "python_words",
    ),
    ("hermes", arguments('{"city": "a\nb"}'), [["find", {"city": "a\nb"}]], "control_character"),
    ("hermes", arguments('{"city": "a\tb"}'), [["find", {"city": "a\tb"}]], "control_character"),
    ("hermes", tag(f"```json\n{F}\n```"), [PARIS], "fenced_json"),
    ("hermes", tag(f"```\n{F[:-1]}\n```"), [PARIS], "missing_brace fenced_json"),
    # Tags.
    ("hermes", F, [PARIS], "missing_tags"),
    ("hermes", f"```json\n{F}\n```", [PARIS], "fenced_json missing_tags"),
    ("hermes", f"{F}\n</tool_call>", [PARIS], "missing_tags"),
    ("hermes", f"<tool_call>\n{F}", [PARIS], "unclosed_call"),
    ("hermes", f"<tool_call>{F}<tool_call>{R}</tool_call>", [PARIS, ROME], "unclosed_call"),
    ("hermes", f"<tool_call>\n{F}\n<tool_call>", [PARIS], "unclosed_call"),
    ("hermes", f"<tool_call>\n{F[:-1]}", [PARIS], "missing_brace unclosed_call"),
    (
        "hermes",
        parameters("<parameter=city>\nParis\n</parameter>\n"),
        [PARIS],
        "other_format",
    ),
    ("qwen_xml", tag(F), [PARIS], "other_format"),
    ("qwen_xml", F, [PARIS], "missing_tags"),
    (
        "qwen_xml",
        "<function=find>\n<parameter=city>\nParis\n</parameter>\n</function>",
        [PARIS],
        "missing_tags",
    ),
    (
        "qwen_xml",
        "<function=find>\n<parameter=city>\nParis\n</parameter>\n</function>\n</tool_call>",
        [PARIS],
        "missing_tags",
    ),
    (
        "qwen_xml",
        "<tool_call>\n<function=find>\n<parameter=city>\nParis\n</parameter>\n</function>",
        [PARIS],
        "unclosed_call",
    ),
    (
        "qwen_xml",
        tag("<function=find>\n<parameter=city>\nParis\n</parameter>"),
        [PARIS],
        "unclosed_call",
    ),
    (
        "qwen_xml",
        parameters("<parameter=days>\n3\n</parameter>\n", "<parameter=city>\nParis\n"),
        [["find", {"days": 3, "city": "Paris"}]],
        "unclosed_parameter",
    ),
    ("qwen_xml", parameters("<parameter=city>\nParis\n"), [PARIS], "unclosed_parameter"),
    (
        "qwen_xml",
        parameters("<parameter=at>\n{'a': True}\n</parameter>\n"),
        [["find", {"at": {"a": True}}]],
        "single_quotes python_words",
    ),
    # Text around calls, and calls in the thinking.
    ("hermes", f"{tag(F)}\nThere you are.", [PARIS], "extra_text"),
    ("hermes", f"{tag(F)} and {tag(R)}", [PARIS, ROME], "extra_text"),
    ("qwen_xml", f"{parameters()}\nDone.", [["find", {}]], "extra_text"),
    ("hermes", f"<think>So.\n{tag(F)}\n</think>\n", [PARIS], "call_in_thinking"),
    ("hermes", f"<think>So.\n{tag(F)}", [PARIS], "unclosed_thinking call_in_thinking"),
    ("hermes", f"So.\n{tag(F)}</think>", [PARIS], "call_in_thinking"),
    (
        "hermes",
        f"<think>So.\n{tag(F[:-1])}</think>",
        [PARIS],
        "missing_brace call_in_thinking",
    ),
    ("qwen_xml", f"<think>So.\n{parameters()}</think>", [["find", {}]], "call_in_thinking"),
    ("llama", f"<think>{F}</think>", [PARIS], "call_in_thinking"),
    # Bare JSON.
    ("llama", f"```json\n{F}\n```", [PARIS], "fenced_json"),
    ("llama", F.replace("arguments", "parameters")[:-1], [PARIS], "missing_brace"),
    ("llama", f"{F} {R}", [PARIS, ROME], "separator"),
    ("llama", f"<|python_tag|>{F[:-1]}<|eom_id|>", [PARIS], "missing_brace"),
    ("llama", f"{F}; Done.", [PARIS], "extra_text"),
    ("bare", f"{F}\n{R}", [PARIS, ROME], "separator"),
    ("bare", f"{F}, {R}", [PARIS, ROME], "separator"),
    ("bare", f"[{F}, {R}", [PARIS, ROME], "missing_brace"),
    ("bare", f"[{F}, {R},]", [PARIS, ROME], "trailing_comma"),
    ("bare", F.replace('"', "'"), [PARIS], "single_quotes"),
    ("bare", f"{F} That finds it.", [PARIS], "extra_text"),
    # gpt-oss.
    (
        "harmony",
        '<|channel|>commentary to=functions.find<|message|>{"city": "Paris"<|call|>',
        [PARIS],
        "missing_brace",
    ),
    (
        "harmony",
        "<|channel|>commentary to=functions.find<|message|>{'city': 'Paris'}<|call|>",
        [PARIS],
        "single_quotes",
    ),
    (
        "harmony",
        '<|channel|>commentary to=find<|message|>{"city": "Paris"}',
        [PARIS],
        "missing_prefix",
    ),
    (
        "harmony",
        "<|channel|>commentary to=functions.find<|message|><|call|>",
        [["find", {}]],
        "missing_arguments",
    ),
    (
        "harmony",
        '<|channel|>commentary to=functions.find<|message|>{"city": "Paris"}}<|call|>',
        [PARIS],
        "extra_brace",
    ),
    # Mistral.
    ("mistral", f"[{F}]", [PARIS], "missing_tags"),
    ("mistral", f"[TOOL_CALLS]{F}", [PARIS], "missing_list"),
    ("mistral", f"[TOOL_CALLS][{F}", [PARIS], "missing_brace"),
    ("mistral", "[TOOL_CALLS]find[ARGS]{'city': 'Paris'}", [PARIS], "single_quotes"),
    ("mistral", '[TOOL_CALLS]find[ARGS]{"city": "Paris"} Done.', [PARIS], "extra_text"),
    # Python.
    ("pythonic", "find(city='Paris')", [PARIS], "missing_tags"),
    ("pythonic", "find(city='Paris'), find(city='Rome')", [PARIS, ROME], "missing_tags"),
    ("pythonic", "[find(city='Paris')] Done.", [PARIS], "extra_text"),
    ("pythonic", F, [PARIS], "missing_tags"),
]

LEFT = [
    # Cut values: nothing is completed.
    ("hermes", '<tool_call>{"name": "find", "arguments": {"city": "Par', "broken_json"),
    ("hermes", '<tool_call>{"name": "find", "arguments": {"days": 1', "broken_json"),
    ("hermes", '<tool_call>{"name": "find", "arguments": {"city": "Paris"', "broken_json"),
    ("hermes", '<tool_call>{"name": "find", "arguments": {"city": "Paris",', "broken_json"),
    ("hermes", '<tool_call>{"name": "find"', "broken_json"),
    ("hermes", tag('{"name": "find"'), "broken_json"),
    ("hermes", arguments('{"city": "Par}'), "broken_json"),
    ("hermes", tag('{"name": "find", "arguments": {"city": "Paris",'), "broken_json"),
    ("hermes", arguments('"{\\"city\\": \\"Paris\\""'), "arguments_not_object"),
    ("llama", '{"name": "find", "parameters": {"city": "Paris"', "broken_json"),
    ("bare", f"[{F}, ", "broken_json"),
    (
        "harmony",
        '<|channel|>commentary to=functions.find<|message|>{"city": "Paris"',
        "broken_json",
    ),
    ("qwen_xml", "<tool_call>\n<function=find>\n<parameter=city>\nPar", "unclosed_call"),
    (
        "qwen_xml",
        "<tool_call>\n<function=find>\n<parameter=city>\nParis\n</parameter>\n",
        "unclosed_call",
    ),
    ("hermes", f"{tag(F)}\n<tool_call>", "broken_json"),
    ("hermes", "<think>still going", "unclosed_thinking"),
    ("hermes", f"<think>{F[:-9]}", "unclosed_thinking"),
    # Several readings.
    ("hermes", arguments('{"at": {"a": {"b": 1, "c": 2}}'), "broken_json"),
    ("hermes", arguments('{"tags": [[1, 2], [3, 4]'), "broken_json"),
    ("hermes", arguments('{"at": {"a": {"b": 1}, "c": 2}}}'), "unclosed_call"),
    ("hermes", arguments("{\"city\": 'Paris'}"), "broken_json"),
    ("hermes", arguments("{'city': 'it's'}"), "broken_json"),
    ("hermes", arguments('{"city": "a", "city": "b"}'), "repeated_key"),
    ("hermes", arguments("{'city': 'a', 'city': 'b'}"), "broken_json"),
    ("hermes", f"<think>Perhaps {tag(F)} would do. No.</think>", None),
    ("hermes", f"<think>Perhaps {tag(F)}</think>Which city?", None),
    ("hermes", f"You could call {F}", None),
    ("bare", f"You could call ```json\n{F}\n```", None),
    ("pythonic", "find(city) is a function", None),
    ("qwen_xml", parameters("<parameter=city>\na < b\n"), "unclosed_call"),
    ("qwen_xml", parameters("<parameter=city>\nParis\n/parameter]\n"), "unclosed_call"),
    # Nothing is invented.
    ("hermes", arguments('"21"'), "arguments_not_object"),
    ("hermes", arguments('"\\"21\\""'), "arguments_not_object"),
    ("hermes", arguments("[]"), "arguments_not_object"),
    ("hermes", tag('{"name": "book"}'), "arguments_not_object"),
    ("hermes", tag('{"name": "find", "city": "Paris"}'), "unknown_key"),
    ("hermes", tag('{"arguments": {}}'), "no_name"),
    ("hermes", tag(F.replace("find", "Find")), "unknown_tool"),
    ("hermes", arguments('{"days": NaN}'), "not_finite"),
    ("hermes", arguments('{"days": 0x1F}'), "broken_json"),
    ("hermes", arguments('{"days": 1 + 1}'), "broken_json"),
    ("hermes", arguments("{city: 'Paris'}"), "broken_json"),
    ("hermes", arguments('{"city" "Paris"}'), "broken_json"),
    ("hermes", arguments('{"city": "a" "days": 1}'), "broken_json"),
    ("hermes", f"{tag(F)}<tool_response>3</tool_response>", "text_after_call"),
    ("hermes", f"{tag(F)}<|im_start|>user\nThanks", "text_after_call"),
    ("hermes", f"{tag(F)} and {R}", "text_after_call"),
    ("hermes", f"{F}</tool_call>{tag(R)}</tool_call>", "text_after_call"),
    ("bare", F + ',"days": 3}', "text_after_call"),
    ("bare", F + '},"days": 3}}', "text_after_call"),
    ("llama", F + ' ], "days": 3', "text_after_call"),
    ("pythonic", "[find(city='Paris')], days=3)]", "text_after_call"),
    ("qwen_xml", parameters("<parameter=days>\nthree\n</parameter>\n"), "uncastable"),
    ("qwen_xml", parameters("<parameter=when>\n1\n</parameter>\n"), "unknown_parameter"),
    ("pythonic", "[find('Paris')]", "broken_block"),
    ("pythonic", "[find(city=Paris)]", "broken_json"),
    ("mistral", "[TOOL_CALLS]find[ARGS]", "broken_block"),
    ("hermes", "\ud800", "not_text"),
]


@pytest.mark.parametrize(("form", "raw", "calls", "repairs"), MENDED)
def test_a_broken_reply_is_mended_and_says_how(form, raw, calls, repairs):
    found = mend(raw, TOOLS, FORMATS[form])
    assert isinstance(found, Reply), found
    assert dump(told(found)) == dump(calls)
    assert list(found.mended) == repairs.split()


@pytest.mark.parametrize(("form", "raw", "fault"), LEFT)
def test_what_could_be_read_in_two_ways_or_none_is_left(form, raw, fault):
    found = mend(raw, TOOLS, FORMATS[form])
    if fault is None:
        assert isinstance(found, Reply)
        assert (found.calls, found.mended) == ((), ())
    else:
        assert isinstance(found, Unread), found
        assert found.fault == fault


def test_every_repair_is_in_the_table_or_made_from_messages():
    made = {repair for *_, repairs in MENDED for repair in repairs.split()}
    assert made == set(get_args(Repair)) - {"call_in_text", "repeated_in_text"}


def test_text_around_calls_is_kept():
    found = mend(f"Looking.\n{tag(F)}\nThere you are.", TOOLS, FORMATS["hermes"])
    assert found.content == "Looking.\n\nThere you are."
    assert mend(f"{F} So.", TOOLS, FORMATS["bare"]).content == "So."


def test_thinking_before_a_call_inside_it_is_kept():
    found = mend(f"<think>It is Paris.\n{tag(F)}", TOOLS, FORMATS["hermes"])
    assert (found.reasoning, found.content) == ("It is Paris.", None)
