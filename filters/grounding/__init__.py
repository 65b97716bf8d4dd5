"""Grounding: whatever an assistant states must stand in the visible context above it.

Numbers, amounts, days, times, ids, addresses and names are read from answers and from thinking by
one extractor, whatever composed the text, and looked up in the system prompt, the user's turns, the
results so far and the call arguments. Requests, in turn, must not hold ids that a user cannot know.
"""

from collections.abc import Iterator
from datetime import date
from typing import ClassVar

from callwright.filters.base import Fault, Filter
from callwright.filters.grounding.claims import Claim, claims
from callwright.filters.grounding.context import Context
from callwright.filters.grounding.documents import document_claims
from callwright.filters.grounding.vocabulary import ENTITY_ID
from callwright.filters.sayable_ids import sayable, sayable_prefixes
from callwright.filters.scene import Scene
from callwright.schemas.messages import Message
from callwright.schemas.task import Task, Trajectory


class GroundingFilter(Filter):
    """Drops rows that state what nothing supports.

    Reason codes: `grounding.` and `number`, `money`, `date`, `weekday`, `time`, `duration`,
    `phone`, `email`, `url`, `id`, `name`; and `grounding.internal_id` for requests.
    """

    name: ClassVar[str] = "grounding"

    def faults(self, trajectory: Trajectory, scene: Scene) -> Iterator[Fault]:
        """Faults in the order of the conversation; the evidence quotes the words."""
        context = Context(scene.setting)
        for index, message in enumerate(trajectory.messages):
            if message.role == "assistant":
                yield from _assistant_faults(index, message, context, trajectory.task, scene)
            elif message.role == "tool":
                context.add_result(message.content or "")
            else:
                if message.role == "user":
                    yield from _request_faults(index, message, context, trajectory.task, scene)
                context.add_text(message.content or "")


def _assistant_faults(
    index: int, message: Message, context: Context, task: Task, scene: Scene
) -> Iterator[Fault]:
    for call in message.tool_calls:
        context.add_arguments(call.arguments)
    if len(message.tool_calls) > 1:
        context.add_count(len(message.tool_calls))
    today = scene.setting.now.date()
    for text in (message.reasoning, message.content):
        for claim in _claims(text, today) if text else ():
            if not context.supports(claim) and not _names_tool(claim.code, claim.text, task):
                yield Fault(claim.code, f"message {index}: {claim.text}")


def _claims(text: str, today: date) -> list[Claim]:
    found = document_claims(text, today)
    return claims(text, today) if found is None else found


def _names_tool(code: str, text: str, task: Task) -> bool:
    """Whether a name stands in the description of a visible tool."""
    if code != "name":
        return False
    return any(text in tool.description or text in tool.name for tool in task.tools)


def _request_faults(
    index: int, message: Message, context: Context, task: Task, scene: Scene
) -> Iterator[Fault]:
    for match in ENTITY_ID.finditer(message.content or ""):
        token = match.group()
        if context.has_words(token) or token in sayable(task):
            continue
        if token.partition("-")[0] not in sayable_prefixes(scene):
            yield Fault("internal_id", f"message {index}: {token}")
