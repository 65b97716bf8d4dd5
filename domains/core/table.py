"""Rows, tables and their journal: the only way a world changes.

Rows are frozen. Every insert, update and delete is journalled, so the difference between before
and after, and the way back, cost nothing extra.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from callwright.domains.core.errors import ToolError

R = TypeVar("R", bound="Row")


class Output(BaseModel):
    """What a tool returns: frozen, its fields annotated with value kinds. `None` means absent."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    def data(self) -> dict[str, Any]:
        """The output as JSON data in field order, absent fields left out."""
        return self.model_dump(exclude_none=True)


class Row(Output):
    """One entity of a world. The first field is its key and has kind `EntityId`."""

    @classmethod
    def key_field(cls) -> str:
        """Name of the key field."""
        return next(iter(cls.model_fields))

    @property
    def key(self) -> str:
        """The row's key."""
        return getattr(self, _key_field(type(self)))

    def but(self, **changes: Any) -> Self:
        """A copy with `changes`, validated."""
        return type(self).model_validate({**self.__dict__, **changes})


@cache
def _key_field(row: type[Row]) -> str:
    """Of every row of every world it is asked, so it is looked for once per type."""
    return row.key_field()


@dataclass(frozen=True, slots=True)
class Entry:
    """One journalled change of one row."""

    table: str
    key: str
    before: Row | None
    after: Row | None
    place: int | None = None
    """Of a deleted row: where it stood, so that a roll-back restores the order too."""


class Table(Generic[R]):
    """The rows of one entity kind, in insertion order."""

    def __init__(self, name: str, row: type[R], journal: list[Entry]) -> None:
        self.name = name
        """`domain.table`."""
        self.row = row
        self._rows: dict[str, R] = {}
        self._shared = False
        """Whether another table may hold the same dict: then it is copied before a change."""
        self._journal = journal

    def fork(self, journal: list[Entry]) -> "Table[R]":
        """A table with the same rows and a life of its own; no row is copied before a change."""
        other = Table(self.name, self.row, journal)
        self._shared = other._shared = True
        other._rows = self._rows
        return other

    def __iter__(self) -> Iterator[R]:
        return iter(self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def get(self, key: str) -> R | None:
        """The row with `key`, or None."""
        return self._rows.get(key)

    def need(self, key: str) -> R:
        """The row with `key`, else a `ToolError` with code `not_found`."""
        row = self._rows.get(key)
        if row is None:
            noun = self.row.__name__.lower()
            raise ToolError("not_found", f"There is no {noun} with id {key}.", id=key)
        return row

    def where(self, **equal: Any) -> list[R]:
        """Rows whose fields equal the given values, in insertion order."""
        if len(equal) == 1:  # nearly always, and a generator for each row would cost the most
            ((name, value),) = equal.items()
            return [r for r in self._rows.values() if getattr(r, name) == value]
        return [r for r in self if all(getattr(r, k) == v for k, v in equal.items())]

    def insert(self, row: R) -> R:
        """Add a new row; a taken key is a bug of the tool."""
        if row.key in self._rows:
            raise KeyError(f"{self.name} already has {row.key}")
        self._set(row.key, None, row)
        return row

    def update(self, key: str, **changes: Any) -> R:
        """Change fields of the row with `key` (`ToolError` when there is none)."""
        before = self.need(key)
        after = before.but(**changes)
        self._set(key, before, after)
        return after

    def delete(self, key: str) -> R:
        """Remove the row with `key` (`ToolError` when there is none)."""
        row = self.need(key)
        self._set(key, row, None)
        return row

    def _set(self, key: str, before: R | None, after: R | None) -> None:
        place = list(self._rows).index(key) if after is None else None
        self.restore(key, after)
        self._journal.append(Entry(self.name, key, before, after, place))

    def restore(self, key: str, row: R | None, place: int | None = None) -> None:
        """Put a row back as it was, unjournalled; only the journal's roll-back calls this."""
        if self._shared:
            self._rows, self._shared = dict(self._rows), False
        if row is None:
            del self._rows[key]
            return
        moved = list(self._rows.items())[place:] if place is not None else []
        self._rows[key] = row
        for later, other in moved:
            del self._rows[later]
            self._rows[later] = other
