"""A judge's reply, read strictly: the one JSON object that was asked for, or nothing."""

from pydantic import ValidationError

from callwright.generators.judging.findings import Answer
from callwright.schemas.canonical import load
from callwright.schemas.completions import Completion
from callwright.schemas.errors import RecordError

MOST_CHARACTERS = 20_000
"""Characters of a longer reply are no verdict."""


class Unread(Exception):
    """A reply that is no verdict; the text says why. Data, as far as a run is concerned."""


def read(reply: Completion) -> Answer:
    """The answer in a reply; nothing in it is mended or guessed.

    Raises:
        Unread: it was cut off, is no JSON object, has other keys, or another value than it may.
    """
    if reply.finish == "length":
        raise Unread("the reply was cut off")
    text = reply.text or ""
    if len(text) > MOST_CHARACTERS:
        raise Unread(f"the reply has {len(text)} characters")
    try:
        return Answer.model_validate(load(text), strict=True)
    except RecordError as error:
        raise Unread(str(error)[:200]) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the reply"
        raise Unread(f"{where}: {first['msg']}"[:200]) from error
