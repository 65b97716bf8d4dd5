"""The live sessions of a server: opened on a row, found by an unguessable id, closed when idle.

Everything here and in an episode runs on one event loop without awaiting, so what one request does
to a session is done before the next begins: no other lock is needed.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from callwright.pipelines.serving.episode import Episode, EpisodeSource
from callwright.pipelines.serving.errors import ServeError
from callwright.schemas.errors import CallwrightError, OutputError

News = Literal["message", "tools", "closed"]
"""What happened to a session: a message, one after which the tools are others, or its end."""
Listener = Callable[[News], None]

REMEMBERED: Final = 10_000
"""Closed sessions that are told apart from those that never were."""


@dataclass(frozen=True)
class Caps:
    """What a server grants."""

    sessions: int = 1_024
    """Sessions at once."""
    idle: float = 900.0
    """Seconds without a request after which a session is closed."""
    body: int = 1_048_576
    """Bytes of a request's body."""
    body_seconds: float = 30.0
    """Seconds that a body may take to come."""


@dataclass
class Session:
    """One episode that a client holds."""

    id: str
    index: int
    """Of its row."""
    episode: Episode
    touched: float
    """When it was last used, on the clock of its `Sessions`."""
    listeners: list[Listener] = field(default_factory=list[Listener])

    def step(self, message: object) -> list[dict[str, Any]]:
        """`Episode.step`; tells the listeners."""
        follows = self.episode.step(message)
        self.tell("tools" if self.episode.tools_changed else "message")
        return follows

    def tell(self, news: News) -> None:
        """Tell every listener."""
        for listener in list(self.listeners):
            listener(news)


class Sessions:
    """Sessions by id.

    Args:
        source: the rows.
        caps: how many, and how long.
        clock: seconds, monotonic.
    """

    def __init__(
        self,
        source: EpisodeSource,
        caps: Caps | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.source = source
        self.caps = caps or Caps()
        self._clock = clock
        self._live: OrderedDict[str, Session] = OrderedDict()
        """By the time of last use: the first is the longest idle."""
        self._closed: OrderedDict[str, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._live)

    def index(self, row: str | int) -> int:
        """The index of a row; `ServeError` not_found."""
        try:
            return self.source.index(row)
        except OutputError as error:
            raise ServeError("not_found", str(error)) from error

    def pick(self, seed: int, split: str | None, skill: str | None) -> int:
        """The index of the row that a seed picks; `ServeError` not_found."""
        try:
            return self.source.pick(seed, split, skill)
        except OutputError as error:
            raise ServeError("not_found", str(error)) from error

    def open(self, row: str | int, name: str | None = None) -> Session:
        """A new session on a row, under `name` or an unguessable one.

        Raises:
            ServeError: not_found, too_many_sessions, broken_release, or gone for a used name.
        """
        self.sweep()
        if name in self._live or name in self._closed:
            raise ServeError("gone", "this session has expired or was closed")
        if len(self) >= self.caps.sessions:
            raise ServeError("too_many_sessions", f"all {self.caps.sessions} sessions are taken")
        index = self.index(row)
        try:
            episode = self.source.episode(index)
        except CallwrightError as error:
            raise ServeError("broken_release", str(error)) from error
        session = Session(name or secrets.token_urlsafe(16), index, episode, self._clock())
        self._live[session.id] = session
        return session

    def find(self, name: str) -> Session:
        """The session of a name, which counts as its use; `ServeError` not_found or gone."""
        self.sweep()
        session = self._live.get(name)
        if session is None:
            if name in self._closed:
                raise ServeError("gone", "this session has expired or was closed")
            raise ServeError("not_found", "there is no such session")
        session.touched = self._clock()
        self._live.move_to_end(name)
        return session

    @contextmanager
    def using(self, name: str) -> Iterator[Session]:
        """`find`; a session in which we broke down is closed, since its state is not known."""
        session = self.find(name)
        try:
            yield session
        except Exception:
            self.close(name)
            raise

    def close(self, name: str) -> None:
        """Close a session; nothing happens when there is none."""
        session = self._live.pop(name, None)
        if session is not None:
            session.tell("closed")
            self._closed[name] = None
            while len(self._closed) > REMEMBERED:
                self._closed.popitem(last=False)

    def sweep(self) -> None:
        """Close what has been idle for too long."""
        latest = self._clock() - self.caps.idle
        while self._live and next(iter(self._live.values())).touched < latest:
            self.close(next(iter(self._live)))
