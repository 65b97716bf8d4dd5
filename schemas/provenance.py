"""Where every argument value of a trajectory comes from, as places in the visible context.

A source counts only if its text stands in the context before the call. Message indexes count the
messages of the row from 0; character ranges are half-open offsets into a message's content.
"""

from typing import Literal

from callwright.schemas.record import Json, Record

Op = Literal["only", "min", "max", "equals", "made", "own"]


class Span(Record):
    """A range of characters in one message's content."""

    message: int
    start: int
    end: int


class Reference(Record):
    """The words that single out one item of a shown result, or one shown entity."""

    span: Span
    """The words, e.g. `the cheapest`."""
    op: Op
    """`only`: the list has one item; `min`, `max`, `equals`: over the items' `field`; `made`: the
    thing an earlier call of the conversation just returned; `own`: the person's own habits."""
    entity: str
    """Entity kind, e.g. `flight`; for `own` the canonical tool that tells the habits."""
    items: str = ""
    """JSON pointer of the list in the shown result; empty where the result is one item."""
    field: str = ""
    """Canonical field that `min`, `max` and `equals` look at, e.g. `price`."""
    key: str = ""
    """The same field as shown: JSON pointer inside one shown item."""
    format: str = "canonical"
    """Wire format in which the items show that field."""
    value: Json = None
    """For `equals` the canonical value said."""


class Source(Record):
    """The origin of one value."""

    origin: Literal["span", "result", "computed"]
    """`span`: read from the words of a system or user message (also clock and profile);
    `result`: copied from a shown tool result; `computed`: `op` over `inputs`."""
    span: Span | None = None
    message: int | None = None
    """For `result`: index of the tool message."""
    pointer: str = ""
    """For `result`: JSON pointer into the shown result (as `read_result` parses it)."""
    format: str = "canonical"
    """For `result`: the wire format in which the result shows the value."""
    reference: Reference | None = None
    """For `result`: the words that chose the item."""
    field_span: Span | None = None
    """For `result`: the user's words for the field, e.g. `when it lands`; None for an id."""
    field: str = ""
    """For `result` with `field_span`: the canonical field that these words mean."""
    op: Literal["", "list", "end"] = ""
    """For `computed`: `list` gathers its inputs; `end` adds a duration to a start."""
    inputs: tuple["Source", ...] = ()


class ArgumentSource(Record):
    """The source of one argument of one call."""

    message: int
    """Index of the assistant message."""
    call: int
    """Index of the call in that message."""
    path: str
    """JSON pointer of the value in the visible arguments."""
    kind: dict[str, Json]
    """Value kind spec."""
    format: str = "canonical"
    """Wire format of the value."""
    source: Source


class Provenance(Record):
    """How a row came to be."""

    seed_path: str
    """`v1/namespace/seed/cell/candidate/member`; the row id is its digest."""
    teacher: str
    """E.g. `scripted/1`."""
    code: str
    """Version of callwright that made the row."""
    frames: tuple[str, ...]
    """Ids of the phrase frames used, e.g. `travel.find_flights.imperatives.3`."""
    clock: Span
    """The words of the system prompt that state the clock."""
    arguments: tuple[ArgumentSource, ...]
    """One for every leaf argument of every call."""
