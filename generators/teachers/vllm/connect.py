"""The client of our own servers: the one that speaks to every OpenAI-compatible endpoint."""

from collections.abc import Sequence

from callwright.generators.teachers.openai.budget import Budget
from callwright.generators.teachers.openai.build import NEEDED
from callwright.generators.teachers.openai.settings import (
    EndpointSettings,
    Limits,
    TeacherSettings,
)
from callwright.generators.teachers.vllm.command import KEY
from callwright.generators.teachers.vllm.settings import VllmSettings
from callwright.generators.teachers.vllm.teacher import Connect
from callwright.schemas.completions import Teacher
from callwright.schemas.extras import need_extra

MOST_AT_ONCE = 256
"""Requests that one server works on together, as vLLM's own default has it."""


def openai_client(limits: Limits | None = None, budget: Budget | None = None) -> Connect:
    """How to reach vLLM servers: with these limits and this budget, however often they move.

    A reply of a busy server takes long: `request_seconds` must cover a whole one.
    """
    need_extra("a teacher over HTTP", "teachers", NEEDED)

    def connect(settings: VllmSettings, key: str, urls: Sequence[str]) -> Teacher:
        from callwright.generators.teachers.openai.teacher import OpenAITeacher

        endpoints = (
            EndpointSettings(url=url, key_env=KEY, max_concurrency=MOST_AT_ONCE) for url in urls
        )
        told = TeacherSettings(
            model=settings.served_name,
            endpoints=tuple(endpoints),
            limits=limits or Limits(),
            call_format=settings.call_format,
        )
        return OpenAITeacher(told, budget=budget, environ={KEY: key})

    return connect
