"""A teacher that never pays twice: it answers from the completion store what it once was told."""

import asyncio

from callwright.pipelines.teaching.store import CompletionStore
from callwright.schemas.canonical import as_utf8, canonical
from callwright.schemas.completions import Completion, CompletionRequest, Teacher
from callwright.schemas.errors import RecordError


class StoredTeacher:
    """Answers from a store, and asks the teacher behind it only for what is not there.

    Equal requests that come while one is on its way share its reply. A failure is not kept: it is
    told to all who wait, and the next request tries again. One event loop uses it at a time.

    Args:
        teacher: asked for what the store lacks; closed with this one.
        store: closed with this one.
    """

    def __init__(self, teacher: Teacher, store: CompletionStore) -> None:
        self._teacher, self._store = teacher, store
        self._flights: dict[str, asyncio.Task[Completion]] = {}
        self.sent = 0
        """Requests passed on to the teacher."""
        self.answered = 0
        """Requests answered without it: from the store, or by a flight of another."""

    @property
    def name(self) -> str:
        """That of the teacher: a reply is its own wherever it was kept."""
        return self._teacher.name

    async def complete(self, request: CompletionRequest) -> Completion:
        """The reply to a request; `TeacherFailure` when the teacher has none."""
        key = request.digest
        flight = self._flights.get(key)
        if flight is None:
            kept = self._store.get(key)
            if kept is not None:
                self.answered += 1
                return kept
            self.sent += 1
            flight = asyncio.create_task(self._ask(key, request))
            self._flights[key] = flight
            flight.add_done_callback(lambda done: self._landed(key, done))
        else:
            self.answered += 1
        # Who stops waiting does not stop the flight: it is paid for, and others may wait too.
        return await asyncio.shield(flight)

    async def close(self) -> None:
        """End what is on its way, then close the store and the teacher."""
        flights = list(self._flights.values())
        for flight in flights:
            flight.cancel()
        await asyncio.gather(*flights, return_exceptions=True)
        self._store.close()
        await self._teacher.close()

    async def _ask(self, key: str, request: CompletionRequest) -> Completion:
        reply = storable(await self._teacher.complete(request))
        self._store.put(key, reply)
        return reply

    def _landed(self, key: str, flight: "asyncio.Task[Completion]") -> None:
        del self._flights[key]
        if not flight.cancelled():
            flight.exception()  # seen, also when nobody waits any more


def storable(reply: Completion) -> Completion:
    """The reply as JSON in UTF-8 can carry it; calls that it cannot carry are a fault."""
    reply = reply if _is_utf8(reply) else _as_utf8(reply)
    try:
        for call in reply.calls:
            canonical([call.name, call.arguments])
    except RecordError:
        return reply.model_copy(update={"calls": (), "fault": reply.fault or "not_plain"})
    return reply


def _is_utf8(reply: Completion) -> bool:
    texts = (reply.text or "", reply.reasoning or "", reply.raw, reply.fault, *reply.mended)
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return False
    return True


def _as_utf8(reply: Completion) -> Completion:
    texts = {name: getattr(reply, name) for name in ("text", "reasoning", "raw", "fault")}
    clean = {name: text and as_utf8(text) for name, text in texts.items()}
    return reply.model_copy(update={**clean, "mended": tuple(map(as_utf8, reply.mended))})
