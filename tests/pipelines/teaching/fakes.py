"""Teachers without a model, and tasks to act in."""

import asyncio
from random import Random

from callwright.filters.scene import Scene
from callwright.generators.factory import Factory
from callwright.generators.rollout import Player
from callwright.pipelines.teaching.accepting import Accepter, Candidate
from callwright.schemas.completions import Completion, TeacherFailure, Usage
from callwright.schemas.messages import ToolCall
from tests.generators.conftest import cells, families


class Fake:
    """A teacher that counts what it is asked and answers with a function of the request."""

    name = "fake/1"

    def __init__(self, reply):
        self.reply = reply
        self.requests = []
        self.closed = False

    async def complete(self, request):
        self.requests.append(request)
        await asyncio.sleep(0)
        return self.reply(request)

    async def close(self):
        self.closed = True


def acting(messages):
    """The assistant messages of a conversation."""
    return [message for message in messages if message.role == "assistant"]


def completion(message, **changes):
    """A message of a reference as a model would have given it, with ids of a server's own."""
    calls = tuple(
        call.model_copy(update={"id": f"chatcmpl-{call.id}"}) for call in message.tool_calls
    )
    values = {"text": message.content, "reasoning": message.reasoning, "calls": calls}
    usage = Usage(prompt_tokens=100, completion_tokens=10, latency=0.5)
    return Completion(**{**values, "usage": usage, **changes})


def step_of(request):
    return len(acting(request.messages))


def perfect(reference):
    """Says what the reference says."""
    return lambda request: completion(acting(reference.messages)[step_of(request)])


def lazy(_):
    return Completion(text="Done.")


def wrong_value(reference):
    """The reference with another value in the first argument of its first call."""

    def reply(request):
        message = acting(reference.messages)[step_of(request)]
        if not message.tool_calls or step_of(request):
            return completion(message)
        first = message.tool_calls[0]
        name = next(iter(first.arguments))
        spoilt = {**first.arguments, name: "spoilt"}
        rest = message.tool_calls[1:]
        return completion(message, calls=(first.model_copy(update={"arguments": spoilt}), *rest))

    return reply


def unsteady(reference, share):
    """Right with probability `share`, by the seed of the request that begins the rollout."""
    right = perfect(reference)

    def reply(request):
        if step_of(request) == 0 and Random(request.seed).random() >= share:
            return Completion(text="I will not.", usage=Usage(completion_tokens=3))
        return right(request)

    return reply


def failing(kind, attempts=3):
    def reply(_):
        raise TeacherFailure(kind, "gone", attempts)

    return reply


def call(name, **arguments):
    return ToolCall(id="x", name=name, arguments=arguments)


def player(reply, **changes):
    teacher = reply if hasattr(reply, "complete") else Fake(reply)
    return Player(**{"teacher": teacher, "model": "fake", **changes})


def candidate(factory: Factory, skill, domain="travel", number=0, fits=lambda row: True):
    """A task of a skill, the `number`-th that fits."""
    cell = next(c for c in cells() if (c.skill, c.domain) == (skill, domain))
    rows = (row for family in families(factory, cell, 40) for row in family[:1] if fits(row))
    return candidate_of(factory, [*rows][number])


def candidate_of(factory, row):
    return Candidate(row, Scene.of(row.task, factory.worlds, factory.views, factory.lexicon.words))


def accepter(factory, **changes):
    return Accepter(factory.domains, **changes)
