"""JSON without any tags: an object or a list of `{"name", "arguments"}`, perhaps in a fence.

What teachers write when they are only told to answer in JSON. An empty list says that nothing is
called; JSON of any other shape is an answer.
"""

from callwright.schemas.calls.json_text import as_call, read_json, skip_space
from callwright.schemas.calls.marks import or_none, split_thinking, unfenced, without_end
from callwright.schemas.calls.mending.bare_json import mend_arguments_key
from callwright.schemas.calls.reply import CallFormat, Reply, Tools, Unreadable
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json


def parse(raw: str, tools: Tools) -> Reply:
    """Calls, or else a text."""
    reasoning, text = split_thinking(without_end(raw))
    inner = unfenced(text.strip())
    if not inner.startswith(("{", "[")):
        return Reply(reasoning, or_none(text))
    try:
        value, end = read_json(inner, 0)
    except Unreadable:
        if '"name"' in inner:
            raise
        return Reply(reasoning, or_none(text))
    listed = value if is_array(value) else [value]
    if not all(map(_is_call, listed)):
        return Reply(reasoning, or_none(text))
    if skip_space(inner, end) != len(inner):
        raise Unreadable("text_after_call", inner[end:])
    return Reply(reasoning, None, tuple(as_call(one) for one in listed))


def _is_call(value: Json) -> bool:
    return is_object(value) and "name" in value and "arguments" in value


call_format = CallFormat(
    "bare", "JSON objects without tags, perhaps in a list or a fence", parse, mend_arguments_key
)
