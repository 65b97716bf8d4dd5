"""What was read from a raw reply: calls, text and thinking, or the fault that it has."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from callwright.schemas.messages import ToolSpec
from callwright.schemas.record import Json

Fault = Literal[
    "too_long",
    "too_deep",
    "not_text",
    "broken_json",
    "not_finite",
    "repeated_key",
    "not_a_call",
    "no_name",
    "unknown_key",
    "arguments_not_object",
    "unclosed_call",
    "unclosed_thinking",
    "text_after_call",
    "broken_block",
    "unknown_tool",
    "unknown_parameter",
    "uncastable",
]
"""Why a reply cannot be read; a closed list, so that faults can be counted."""

Tools = Sequence[ToolSpec]
"""The tools that the model was offered."""


@dataclass(frozen=True)
class ReadCall:
    """One call as the text says it; the ids of calls are not part of any format."""

    name: str
    arguments: dict[str, Json]
    """In the order written."""
    cast: tuple[str, ...] = ()
    """Parameters written as bare text whose type was taken from the tool's schema."""


@dataclass(frozen=True)
class Reply:
    """A reply that could be read; None stands for thinking or text that is absent or empty."""

    reasoning: str | None
    content: str | None
    calls: tuple[ReadCall, ...] = ()


@dataclass(frozen=True)
class Unread:
    """A reply that could not be read."""

    fault: Fault
    detail: str
    """A short text for people: what was found, cut to 80 characters."""


class Unreadable(Exception):
    """Raised inside a format, and turned into `Unread` by `CallFormat.read`."""

    def __init__(self, fault: Fault, found: str) -> None:
        super().__init__(fault)
        self.unread = Unread(fault, found[:80])


@dataclass(frozen=True)
class CallFormat:
    """One way in which models write calls; a module of `formats` exports it as `call_format`."""

    name: str
    what: str
    """One line for people: which models write this."""
    parse: Callable[[str, Tools], Reply]
    """Reads clean text of bounded length; may raise `Unreadable` and nothing else."""
