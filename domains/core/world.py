"""A world: one person, one clock, the states of its domains, and calls that change them."""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from callwright.domains.core.domain import Domain
from callwright.domains.core.errors import INVALID_ARGUMENTS, UNKNOWN_TOOL, ToolError
from callwright.domains.core.person import Person
from callwright.domains.core.state import State
from callwright.domains.core.table import Entry, Output, Row
from callwright.domains.core.tool import Tool
from callwright.schemas.canonical import digest
from callwright.schemas.checks import Change
from callwright.schemas.errors import RecordError
from callwright.schemas.values import Setting

Json = Any
KERNEL_VERSION = 1
"""Version of the snapshot form and of the kernel's rules; part of every snapshot."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call gave: a result, or an error as data. Exactly one of the two is set."""

    value: dict[str, Json] | None = None
    """Canonical result."""
    error: dict[str, Json] | None = None
    """`ToolError.data()`."""
    output: Output | None = None
    """The typed result."""

    @property
    def ok(self) -> bool:
        """Whether the call succeeded."""
        return self.error is None

    @property
    def code(self) -> str:
        """The error's code; empty for a success."""
        return "" if self.error is None else str(self.error["error"]["code"])

    @property
    def data(self) -> dict[str, Json]:
        """Result or error, as the assistant is told it."""
        return self.value if self.value is not None else (self.error or {})


class World:
    """Executable state. Calls never raise for what an assistant did; they raise for our bugs."""

    def __init__(self, person: Person, now: datetime, domains: Iterable[Domain]) -> None:
        self.person = person
        self.now = now
        self.domains: dict[str, Domain] = {d.name: d for d in domains}
        self.journal: list[Entry] = []
        self.states: dict[str, State] = {
            d.name: d.state(d.name, person, now, self.journal) for d in self.domains.values()
        }
        self.tools: dict[str, Tool] = {t.id: t for d in self.domains.values() for t in d.tools}

    def setting(self, words: Mapping[str, Any], language: str = "en") -> Setting:
        """The setting for saying and reading values in this world."""
        return Setting(now=self.now, language=language, words=words)

    def call(self, tool_id: str, arguments: Mapping[str, Json]) -> Outcome:
        """Execute a call with canonical arguments. A failed call changes nothing."""
        tool = self.tools.get(tool_id)
        if tool is None:
            return _failed(ToolError(UNKNOWN_TOOL, f"There is no tool named {tool_id}."))
        given = dict(arguments)
        if not tool.validator.is_valid(given):
            fault = next(tool.validator.iter_errors(given))
            where = "/".join(map(str, fault.instance_path)) or "arguments"
            return _failed(ToolError(INVALID_ARGUMENTS, f"{where}: {fault.message}"))
        mark = self.mark()
        try:
            output = tool.fn(self.states[tool.domain], **arguments)
        except ToolError as error:
            self.rollback(mark)
            return _failed(error)
        return Outcome(value=output.data(), output=output)

    def fork(self) -> "World":
        """A world like this one, with an empty journal; neither sees what the other changes.

        Rows are frozen, so both hold the same ones: a fork costs a fraction of a `load`. This
        world must not change while it is forked in another thread.
        """
        other = copy.copy(self)
        other.journal = []
        other.states = {name: state.fork(other.journal) for name, state in self.states.items()}
        return other

    # -- change ----------------------------------------------------------------------------
    def mark(self) -> int:
        """A place in the journal to roll back to, or to take a difference from."""
        return len(self.journal)

    def rollback(self, mark: int = 0) -> None:
        """Undo every change after `mark`."""
        while len(self.journal) > mark:
            entry = self.journal.pop()
            self._table(entry.table).restore(entry.key, entry.before, entry.place)

    def diff(self, mark: int = 0) -> tuple[Change, ...]:
        """Net row changes after `mark`, sorted by table and key."""
        if len(self.journal) == mark:
            return ()
        first: dict[tuple[str, str], Row | None] = {}
        last: dict[tuple[str, str], Row | None] = {}
        for entry in self.journal[mark:]:
            first.setdefault((entry.table, entry.key), entry.before)
            last[entry.table, entry.key] = entry.after
        found = (_change(where, first[where], last[where]) for where in sorted(first))
        return tuple(c for c in found if c is not None)

    def violations(self) -> list[str]:
        """Every broken invariant of every domain, as sentences."""
        return [
            f"{d.name}: {text}"
            for d in self.domains.values()
            for rule in d.invariants
            for text in rule(self.states[d.name])
        ]

    def _table(self, name: str) -> Any:
        domain, table = name.split(".", 1)
        return self.states[domain].tables[table]

    # -- snapshot --------------------------------------------------------------------------
    def snapshot(self) -> dict[str, Json]:
        """The whole world as JSON data; `load` builds an equal world from it."""
        return {
            "kernel": KERNEL_VERSION,
            "person": self.person.model_dump(mode="json"),
            "now": self.now.isoformat(),
            "states": {
                name: {t: [row.data() for row in table] for t, table in state.tables.items()}
                for name, state in self.states.items()
            },
        }

    def digest(self) -> str:
        """Content address of the snapshot."""
        return address(self.snapshot())

    @classmethod
    def load(cls, snapshot: Mapping[str, Json], domains: Mapping[str, Domain]) -> "World":
        """The world of a snapshot. `RecordError` for an unknown kernel version or domain."""
        version = snapshot.get("kernel")
        if version != KERNEL_VERSION:
            raise RecordError(
                f"the world snapshot has kernel version {version!r}; this callwright reads "
                f"{KERNEL_VERSION}: use the callwright that made the release, or make it again"
            )
        missing = sorted(set(snapshot["states"]) - set(domains))
        if missing:
            raise RecordError(
                f"the world snapshot needs domain {missing[0]!r}, which is not found; "
                f"found are: {', '.join(sorted(domains))} (see --domains-path)"
            )
        person = Person.model_validate(snapshot["person"])
        now = datetime.fromisoformat(snapshot["now"]).astimezone(ZoneInfo(person.zone))
        world = cls(person, now, (domains[name] for name in snapshot["states"]))
        for name, tables in snapshot["states"].items():
            for table, rows in tables.items():
                target = world.states[name].tables[table]
                for row in rows:
                    target.insert(target.row.model_validate(row))
        world.journal.clear()
        return world


def address(snapshot: Mapping[str, Json]) -> str:
    """Content address of a snapshot."""
    return digest(snapshot, 32)


def _failed(error: ToolError) -> Outcome:
    return Outcome(error=error.data())


def _change(where: tuple[str, str], before: Row | None, after: Row | None) -> Change | None:
    table, key = where
    if before == after:
        return None
    if before is None and after is not None:
        return Change.trusted(table=table, op="insert", key=key, values=after.data())
    if before is not None and after is None:
        return Change.trusted(table=table, op="delete", key=key, values={})
    old, new = vars(before) if before else {}, vars(after) if after else {}
    changed = {k: v for k, v in new.items() if old.get(k) != v}
    return Change.trusted(table=table, op="update", key=key, values=changed)
