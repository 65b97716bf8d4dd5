"""One text or thought of an assistant, with what stood in the conversation above it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from callwright.domains.core.tongue import WORD, Tongue
from callwright.filters.grounding.context import parsed, strings
from callwright.filters.sayable_ids import sayable, sayable_prefixes
from callwright.filters.scene import Scene
from callwright.schemas.checks import TurnCheck
from callwright.schemas.forms.document import read_document
from callwright.schemas.messages import Message
from callwright.schemas.task import Task, Trajectory


@dataclass(frozen=True)
class Passage:
    """What one rule looks at."""

    index: int
    """Of its message."""
    thought: bool
    """Whether it is thinking; else the user reads it."""
    text: str
    message: Message
    task: Task
    scene: Scene
    turn: int
    """User turn, from 0."""
    conversation: tuple[Message, ...]
    """All of it; what stands above is what came before, and the calls of its own message."""
    request: str
    """The last words of the user, without the tools that they show."""

    @cached_property
    def known(self) -> str:
        """The prompt, what users said, and the values of results and arguments, in lower case."""
        above = (text for m in self.conversation[: self.index + 1] for text in _shown(m))
        return "\n".join(above).lower()

    @cached_property
    def new_words(self) -> frozenset[str]:
        """Words in lower case that do not stand above."""
        known = {word.lower() for word in WORD.findall(self.known)}
        return frozenset(word for word in words_of(self.text) if word not in known)

    @cached_property
    def is_document(self) -> bool:
        """Whether the text is JSON and nothing else."""
        return self.text.lstrip()[:1] in ("{", "[") and bool(read_document(self.text))

    @property
    def check(self) -> TurnCheck | None:
        """What its turn is held to; None beyond the script."""
        checks = self.task.checks.turns
        return checks[self.turn] if 0 <= self.turn < len(checks) else None

    def is_sayable(self, key: str) -> bool:
        """Whether a user may hold an id."""
        prefix = key.partition("-")[0]
        return key in sayable(self.task) or prefix in sayable_prefixes(self.scene)


Rule = Callable[[Passage, Tongue], str]
"""The words that break it; empty when none do."""


def passages(trajectory: Trajectory, scene: Scene) -> Iterator[Passage]:
    """Every thought and text of the assistant, in order; a thought knows the calls of its own."""
    task, turn, request = trajectory.task, -1, ""
    messages = trajectory.messages
    for index, message in enumerate(messages):
        if message.role == "assistant":
            for thought, text in ((True, message.reasoning), (False, message.content)):
                if text:
                    yield Passage(
                        index, thought, text, message, task, scene, turn, messages, request
                    )
        elif message.role == "user":
            turn, request = turn + 1, message.content or ""
            for tool in task.turns[turn].offers if turn < len(task.turns) else ():
                request = request.replace(tool.text, "")


def words_of(text: str) -> set[str]:
    """The words of a text in lower case, their apostrophes plain."""
    if text.isascii():
        return set(WORD.findall(text.lower()))
    return {word.lower().replace("’", "'") for word in WORD.findall(text)}


def _shown(message: Message) -> Iterator[str]:
    """What a message shows; of the assistant only what it calls with."""
    if message.role == "assistant":
        yield from (" ".join(strings(call.arguments)) for call in message.tool_calls)
    elif message.role == "tool":
        yield " ".join(strings(parsed(message.content or "")))
    else:
        yield message.content or ""
