"""A teacher out of its settings, where what it needs is installed."""

import asyncio
from collections.abc import Coroutine
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, TypeVar

from callwright.generators.teachers.openai.budget import Budget
from callwright.generators.teachers.openai.settings import TeacherSettings
from callwright.schemas.extras import need_extra

if TYPE_CHECKING:
    from callwright.generators.teachers.openai.teacher import OpenAITeacher

NEEDED: Final = ("aiohttp",)

T = TypeVar("T")


def openai_teacher(settings: TeacherSettings, budget: Budget | None = None) -> "OpenAITeacher":
    """A teacher for these endpoints; `CallwrightError` for a missing key, extra or format.

    Teachers that are given the same `budget` share it.
    """
    need_extra("a teacher over HTTP", "teachers", NEEDED)
    from callwright.generators.teachers.openai.teacher import OpenAITeacher

    return OpenAITeacher(settings, budget=budget)


def run_fast(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, on uvloop where that is installed, else on asyncio's loop."""
    if find_spec("uvloop") is None:
        return asyncio.run(main)
    import uvloop

    return uvloop.run(main)
