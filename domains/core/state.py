"""The state of one domain in one world: the person, the clock and the tables.

A domain declares its tables as annotations and nothing else:

    class Travel(State):
        flights: Table[Flight]
"""

import copy
import hashlib
from datetime import datetime
from typing import Any, Self, get_args, get_origin, get_type_hints

from callwright.domains.core.person import Person
from callwright.domains.core.table import Entry, Row, Table
from callwright.schemas.errors import DomainError

_ID_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_TO_ID = (_ID_ALPHABET * 8).encode()
"""Each byte -> the letter of an id for it."""


class State:
    """Base of every domain's state. Rules of the domain are methods of its subclass."""

    domain: str = ""

    def __init__(self, domain: str, person: Person, now: datetime, journal: list[Entry]) -> None:
        self.domain = domain
        self.person = person
        self.now = now
        """The world's clock: aware, in the person's zone. It stands still."""
        self.tables: dict[str, Table[Any]] = {}
        """Table name without the domain -> table."""
        for name, row in _declared(type(self)).items():
            table = Table(f"{domain}.{name}", row, journal)
            self.tables[name] = table
            setattr(self, name, table)

    def fork(self, journal: list[Entry]) -> Self:
        """A state with the same rows, whose changes go to `journal` and are not seen here."""
        other = copy.copy(self)
        other.tables = {name: table.fork(journal) for name, table in self.tables.items()}
        for name, table in other.tables.items():
            setattr(other, name, table)
        return other

    def new_id(self, table: Table[Any], prefix: str, *content: Any) -> str:
        """A fresh id such as `BK-5TQ1`, derived from what the row says, not from call order.

        `content` should tell rows apart; equal content is told apart by probing.
        """
        said = f"{self.person.seed}/{table.name}/{content!r}"
        for probe in range(10_000):
            raw = hashlib.sha256(f"{said}/{probe}".encode()).digest()
            key = f"{prefix}-{raw[:4].translate(_TO_ID).decode()}"
            if key not in table:
                return key
        raise DomainError(f"table {table.name} has no free id left under prefix {prefix}")


def _declared(cls: type[State]) -> dict[str, type[Row]]:
    found: dict[str, type[Row]] = {}
    for name, hint in get_type_hints(cls).items():
        if get_origin(hint) is Table:
            found[name] = get_args(hint)[0]
    if not found:
        raise DomainError(f"{cls.__name__} declares no table: write e.g. `flights: Table[Flight]`")
    return found
