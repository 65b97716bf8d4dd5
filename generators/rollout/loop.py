"""The loop of a rollout: user, assistant and world take turns until the dialogue is over.

Whatever a model writes is data: a reply that cannot be read, a request without a reply and a limit
that is passed end the rollout with their class, and none of them raises. Nothing here judges what
the assistant does; what a user simulator says is put before a judge at once.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from callwright.domains.core.live import Live
from callwright.generators.rollout.reading import readable, unreadable
from callwright.generators.rollout.tally import Tally
from callwright.generators.rollout.users import Heard, ScriptUser, User, Words
from callwright.schemas.completions import (
    Completion,
    CompletionRequest,
    Sampling,
    Teacher,
    TeacherFailure,
)
from callwright.schemas.messages import Message
from callwright.schemas.rollouts import Ending, Rollout, UserViolation, ViolationCode
from callwright.schemas.seeds import SeedPath
from callwright.schemas.task import Task

SEED_DIGITS = 15
"""Hex digits of a request's seed, which stays below 2^63."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one rollout may take. A reply that passes a limit does not take place."""

    steps: int = 16
    """Assistant messages in answer to one user turn."""
    calls: int = 16
    """Calls in one assistant message."""
    tokens: int = 32_768
    """Tokens of all replies of the assistant."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What a user simulator said, for a judge."""

    task: Task
    turn: int
    """The scripted turn that it says, or in whose course it answers a question."""
    text: str
    aside: bool
    """Whether it answers a question beyond the script."""
    said: Sequence[str]
    """The user's words before."""
    shown: Sequence[str]
    """The contents of the tool messages so far, which the user does not see."""


UserJudge = Callable[[Utterance], Sequence[tuple[ViolationCode, str]]]
"""The rules that an utterance breaks, each with the words that break it."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays, and how."""

    teacher: Teacher
    """The assistant."""
    model: str
    """Its name, as requests state it."""
    sampling: Sampling = field(default_factory=Sampling)
    user: User = field(default_factory=ScriptUser)
    limits: Limits = Limits()
    asides: int = 0
    """Needless questions that the user answers; the next ends the turn, as it does in a server."""
    clock: Callable[[], float] = time.perf_counter
    """Seconds, monotonic; for the time that the world takes."""


async def play(
    live: Live, player: Player, path: SeedPath, number: int = 0, judge: UserJudge | None = None
) -> Rollout:
    """One rollout.

    Args:
        live: the task in a world of its own, which the rollout changes.
        player: who plays.
        path: the task's seed path; all seeds of requests derive from it.
        number: of this rollout among those of the task.
        judge: of what the user simulator says; None where it says the script.
    """
    game = _Game(live, player, path.at("rollout", number), judge)
    await game.play()
    return game.rollout(number)


