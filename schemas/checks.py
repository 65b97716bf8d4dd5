"""The checks of a task as plain data: what any trajectory, rollout or imported row is held to.

Calls are written in the visible form with the kind and format of every leaf, so that matching
needs no world and no view; state is judged by replay in the world snapshot.
"""

from functools import cached_property
from typing import Literal

from pydantic import Field

from callwright.schemas.forms.rule import FormRule
from callwright.schemas.record import Json, Record
from callwright.schemas.values import Kind, kind_of


class Leaf(Record):
    """How one leaf of the visible arguments is compared."""

    kind: dict[str, Json]
    """Value kind spec."""
    format: str = "canonical"
    """Wire format in which the visible arguments carry it."""

    @cached_property
    def typed(self) -> Kind:
        """The value kind."""
        return kind_of(self.kind)


class ExpectedCall(Record):
    """One call of the reference plan."""

    name: str
    """Visible tool name."""
    tool: str
    """Canonical tool, e.g. `travel.find_flights`."""
    arguments: dict[str, Json]
    """Visible arguments."""
    leaves: dict[str, Leaf]
    """JSON pointer of each leaf the tool has -> its kind and format."""
    defaults: dict[str, Json] = Field(default_factory=dict[str, Json])
    """Pointer of each omitted optional leaf -> its visible default: omitted equals explicit."""
    mutates: bool
    after: tuple[int, ...] = ()
    """Indexes (in the same turn) of calls that must come before this one."""
    fails: str = ""
    """Error code with which the call is meant to fail; empty: it must succeed."""


class Fact(Record):
    """Something an answer must say: at least one of the values."""

    any_of: tuple["FactValue", ...]
    path: str = ""
    """Non-empty: the answer is a JSON document and holds the value at this JSON pointer."""


class FactValue(Record):
    """A value in the form of its kind; any surface form of it counts as saying it."""

    kind: dict[str, Json]
    value: Json
    format: str = "canonical"
    """Wire format that a document holds it in; text says it in any surface form."""

    @cached_property
    def typed(self) -> Kind:
        """The value kind."""
        return kind_of(self.kind)


class TurnCheck(Record):
    """What must happen after one user turn, up to the next."""

    calls: tuple[ExpectedCall, ...] = ()
    """All calls, no others that mutate; empty: no call at all."""
    others: tuple[tuple[ExpectedCall, ...], ...] = ()
    """Other plans that are as right, each with all calls of the turn: execution has shown that they
    change the same and show what is told and used. None before version 3."""
    told: tuple[int, ...] = ()
    """Indexes of calls that others needed and whose results the user wants told all the same.
    None before version 4."""
    finds_nothing: bool = False
    """Whether a look-up that is told found nothing: the answer must say so. False before version
    5."""
    facts: tuple[Fact, ...] = ()
    """What the answer must say."""
    asks: tuple[str, ...] = ()
    """Non-empty: the answer must be a question with at least one of these words (the slot)."""
    declines: tuple[str, ...] = ()
    """Non-empty: the answer must say that it cannot, with at least one of these words."""
    form: tuple[FormRule, ...] = ()
    """What the answer must look like: every one of these rules."""


class Checks(Record):
    """All checks of a task."""

    turns: tuple[TurnCheck, ...]
    """One per user turn."""
    state: tuple["Change", ...]
    """The net changes of the world, and no others; empty for a task that only reads."""
    now: str = ""
    """The task's clock with its IANA zone, e.g. `2026-03-10T08:12:00+00:00 Europe/London`, as
    `read_stamp` reads it: values such as `tomorrow` are read against it. Empty before version 2."""
    readers: tuple[str, ...] = ()
    """Visible names of the tools that only read, those offered later among them."""
    look_ups: int = 2
    """Further look-ups, with other tools than the expected ones, that still count as right."""
    weights: dict[str, float] = Field(default_factory=dict[str, float])
    """Weights of the reward by name; those that are not named are the default."""


class Change(Record):
    """One net row change between the world before and after."""

    table: str
    """`domain.table`."""
    op: Literal["insert", "update", "delete"]
    key: str
    """Primary key of the row."""
    values: dict[str, Json]
    """Inserted: the whole row; updated: the changed fields, after; deleted: empty."""
