"""A reply's bytes judged: the message that it carries and what it took, or a failure."""

import re
from typing import Final, NamedTuple

import orjson

from callwright.generators.teachers.openai.failures import Failure, excerpt
from callwright.schemas.completions import FinishReason
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.record import Json

FINISHES: Final[dict[object, FinishReason]] = {
    "stop": "stop",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
}
DATED: Final = re.compile(r"[-@]\d{4}[-\d]*")
"""What providers add to the name of a model to say which release of it answered."""
MOST_TOKENS = 10**9
"""A count beyond this is no count."""


class Answer(NamedTuple):
    """What an endpoint answered."""

    message: dict[str, Json]
    finish: FinishReason
    prompt_tokens: int
    completion_tokens: int


def read_reply(body: bytes, model: str, also_named: tuple[str, ...]) -> Answer | Failure:
    """The first choice of a reply to a request for `model`."""
    try:
        reply = orjson.loads(body)
    except orjson.JSONDecodeError:
        return Failure("malformed", f"no JSON: {excerpt(body)}")
    if not is_object(reply):
        return Failure("malformed", f"no object: {excerpt(body)}")
    usage = reply.get("usage")
    told = usage if is_object(usage) else {}
    counts = _count(told, "prompt_tokens"), _count(told, "completion_tokens")
    choices = reply.get("choices")
    if reply.get("error") and not choices:
        return Failure("server_error", f"an error with status 200: {excerpt(body)}", counts=counts)
    named = reply.get("model")
    if named is not None and named != model and not _is_named(named, model, also_named):
        other = excerpt(str(named).encode("utf-8", "replace"))
        detail = f"asked for {model}, answered by {other}"
        return Failure("wrong_model", detail, counts=counts)
    if not is_array(choices):
        return Failure("malformed", f"no choices: {excerpt(body)}", counts=counts)
    if not choices:
        return Failure("empty", "no choice in the reply", counts=counts)
    message = choices[0].get("message") if is_object(choices[0]) else None
    if not is_object(message):
        return Failure("malformed", f"no message: {excerpt(body)}", counts=counts)
    finish = choices[0].get("finish_reason")
    known = FINISHES.get(finish, "unknown") if isinstance(finish, str) else "unknown"
    return Answer(message, known, *counts)


def _is_named(named: object, model: str, also_named: tuple[str, ...]) -> bool:
    if not isinstance(named, str):
        return False
    if named in also_named:
        return True
    return named.startswith(model) and DATED.fullmatch(named, len(model)) is not None


def _count(counts: dict[str, Json], key: str) -> int:
    told = counts.get(key)
    return told if type(told) is int and 0 <= told <= MOST_TOKENS else 0
