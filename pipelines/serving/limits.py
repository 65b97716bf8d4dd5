"""How much one episode may take.

A message that passes a limit does not take place: it ends the episode, which is scored as it
stands.
"""

from dataclasses import dataclass
from typing import Literal

from callwright.pipelines.serving.said import Said

Reason = Literal["", "finished", "steps", "calls", "argument_bytes", "text_characters", "seconds"]
"""Why an episode is over: its dialogue is, or the limit of this name; empty while it goes on."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one episode may take, over all its turns."""

    steps: int = 128
    """Assistant messages."""
    calls: int = 256
    argument_bytes: int = 262_144
    """Names and arguments of all calls as JSON in UTF-8."""
    text_characters: int = 1_048_576
    """Text and reasoning of all assistant messages."""
    seconds: float = 3_600.0
    """From the episode's start to its last message."""


@dataclass(slots=True)
class Spent:
    """What an episode has taken so far."""

    steps: int = 0
    calls: int = 0
    argument_bytes: int = 0
    text_characters: int = 0

    def add(self, said: Said) -> None:
        """Count a message."""
        self.steps += 1
        self.calls += len(said.calls)
        self.argument_bytes += said.size
        self.text_characters += said.characters

    def passed(self, said: Said, seconds: float, limits: Limits) -> Reason:
        """The first limit that `said`, at `seconds` after the start, would pass; else empty."""
        if seconds > limits.seconds:
            return "seconds"
        if self.steps + 1 > limits.steps:
            return "steps"
        if self.calls + len(said.calls) > limits.calls:
            return "calls"
        if self.argument_bytes + said.size > limits.argument_bytes:
            return "argument_bytes"
        if self.text_characters + said.characters > limits.text_characters:
            return "text_characters"
        return ""
