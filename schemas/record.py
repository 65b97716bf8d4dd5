"""The base of all records: frozen, closed, pure data."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field

RECORD_VERSION = 5
"""Version of every stored record. A change comes with a migration and a test on an old row."""

Json = Any
"""A JSON value."""

Version = Annotated[int, Field(ge=1, le=RECORD_VERSION)]


class Record(BaseModel):
    """Immutable data with no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    @classmethod
    def trusted(cls, **fields: Any) -> Self:
        """A record of values that are known to be right: nothing is checked or filled in.

        Every field must be given, of its own type. For what is made once per reply of a model.
        """
        made = cls.__new__(cls)
        put = object.__setattr__
        put(made, "__dict__", fields)
        put(made, "__pydantic_fields_set__", _names(cls))
        put(made, "__pydantic_extra__", None)
        put(made, "__pydantic_private__", None)
        return made

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with some other values; what was worked out from the old ones is left behind."""
        copied = super().model_copy(update=update, deep=deep)
        if update:
            values, names = vars(copied), _names(type(self))
            for stale in [name for name in values if name not in names]:
                del values[stale]
        return copied


@cache
def _names(kind: type[Record]) -> set[str]:
    """All fields of a kind; one set for all trusted records, since it is copied with a record."""
    return set(kind.model_fields)
