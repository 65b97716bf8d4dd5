"""Calls read back from the raw text that a model writes, or that a chat template renders.

`read(raw, tools, format)` is pure, takes time linear in the text, and never raises on what a model
wrote: a reply that breaks its format comes back as `Unread` with a fault that can be counted. It
mends nothing: whether a broken reply is worth another try is for the caller to say.
"""

import importlib
import pkgutil
from functools import lru_cache

import callwright.schemas.calls.formats as package
from callwright.schemas.calls.reply import CallFormat, Reply, Tools, Unread, Unreadable
from callwright.schemas.errors import RecordError

__all__ = ["CallFormat", "Reply", "Unread", "discover_call_formats", "read"]

MOST_CHARACTERS = 200_000
"""Longest raw reply that is looked at."""


@lru_cache(maxsize=1)
def discover_call_formats() -> dict[str, CallFormat]:
    """All call formats by name, sorted. A module without its export is an error that names it."""
    found: dict[str, CallFormat] = {}
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        one = getattr(module, "call_format", None)
        if not isinstance(one, CallFormat):
            raise RecordError(
                f"{module.__file__} exports no format: it needs `call_format = CallFormat(...)`"
            )
        found[one.name] = one
    return {name: found[name] for name in sorted(found)}


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
