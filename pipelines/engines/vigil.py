"""Says that a cluster has no worker left: ray waits for one without a word, and so would a run.

Nothing is ended here: a node that joins later takes the work up, and whoever reads decides.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import Final

FIRST: Final = 30.0
"""Seconds without a worker before that is said; again after twice the time, and so on."""
PERIOD: Final = 5.0
"""Seconds between two looks."""


class Absence:
    """How long no worker has been there, and what is to be said of it.

    Args:
        first: seconds before it is said for the first time.
    """

    def __init__(self, first: float) -> None:
        self._first = first
        self._since: float | None = None
        self._next = first

    def look(self, there: bool, now: float) -> str:
        """The line that is due, or nothing.

        Args:
            there: whether a worker is there.
            now: seconds of a clock that never goes back.
        """
        if there:
            return self._back(now)
        if self._since is None:
            self._since = now
        gone = now - self._since
        if gone < self._next:
            return ""
        self._next = 2 * gone
        return (
            f"no worker of the ray cluster has been alive for {gone:.0f} s, and the run waits for "
            "one: start a node with `ray start --address=...`, and it goes on; or stop it, and the "
            "same command goes on later where it stopped"
        )

    def _back(self, now: float) -> str:
        since, told = self._since, self._next > self._first
        self._since, self._next = None, self._first
        if since is None or not told:
            return ""
        return f"a worker is there again after {now - since:.0f} s: the run goes on"


@contextmanager
def watching(there: Callable[[], bool], say: Callable[[str], None]) -> Iterator[None]:
    """Look now and then whether a worker is there, in a thread, until the context ends.

    Args:
        there: whether one is; called in the thread.
        say: takes a line; called in the thread.
    """
    done, absence = Event(), Absence(FIRST)

    def look() -> None:
        while not done.wait(PERIOD):
            line = absence.look(there(), monotonic())
            if line:
                say(line)

    thread = Thread(target=look, name="vigil", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
