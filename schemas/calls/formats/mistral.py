"""`[TOOL_CALLS]` before a JSON list, or before each name with `[ARGS]` and an object: Mistral.

Ids of calls, which the templates render, are read over. Source of the form: the chat templates of
Mistral 7B v0.3 (the list) and of Mistral Small 3.2 and Magistral (the names).
"""

import re

from callwright.schemas.calls.json_text import as_call, read_json, skip_space
from callwright.schemas.calls.marks import or_none, split_thinking, without_end
from callwright.schemas.calls.mending.arguments import known_tool, mended_arguments, mended_calls
from callwright.schemas.calls.mending.bare_json import behind, whole_call
from callwright.schemas.calls.mending.loose_json import after_extra_braces, read_loosely
from callwright.schemas.calls.reply import CallFormat, Notes, ReadCall, Reply, Tools, Unreadable
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

MARK, END = "[TOOL_CALLS]", "</s>"
_HEAD = re.compile(r"([\w.-]{1,256}+)(?:\[CALL_ID\]\w{1,64}+)?(?:\[ARGS\])?\s*+(?=\{)")
_THINKING = re.compile(r"\s*+\[THINK\](.*?)\[/THINK\]", re.DOTALL)


def parse(raw: str, tools: Tools) -> Reply:
    """Text, then calls in either form."""
    thought, text = _split(raw)
    content, marked, _ = text.partition(MARK)
    at = len(content)
    calls: list[ReadCall] = []
    while at < len(text) and marked:
        if not text.startswith(MARK, at):
            raise Unreadable("text_after_call", text[at:])
        at = skip_space(text, at + len(MARK))
        at = skip_space(text, _list(text, at, calls) if _lists(text, at) else _one(text, at, calls))
    return Reply(thought, or_none(content), tuple(calls))


def _split(raw: str) -> tuple[str | None, str]:
    text = without_end(without_end(raw).removesuffix(END))
    found = _THINKING.match(text)
    if found is not None:
        return or_none(found.group(1)), text[found.end() :]
    if text.lstrip().startswith("[THINK]"):
        raise Unreadable("unclosed_thinking", text)
    return split_thinking(text)


def _lists(text: str, at: int) -> bool:
    return text.startswith("[", at)


def _list(text: str, at: int, calls: list[ReadCall]) -> int:
    value, end = read_json(text, at)
    if not is_array(value) or not value:
        raise Unreadable("not_a_call", text[at:])
    calls += [as_call(_without_id(one)) for one in value]
    return end


def _without_id(value: Json) -> Json:
    if not is_object(value):
        return value
    return {key: item for key, item in value.items() if key != "id"}


def _one(text: str, at: int, calls: list[ReadCall]) -> int:
    head = _head(text, at)
    value, end = read_json(text, head.end())
    calls.append(as_call({"name": head.group(1), "arguments": value}))
    return end


def _head(text: str, at: int) -> re.Match[str]:
    head = _HEAD.match(text, at)
    if head is None:
        raise Unreadable("broken_block", text[at:])
    return head


def mend(text: str, tools: Tools, notes: Notes) -> Reply:
    """The same, with JSON that is not quite in order or a mark that is missing."""
    thought, text = _split(text)
    content, marked, _ = text.partition(MARK)
    if not marked:
        calls = whole_call(text, tools, notes)
        return Reply(thought, None if calls else or_none(text), calls)
    found: list[ReadCall] = []
    at = len(content)
    while text.startswith(MARK, at):
        notes.steps += 1
        at = _mended(text, skip_space(text, at + len(MARK)), tools, notes, found)
    rest = behind(text[at:], tools, notes)
    content = or_none("\n\n".join(filter(None, (content.strip(), rest))))
    return Reply(thought, content, tuple(found))


def _mended(text: str, at: int, tools: Tools, notes: Notes, found: list[ReadCall]) -> int:
    levels = int(text.startswith(("[", "{"), at))
    head = None if levels else _head(text, at)
    start = head.end() if head else at
    value, end = read_loosely(text, start, notes, envelope=levels, stops=(MARK,))
    end = after_extra_braces(text, start, skip_space(text, end), notes, levels)
    if head:
        tool = known_tool(head.group(1), tools, notes)
        found.append(ReadCall(tool.name, mended_arguments(value, tool, notes)))
    else:
        listed = value if is_array(value) else [value]
        if not is_array(value):
            notes.add("missing_list")
        found += mended_calls([_without_id(one) for one in listed], tools, notes, "arguments")
    return skip_space(text, end)


call_format = CallFormat("mistral", "[TOOL_CALLS] before JSON: Mistral", parse, mend)
