"""What a checker is, and the words in which it says why a rule is broken."""

from collections.abc import Mapping
from typing import Any, Protocol

Json = Any
Args = Mapping[str, Json]


class Checker(Protocol):
    """Judges one type of rule; `__name__` is the type."""

    __name__: str

    def __call__(self, text: str, args: Args) -> str:
        """Why `text` breaks the rule; empty when it keeps it."""
        ...


def at_most(count: int, args: Args, what: str) -> str:
    """Broken where there are more than `args["count"]`."""
    return f"{count} {what}, not at most {args['count']}" if count > args["count"] else ""


def at_least(count: int, args: Args, what: str) -> str:
    """Broken where there are fewer than `args["count"]`."""
    return f"{count} {what}, not at least {args['count']}" if count < args["count"] else ""


def exactly(count: int, args: Args, what: str) -> str:
    """Broken where there are not just `args["count"]`."""
    return f"{count} {what}, not {args['count']}" if count != args["count"] else ""


def none_of(found: str, what: str) -> str:
    """Broken where something was found."""
    return f"{what} {found!r} stands in it" if found else ""
