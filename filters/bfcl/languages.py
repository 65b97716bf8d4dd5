"""How argument values are written, by language: type names, and how source text is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from callwright.filters.bfcl import java, javascript
from callwright.filters.bfcl.reasons import Reason
from callwright.schemas.record import Json


@dataclass(frozen=True, slots=True)
class Source:
    """How source text of a language becomes values."""

    not_text: Reason
    """The reason for a value that is not source text."""
    read: Callable[[str, str, str | None], Json]
    """Text, type name and type name of the elements (None where no such type is checked)."""


@dataclass(frozen=True, slots=True)
class Language:
    """The types of one language; a type name that is not among them raises KeyError."""

    types: Mapping[str, type]
    """Type name -> the Python type of its values."""
    nested: frozenset[str]
    """Names of the types whose elements are checked as well."""
    source: Source | None = None
    """None where values are written as they are."""


PYTHON: Final = Language(
    types={
        "any": str,
        "array": list,
        "boolean": bool,
        "dict": dict,
        "float": float,
        "integer": int,
        "string": str,
        "tuple": list,
    },
    nested=frozenset({"array", "tuple"}),
)
JAVA: Final = Language(
    types=java.TYPES,
    nested=frozenset({"Array", "ArrayList"}),
    source=Source(Reason.NOT_JAVA, java.read),
)
JAVASCRIPT: Final = Language(
    types=javascript.TYPES,
    nested=frozenset({"array"}),
    source=Source(Reason.NOT_JAVASCRIPT, javascript.read),
)
