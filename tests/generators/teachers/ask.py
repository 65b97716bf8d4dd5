"""Requests, settings and a clock for tests of the `openai` teacher."""

import asyncio
from random import Random

from callwright.generators.teachers.openai.settings import (
    EndpointSettings,
    Limits,
    TeacherSettings,
)
from callwright.generators.teachers.openai.teacher import OpenAITeacher
from callwright.schemas.completions import CompletionRequest
from callwright.schemas.messages import Message, ToolSpec

WEATHER = ToolSpec(
    name="weather",
    description="The weather of a city.",
    parameters={
        "type": "object",
        "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
        "additionalProperties": False,
    },
)


class FakeClock:
    """Time goes on only where it is waited for, and then at once."""

    def __init__(self):
        self.time = 1_000.0
        self.slept = []

    def now(self):
        return self.time

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.time += seconds
        await asyncio.sleep(0)


def request_of(text="Will it rain?", *, system="Be brief.", tools=(WEATHER,), **fields):
    messages = (Message(role="system", content=system), Message(role="user", content=text))
    return CompletionRequest(model="stub", messages=messages, tools=tools, **fields)


def teacher_of(*servers, limits=None, endpoint=None, clock=None, environ=None, budget=None, **more):
    """A teacher of some servers or URLs, whose waiting takes no time unless `clock` says so."""
    urls = [getattr(server, "url", server) for server in servers]
    settings = TeacherSettings(
        model="stub",
        endpoints=tuple(EndpointSettings(url=url, **(endpoint or {})) for url in urls),
        limits=Limits(**(limits or {})),
        **{"call_format": "hermes", **more},
    )
    return OpenAITeacher(
        settings,
        budget=budget,
        environ=environ or {},
        clock=clock or FakeClock(),
        random=Random(7),
    )


def run(teacher, *requests):
    """The completions of requests sent at once, or the exceptions in their place."""

    async def ask():
        try:
            sent = map(teacher.complete, requests)
            return await asyncio.gather(*sent, return_exceptions=True)
        finally:
            await teacher.close()

    return asyncio.run(ask())


def run_in_turn(teacher, *requests):
    """The same for requests of which each is answered before the next is sent."""

    async def ask():
        try:
            return [
                (await asyncio.gather(teacher.complete(one), return_exceptions=True))[0]
                for one in requests
            ]
        finally:
            await teacher.close()

    return asyncio.run(ask())
