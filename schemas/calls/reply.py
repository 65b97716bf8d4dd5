"""What was read from a raw reply: calls, text and thinking, or the fault that it has."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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
    "not_a_message",
    "calls_disagree",
]
"""Why a reply cannot be read; a closed list, so that faults can be counted."""

Repair = Literal[
    "arguments_as_text",
    "double_encoded",
    "parameters_key",
    "missing_arguments",
    "openai_shape",
    "list_in_call",
    "missing_list",
    "name_prefix",
    "missing_prefix",
    "missing_brace",
    "extra_brace",
    "trailing_comma",
    "single_quotes",
    "python_words",
    "python_escapes",
    "control_character",
    "fenced_json",
    "missing_tags",
    "unclosed_call",
    "unclosed_parameter",
    "other_format",
    "separator",
    "extra_text",
    "unclosed_thinking",
    "call_in_thinking",
    "call_in_text",
    "repeated_in_text",
]
"""What is mended in a reply that breaks its format; a closed list, told in docs/calls.md."""

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
    mended: tuple[str, ...] = ()
    """Each `Repair` once, in the order made, then casts as `cast:<call><pointer>:<class>`."""


@dataclass
class Notes:
    """What a mending reader has done so far."""

    repairs: list[Repair] = field(default_factory=list[Repair])
    steps: int = 0
    """Values, keys and tags that were looked at."""

    def add(self, repair: Repair) -> None:
        """Note a repair, once."""
        if repair not in self.repairs:
            self.repairs.append(repair)


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
    mend: Callable[[str, Tools, Notes], Reply]
    """Reads a text without thinking that broke the format; raises as `parse` does."""
    always: str = ""
    """A mark that is in every raw reply, and in none that a server has already parsed."""
