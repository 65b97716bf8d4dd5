"""A teacher that asks each of its endpoints one short thing before the first real request.

A wrong URL, key or model is the user's to mend, and is told at once: as failures of tasks it would
be told after minutes of attempts.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from callwright.schemas.completions import (
    Completion,
    CompletionRequest,
    FailureKind,
    Sampling,
    Teacher,
    TeacherFailure,
)
from callwright.schemas.errors import CallwrightError
from callwright.schemas.messages import Message

FATAL: Final[frozenset[FailureKind]] = frozenset(
    {"disconnected", "unauthorized", "refused", "wrong_model", "malformed"}
)
"""Failures of the first request that no patience mends; all others may pass."""
ASKED: Final = (Message(role="user", content="Say yes."),)
SHORT: Final = Sampling(max_tokens=16)


class Probed:
    """Passes requests on once every endpoint has been tried.

    Args:
        teacher: behind it.
        probes: a URL and a teacher for each endpoint alone, which soon gives up; closed with it.
        model: as requests name it.
    """

    def __init__(self, teacher: Teacher, probes: Sequence[tuple[str, Teacher]], model: str) -> None:
        self._teacher, self._probes, self._model = teacher, probes, model
        self._trying: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """That of the teacher."""
        return self._teacher.name

    async def complete(self, request: CompletionRequest) -> Completion:
        """The teacher's reply; `CallwrightError` names an endpoint that cannot be asked at all."""
        if self._trying is None:
            self._trying = asyncio.create_task(self._try_all())
        await asyncio.shield(self._trying)
        return await self._teacher.complete(request)

    async def close(self) -> None:
        """Close the teacher and its probes."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.gather(self._trying, return_exceptions=True)
        await asyncio.gather(self._teacher.close(), *(probe.close() for _, probe in self._probes))

    async def _try_all(self) -> None:
        for url, probe in self._probes:
            try:
                await probe.complete(
                    CompletionRequest(model=self._model, messages=ASKED, sampling=SHORT)
                )
            except TeacherFailure as failure:
                if failure.kind in FATAL:
                    told = f"{url} cannot be asked for {self._model}: {failure}"
                    raise CallwrightError(told) from None
