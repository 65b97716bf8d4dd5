"""A list of Python calls as the whole reply, `[f(a=1), g(b="x")]`: Llama 4.

Arguments are named, values are literals of Python or JSON. A text that is no such list is an
answer. Read by an own parser of that subset: nothing is evaluated.
"""

from callwright.schemas.calls.json_text import skip_space
from callwright.schemas.calls.marks import or_none, split_thinking, without_end
from callwright.schemas.calls.mending.bare_json import behind, whole_call
from callwright.schemas.calls.mending.python_calls import HEAD, read_python_calls
from callwright.schemas.calls.reply import CallFormat, Notes, ReadCall, Reply, Tools, Unreadable

START, END = "<|python_start|>", "<|python_end|>"
END_OF_TURN = "<|eot|>"


def parse(raw: str, tools: Tools) -> Reply:
    """Calls, or else a text."""
    reasoning, text = split_thinking(without_end(raw))
    inner = _untagged(text.strip())
    if not _is_list(inner):
        return Reply(reasoning, or_none(text))
    calls, end = read_python_calls(inner, 0)
    if skip_space(inner, end) != len(inner):
        raise Unreadable("text_after_call", inner[end:])
    return Reply(reasoning, None, calls)


def mend(text: str, tools: Tools, notes: Notes) -> Reply:
    """Calls with a text behind them, calls without their list, or JSON instead of Python."""
    inner = _untagged(text.strip())
    if _is_list(inner):
        calls, end = read_python_calls(inner, 0)
        return Reply(None, behind(inner[end:], tools, notes), _known(calls, tools))
    head = HEAD.match(inner)
    if head is not None and head.group(1) in {tool.name for tool in tools}:
        calls, end = read_python_calls(f"[{inner}]", 0)
        if end == len(inner) + 2:
            notes.add("missing_tags")
            return Reply(None, None, _known(calls, tools))
    return Reply(None, None, whole_call(text, tools, notes))


def _known(calls: tuple[ReadCall, ...], tools: Tools) -> tuple[ReadCall, ...]:
    names = {tool.name for tool in tools}
    unknown = next((call.name for call in calls if call.name not in names), None)
    if unknown is not None:
        raise Unreadable("unknown_tool", unknown)
    return calls


def _untagged(text: str) -> str:
    text = text.removesuffix(END_OF_TURN).strip()
    return text.removeprefix(START).removesuffix(END).strip()


def _is_list(text: str) -> bool:
    """Whether a text begins as a list of calls does; an answer may begin with a bracket too."""
    return text.startswith("[") and HEAD.match(text, skip_space(text, 1)) is not None


call_format = CallFormat("pythonic", "[f(a=1), g(b=2)]: Llama 4", parse, mend)
