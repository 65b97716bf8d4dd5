"""Calls read back from the raw text that a model writes, or that a chat template renders.

Every reader is pure, takes time linear in the text, and never raises on what a model wrote: what
cannot be read comes back as `Unread` with a fault that can be counted.

- `read(raw, tools, format)` mends nothing: proofs and rewards rest on it.
- `mend(raw, tools, format)` mends what allows one reading only, and says what it mended.
- `from_server(message, tools, format)` reads a message that a server has parsed, well or badly.
- `coerce(call, tool)` gives arguments the JSON types that the tool's schema asks for.
"""

import importlib
import pkgutil
from functools import lru_cache

import callwright.schemas.calls.formats as package
from callwright.schemas.calls.coercion import coerce
from callwright.schemas.calls.mender import mend
from callwright.schemas.calls.reply import CallFormat, Reply, Unread
from callwright.schemas.calls.server import from_server
from callwright.schemas.calls.strict import MOST_CHARACTERS, read
from callwright.schemas.errors import RecordError

__all__ = [
    "MOST_CHARACTERS",
    "CallFormat",
    "Reply",
    "Unread",
    "coerce",
    "discover_call_formats",
    "from_server",
    "mend",
    "read",
]


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