class _Game:
    """The state of one rollout."""

    def __init__(self, live: Live, player: Player, path: SeedPath, judge: UserJudge | None) -> None:
        self._live, self._player, self._path, self._judge = live, player, path, judge
        self._task = live.task
        system = self._task.system
        self._messages = [Message(role="system", content=system)] if system else []
        self._said: list[str] = []
        self._shown: list[str] = []
        self._asides: list[int] = []
        self._errors: list[str] = []
        self._violations: list[UserViolation] = []
        self._used, self._user_used = Tally(), Tally()
        self._seconds = 0.0
        self._steps = 0
        self._acted = False
        self._requests = 0
        self._ended: Ending = "finished"
        self._detail = ""
        self._attempts = 0

    def rollout(self, number: int) -> Rollout:
        """The record of what happened."""
        return Rollout(
            task=self._task.id,
            number=number,
            teacher=self._player.teacher.name,
            user=self._player.user.name,
            messages=tuple(self._messages),
            asides=tuple(self._asides),
            errors=tuple(self._errors),
            changes=self._live.world.diff(),
            ended=self._ended,
            detail=self._detail,
            attempts=self._attempts,
            usage=self._used.usage(),
            user_usage=self._user_used.usage(),
            environment_seconds=self._seconds,
            violations=tuple(self._violations),
        )

    async def play(self) -> None:
        """All turns, or as many as there are before something ends them."""
        going = await self._speak(aside=False)
        while going:
            reply = await self._reply()
            going = reply is not None and await self._take(reply)

    # -- the assistant ---------------------------------------------------------------------
    async def _reply(self) -> Completion | None:
        """The next reply within the limits; None when something ended the rollout."""
        player, limits = self._player, self._player.limits
        if self._steps >= limits.steps:
            return self._end("steps")
        request = CompletionRequest(
            model=player.model,
            messages=tuple(self._messages),
            tools=self._live.tools,
            sampling=player.sampling,
            seed=self._seed("assistant"),
        )
        try:
            reply = await player.teacher.complete(request)
        except TeacherFailure as failure:
            return self._fail(failure, "")
        self._used.add(reply.usage)
        self._steps += 1
        if len(reply.calls) > limits.calls:
            return self._end("calls")
        if self._used.completion_tokens > limits.tokens:
            return self._end("tokens")
        return reply

    async def _take(self, reply: Completion) -> bool:
        """Let a reply take place; whether the rollout goes on."""
        fault = unreadable(reply)
        message = readable(reply, len(self._errors), with_calls=not fault)
        self._messages.append(message)
        if fault:
            self._end("unreadable", fault)
            return False
        if message.tool_calls:
            self._execute(message)
            return True
        if self._asks_beside(message.content or ""):
            return await self._speak(aside=True)
        self._steps, self._acted = 0, False
        return self._live.advance() is not None and await self._speak(aside=False)

    def _execute(self, message: Message) -> None:
        clock = self._player.clock
        for call in message.tool_calls:
            start = clock()
            code, content = self._live.call(call.name, call.arguments)
            self._seconds += clock() - start
            self._errors.append(code)
            self._shown.append(content)
            self._messages.append(
                Message(role="tool", content=content, tool_call_id=call.id, name=call.name)
            )
        self._acted = True

    def _asks_beside(self, text: str) -> bool:
        """Whether the assistant asks where it had all it needed to act, and gets an answer."""
        checks = self._task.checks.turns
        check = checks[self._live.turn] if self._live.turn < len(checks) else None
        needless = check is not None and bool(check.calls) and not check.asks and not self._acted
        asks = "?" in text or "？" in text
        return needless and asks and len(self._asides) < self._player.asides

    # -- the user --------------------------------------------------------------------------
    async def _speak(self, *, aside: bool) -> bool:
        """Let the user speak; whether the rollout goes on."""
        last = self._messages[-1] if self._said else None
        heard = Heard(
            task=self._task,
            turn=self._live.turn,
            said=tuple(self._said),
            last=(last.content or "") if last else "",
            seed=self._seed("user"),
        )
        user = self._player.user
        try:
            words = await (user.answer(heard) if aside else user.say(heard))
        except TeacherFailure as failure:
            self._fail(failure, "user.")
            return False
        self._user_used.add(words.usage)
        broken = self._broken(words, aside=aside)
        if aside:
            self._asides.append(len(self._messages))
        if broken:
            self._violations += [
                UserViolation(message=len(self._messages), code=code, evidence=words[:200])
                for code, words in broken
            ]
            self._end("void", broken[0][0])
        self._messages.append(Message(role="user", content=words.text))
        self._said.append(words.text)
        return not broken

    def _broken(self, words: Words, *, aside: bool) -> Sequence[tuple[ViolationCode, str]]:
        if not words.text:
            return [("ends_early", f"turn {self._live.turn} was not said")]
        if self._judge is None:
            return ()
        return self._judge(
            Utterance(self._task, self._live.turn, words.text, aside, self._said, self._shown)
        )

    # -- ends ------------------------------------------------------------------------------
    def _end(self, ended: Ending, detail: str = "") -> None:
        self._ended, self._detail = ended, detail

    def _fail(self, failure: TeacherFailure, who: str) -> None:
        self._end("failed", f"{who}{failure.kind}")
        self._attempts = failure.attempts

    def _seed(self, who: str) -> int:
        self._requests += 1
        return int(self._path.at(who, self._requests).digest(SEED_DIGITS), 16)
