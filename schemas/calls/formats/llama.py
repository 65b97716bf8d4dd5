"""A bare JSON object with `name` and `parameters` as the whole reply: Llama 3.1 and 3.2.

The models write one call; several, parted by `;`, are read too. A JSON text that is no call is an
answer in JSON. Source of the form: the chat template of Llama 3.1.
"""

from callwright.schemas.calls.json_text import as_call, read_json, skip_space
from callwright.schemas.calls.marks import or_none, split_thinking, without_end
from callwright.schemas.calls.mending.bare_json import mend_either_key
from callwright.schemas.calls.reply import CallFormat, Notes, ReadCall, Reply, Tools, Unreadable
from callwright.schemas.narrow import is_object
from callwright.schemas.record import Json

TAG = "<|python_tag|>"
KEYS = ("parameters", "arguments")


def parse(raw: str, tools: Tools) -> Reply:
    """A call or several, or else a text."""
    reasoning, text = split_thinking(without_end(raw))
    text = text.strip().removeprefix(TAG).lstrip()
    calls = _calls(text) if text.startswith("{") else ()
    return Reply(reasoning, None if calls else or_none(text), calls)


def _calls(text: str) -> tuple[ReadCall, ...]:
    calls: list[ReadCall] = []
    at = 0
    while at < len(text):
        value, at = _object(text, at, first=not calls)
        if not _is_call(value) and not calls:
            return ()
        calls.append(as_call(value, KEYS))
        at = skip_space(text, at)
        if at < len(text) and text[at] != ";":
            raise Unreadable("text_after_call", text[at:])
        at = skip_space(text, at + 1)
    return tuple(calls)


def _object(text: str, at: int, *, first: bool) -> tuple[Json, int]:
    """The next value; a text that only looks like JSON at its beginning is no call."""
    try:
        return read_json(text, at)
    except Unreadable:
        if first and '"name"' not in text:
            return None, len(text)
        raise


def _is_call(value: Json) -> bool:
    return is_object(value) and "name" in value and any(key in value for key in KEYS)


def mend(text: str, tools: Tools, notes: Notes) -> Reply:
    """A call or several, or else a text."""
    return mend_either_key(text.strip().removeprefix(TAG), tools, notes)


call_format = CallFormat("llama", 'one bare {"name", "parameters"}: Llama 3.1, 3.2', parse, mend)
