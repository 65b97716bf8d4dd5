"""The strict reader: a reply is read as its format says, or not at all."""

from typing import Final

from callwright.schemas.calls.reply import CallFormat, Reply, Tools, Unread, Unreadable

MOST_CHARACTERS: Final = 200_000
"""Longest raw reply that is looked at."""


def read(raw: str, tools: Tools, form: CallFormat) -> Reply | Unread:
    """What `raw` says in the format `form`, or why it says nothing that can be read.

    Every call names one of `tools`; arguments are not checked against its schema beyond what the
    format needs to restore their types.
    """
    if len(raw) > MOST_CHARACTERS:
        return Unread("too_long", f"{len(raw)} characters")
    if not _is_text(raw):
        return Unread("not_text", "a lone surrogate")
    try:
        reply = form.parse(raw, tools)
    except Unreadable as found:
        return found.unread
    return _known(reply, tools)


def _is_text(raw: str) -> bool:
    try:
        raw.encode()
    except UnicodeEncodeError:
        return False
    return True


def _known(reply: Reply, tools: Tools) -> Reply | Unread:
    names = {tool.name for tool in tools}
    unknown = next((call.name for call in reply.calls if call.name not in names), None)
    return reply if unknown is None else Unread("unknown_tool", unknown[:80])
