"""Hostile texts of the greatest length: what mending looks at is bounded by it."""

from contextlib import suppress

import pytest

from callwright.schemas.calls import MOST_CHARACTERS, discover_call_formats, mend
from callwright.schemas.calls.reply import Notes, Reply, Unread, Unreadable
from callwright.schemas.messages import ToolSpec

FORMATS = discover_call_formats()
TOOLS = (ToolSpec(name="do", parameters={"properties": {"s": {"type": "string"}}}),)

BOMBS = {
    "braces": "{" * 200_000,
    "keys": '<tool_call>{"name": "do", "arguments": ' + '{"a":' * 39_000,
    "lists": "<tool_call>[" + "[1,]," * 39_000,
    "singles": "<tool_call>" + "{'a':" * 39_000,
    "quotes": "<tool_call>{'" + "\\'" * 99_000,
    "tags": "<tool_call>" * 18_000,
    "closed": "<tool_call></tool_call>" * 8_000,
    "functions": "<function=do>" * 15_000,
    "calls": "<tool_call>{'name': 'do', 'arguments': {}}</tool_call> x " * 3_300,
    "blocks": "<function=do></function> x " * 7_000,
    "less": "<function=do><parameter=s>" + "<" * 190_000,
    "parameters": "<function=do>" + "<parameter=s>" * 15_000,
    "thinking": "<think>" * 28_000,
    "fences": "```json" * 28_000,
    "extra": "<tool_call>{'name': 'do', 'arguments': {}}" + "}" * 190_000,
    "bare": "{'name': 'do', 'arguments': {}} " * 6_000,
    "commas": "[" + "{'name': 'do', 'arguments': {}}," * 6_000,
    "marks": "[TOOL_CALLS]" * 16_000,
    "named": "[TOOL_CALLS]do{'a': 1}" * 9_000,
    "names": "[TOOL_CALLS]" + "a" * 190_000,
    "python": "[" + "do(a=1)," * 24_000,
    "deep": "[do(a=" + "[" * 190_000,
    "messages": "<|channel|>a to=do<|message|>" * 6_800,
    "numbers": "<tool_call>{'a': " + "9" * 190_000,
    "escapes": "<tool_call>{'a': '" + "\\x41" * 49_000 + "'}",
}


def steps(raw, form):
    notes = Notes()
    with suppress(Unreadable):
        FORMATS[form].mend(raw, TOOLS, notes)
    return notes.steps


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("bomb", BOMBS)
def test_the_steps_for_a_hostile_text_are_bounded_by_its_length(bomb, form):
    raw = BOMBS[bomb]
    assert len(raw) <= MOST_CHARACTERS
    assert isinstance(mend(raw, TOOLS, FORMATS[form]), Reply | Unread)
    assert steps(raw, form) <= len(raw) + 8
