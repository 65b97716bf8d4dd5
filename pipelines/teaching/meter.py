"""A meter: what the replies of a teacher took, also of those that were answered from the store."""

from dataclasses import dataclass, field

from callwright.generators.rollout.tally import Tally
from callwright.schemas.completions import Completion, CompletionRequest, Teacher


@dataclass
class Taken:
    """Sums over replies."""

    replies: int = 0
    usage: Tally = field(default_factory=Tally)
    mended: int = 0
    """Replies whose calls were repaired or cast."""
    unread: int = 0
    """Replies whose calls could not be read."""


class Meter:
    """A teacher with a meter on it; `taken` is shared by teachers that are counted together."""

    def __init__(self, teacher: Teacher, taken: Taken | None = None) -> None:
        self._teacher = teacher
        self.taken = taken or Taken()

    @property
    def name(self) -> str:
        """That of the teacher."""
        return self._teacher.name

    async def complete(self, request: CompletionRequest) -> Completion:
        """The teacher's reply, counted; its failures pass."""
        reply = await self._teacher.complete(request)
        taken = self.taken
        taken.replies += 1
        taken.usage.add(reply.usage)
        taken.mended += bool(reply.mended)
        taken.unread += bool(reply.fault)
        return reply

    async def close(self) -> None:
        """Close the teacher."""
        await self._teacher.close()
