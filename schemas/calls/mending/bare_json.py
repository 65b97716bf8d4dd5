"""A reply that is JSON as a whole, with or without a fence: one call, several, or a list."""

from callwright.schemas.calls.json_text import skip_space
from callwright.schemas.calls.marks import CALL_SIGNS, or_none, unfenced
from callwright.schemas.calls.mending.arguments import KEYS, mended_calls
from callwright.schemas.calls.mending.loose_json import after_extra_braces, read_loosely
from callwright.schemas.calls.reply import Notes, ReadCall, Reply, Tools, Unreadable
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json


def mend_arguments_key(text: str, tools: Tools, notes: Notes) -> Reply:
    """Calls with `arguments`, or a text that holds none."""
    return mend_bare(text, tools, notes, "arguments")


def mend_either_key(text: str, tools: Tools, notes: Notes) -> Reply:
    """Calls with `parameters` or `arguments`, or a text that holds none."""
    return mend_bare(text, tools, notes, None)


def whole_call(text: str, tools: Tools, notes: Notes) -> tuple[ReadCall, ...]:
    """The calls of a text that is nothing but their JSON, where a format wants tags around it."""
    reply = mend_bare(text, tools, notes, "arguments")
    if not reply.calls or reply.content:
        return ()
    notes.add("missing_tags")
    return reply.calls


def mend_bare(text: str, tools: Tools, notes: Notes, key: str | None) -> Reply:
    """Calls and what stands behind them, or a text that holds none; raises `Unreadable`."""
    inner = unfenced(text.strip())
    if inner != text.strip():
        notes.add("fenced_json")
    at = 0
    calls: list[ReadCall] = []
    while inner.startswith(("{", "["), at):
        value, end = read_loosely(inner, at, notes, envelope=1)
        if not calls and not _meant(value):
            return Reply(None, or_none(text))
        end = skip_space(inner, after_extra_braces(inner, at, skip_space(inner, end), notes, 1))
        calls += mended_calls(value, tools, notes, key)
        at = _after_separator(inner, end, notes)
    if not calls:
        return Reply(None, or_none(text))
    return Reply(None, behind(inner[at:], tools, notes), tuple(calls))


def _after_separator(text: str, end: int, notes: Notes) -> int:
    """Where the next call begins, or `end` when none follows."""
    following = skip_space(text, end + 1) if text.startswith((";", ","), end) else end
    if not text.startswith(("{", "["), following):
        return end
    if not text.startswith(";", end):
        notes.add("separator")
    return following


def behind(text: str, tools: Tools, notes: Notes) -> str | None:
    """A text behind calls, in which no other call and no turn of others begins; or `Unreadable`."""
    text = text.strip().removesuffix(";").strip()
    if not text:
        return None
    if any(sign in text for sign in (*CALL_SIGNS, *(f"{tool.name}(" for tool in tools))):
        raise Unreadable("text_after_call", text[:80])
    notes.add("extra_text")
    return text


def _meant(value: Json) -> bool:
    """Whether JSON has the looks of a call: a name, and arguments or the shape of an API."""
    first = value[0] if is_array(value) and value else value
    if not is_object(first):
        return False
    return is_object(first.get("function")) or ("name" in first and any(k in first for k in KEYS))
