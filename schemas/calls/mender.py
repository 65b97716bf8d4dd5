"""The reader beside the strict one: what the strict one cannot read, mended where that is safe."""

from typing import Final

from callwright.schemas.calls.marks import CLOSE, OPEN, or_none, without_end
from callwright.schemas.calls.reply import CallFormat, Notes, Reply, Tools, Unread, Unreadable
from callwright.schemas.calls.strict import read

HOPELESS: Final = frozenset({"too_long", "not_text"})


def mend(raw: str, tools: Tools, form: CallFormat) -> Reply | Unread:
    """What `raw` says in the format `form`, mended where its format is broken.

    A reply that the strict reader finds calls in is given as it reads it, without a repair; so is
    an answer, unless all of it is a call out of place. What cannot be mended has the fault that
    the strict reader finds.
    """
    strict = read(raw, tools, form)
    if isinstance(strict, Unread) and strict.fault in HOPELESS:
        return strict
    if isinstance(strict, Reply) and strict.calls:
        return strict
    try:
        found = _mended(without_end(raw), tools, form)
    except Unreadable:
        return strict
    return found if found.calls else strict


def _mended(raw: str, tools: Tools, form: CallFormat) -> Reply:
    notes = Notes()
    thought, closed, text = _thinking(raw)
    if text.strip():
        found = form.mend(text, tools, notes)
        return Reply(_both(thought, found.reasoning), found.content, found.calls, _told(notes))
    found = form.mend(thought or "", tools, notes)
    if "extra_text" in notes.repairs:
        raise Unreadable("text_after_call", "inside the thinking")
    if not closed:
        notes.add("unclosed_thinking")
    notes.add("call_in_thinking")
    return Reply(found.content, None, found.calls, _told(notes))


def _thinking(raw: str) -> tuple[str | None, bool, str]:
    """Thinking, whether it was closed, and the text outside it."""
    head, closed, rest = raw.partition(CLOSE)
    if closed:
        return or_none(head.strip().removeprefix(OPEN)), True, rest
    if raw.lstrip().startswith(OPEN):
        return or_none(raw.lstrip().removeprefix(OPEN)), False, ""
    return None, True, raw


def _told(notes: Notes) -> tuple[str, ...]:
    return tuple(notes.repairs)


def _both(first: str | None, second: str | None) -> str | None:
    return or_none("\n\n".join(filter(None, (first, second))))
