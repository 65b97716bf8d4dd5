"""One request to a model: route it, send it, judge the reply, and try again where that may help."""

import os
from collections.abc import Mapping
from random import Random

from callwright.generators.teachers.openai.backoff import full_jitter
from callwright.generators.teachers.openai.budget import Amount, Budget
from callwright.generators.teachers.openai.clock import Clock, MonotonicClock
from callwright.generators.teachers.openai.endpoint import Endpoint
from callwright.generators.teachers.openai.failures import FINAL, UNPAID, Failure
from callwright.generators.teachers.openai.pool import Pool, Slot
from callwright.generators.teachers.openai.reading import read_message
from callwright.generators.teachers.openai.replies import Answer, read_reply
from callwright.generators.teachers.openai.settings import TeacherSettings
from callwright.generators.teachers.openai.transport import Transport
from callwright.generators.teachers.openai.wire import Wire, Writer
from callwright.schemas.calls import CallFormat, discover_call_formats
from callwright.schemas.completions import Completion, CompletionRequest, TeacherFailure, Usage
from callwright.schemas.errors import CallwrightError

BYTES_PER_TOKEN = 4
"""Of a request whose reply tells no counts, for the budget alone."""
NOTHING = Amount()


class OpenAITeacher:
    """A model behind one or several endpoints; use it on one event loop."""

    def __init__(
        self,
        settings: TeacherSettings,
        *,
        budget: Budget | None = None,
        environ: Mapping[str, str] = os.environ,
        clock: Clock | None = None,
        random: Random | None = None,
    ) -> None:
        self.settings = settings
        self._limits = settings.limits
        self._budget = budget
        self._clock = clock or MonotonicClock()
        self._random = random or Random()
        self._format = _known_format(settings.call_format)
        self._writer = Writer(settings)
        self._transport = Transport(settings.limits)
        self.endpoints = tuple(
            Endpoint(one, settings.limits, environ) for one in settings.endpoints
        )
        self._pool = Pool(self.endpoints, self._clock)

    @property
    def name(self) -> str:
        """For provenance: `openai:` and the model."""
        return f"openai:{self.settings.model}"

    async def complete(self, request: CompletionRequest) -> Completion:
        """The reply to a request for the teacher's model; `TeacherFailure` when there is none."""
        if request.model != self.settings.model:
            raise ValueError(f"{request.model} was asked of the teacher {self.name}")
        wire = self._writer.write(request)
        deadline = self._clock.now() + self._limits.call_seconds
        attempts = 0
        last: Failure | None = None
        avoid: Endpoint | None = None
        while True:
            slot = await self._pool.enter(wire.prefix, deadline, avoid)
            if slot is None:
                last = last or Failure("circuit_open", "no endpoint was in service in time")
                break
            held = self._hold(slot, wire, request)
            if held is None:
                last = Failure("over_budget", "the budget does not cover another request")
                break
            attempts += 1
            answer, seconds = await self._attempt(slot, wire, deadline, held)
            if isinstance(answer, Answer):
                return self._completion(answer, request, slot.endpoint, seconds, attempts)
            last, avoid = answer, slot.endpoint
            if last.kind in FINAL or attempts >= self._limits.attempts:
                break
            if not await self._back_off(attempts, deadline):
                break
        raise TeacherFailure(last.kind, last.detail, attempts)

    async def close(self) -> None:
        """Close all connections."""
        await self._transport.close()

    def _hold(self, slot: Slot, wire: Wire, request: CompletionRequest) -> Amount | None:
        """The most that a request can take, set aside; None, and no slot, when that is too much."""
        if self._budget is None:
            return NOTHING
        # No token is shorter than a byte.
        most = slot.endpoint.amount(len(wire.body), request.sampling.max_tokens)
        if self._budget.hold(most):
            return most
        self._pool.give_up(slot)
        return None

    async def _attempt(
        self, slot: Slot, wire: Wire, deadline: float, held: Amount
    ) -> tuple[Answer | Failure, float]:
        """Send once: the answer, and the seconds until it was there.

        However it ends, cancelled too, the slot is given back, its endpoint is told, and the
        budget is settled.
        """
        endpoint, outcome = slot.endpoint, None
        sent_at = self._clock.now()
        allowed = min(self._limits.request_seconds, deadline - sent_at)
        try:
            said = await self._transport.post(endpoint, wire.body, allowed)
            now = self._clock.now()
            outcome = (
                said
                if isinstance(said, Failure)
                else read_reply(said, self.settings.model, endpoint.settings.also_named)
            )
            if isinstance(outcome, Answer):
                endpoint.answered(now - sent_at, outcome.completion_tokens)
            elif outcome.kind == "timed_out" and allowed < self._limits.request_seconds:
                # The call's own time was over: that is not the endpoint's fault.
                endpoint.breaker.abandoned(probe=slot.is_probe)
            else:
                endpoint.failed(outcome, sent_at, now, probe=slot.is_probe)
            return outcome, now - sent_at
        finally:
            if outcome is None:
                endpoint.breaker.abandoned(probe=slot.is_probe)
            if self._budget is not None:
                self._budget.settle(held, taken(outcome, endpoint, held, len(wire.body)))
            self._pool.leave(slot)

    def _completion(
        self,
        answer: Answer,
        request: CompletionRequest,
        endpoint: Endpoint,
        seconds: float,
        attempts: int,
    ) -> Completion:
        usage = Usage.trusted(
            prompt_tokens=answer.prompt_tokens,
            completion_tokens=answer.completion_tokens,
            cost=endpoint.price(answer.prompt_tokens, answer.completion_tokens),
            latency=seconds,
            attempts=attempts,
        )
        return read_message(answer.message, request, self._format, answer.finish, usage)

    async def _back_off(self, attempts: int, deadline: float) -> bool:
        """Wait before another attempt; False when the time for that is over."""
        limits = self._limits
        seconds = full_jitter(attempts, limits.first_backoff, limits.longest_backoff, self._random)
        if self._clock.now() + seconds >= deadline:
            return False
        await self._clock.sleep(seconds)
        return True


def taken(
    outcome: Answer | Failure | None, endpoint: Endpoint, held: Amount, sent_bytes: int
) -> Amount:
    """What an attempt is counted as: what its reply tells, else what it may have cost."""
    if isinstance(outcome, Answer):
        counts = outcome.prompt_tokens, outcome.completion_tokens
        if not any(counts):
            counts = sent_bytes // BYTES_PER_TOKEN, held.tokens - sent_bytes
        return endpoint.amount(*counts)
    if outcome is not None and any(outcome.counts):
        return endpoint.amount(*outcome.counts)
    return NOTHING if outcome is not None and outcome.kind in UNPAID else held


def _known_format(name: str | None) -> CallFormat | None:
    if name is None:
        return None
    known = discover_call_formats()
    if name not in known:
        raise CallwrightError(f"no call format {name!r}: there are {', '.join(known)}")
    return known[name]
