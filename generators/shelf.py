"""What the workers of one run need alike and make once: the first puts it up, the others take it.

Everything on a shelf follows from the settings and the domains alone, so it never matters who made
it, or whether there is a shelf at all.
"""

from typing import Any, Protocol

Json = Any


class Shelf(Protocol):
    """Named JSON data, seen by all workers of a run."""

    def get(self, name: str) -> Json | None:
        """What stands there under that name; None when nothing does."""
        ...

    def put(self, name: str, data: Json) -> None:
        """Put it there; what stands there already is the same."""
        ...


class Empty:
    """The shelf of a worker that is alone."""

    def get(self, name: str) -> Json | None:
        """Nothing."""
        return None

    def put(self, name: str, data: Json) -> None:
        """Nobody would take it."""
