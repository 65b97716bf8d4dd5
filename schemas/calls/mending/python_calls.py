"""Calls written as Python: `f(a=1, b=["x"])`, with literals for values and nothing else.

An own reader of that subset: names are only compared, and no expression is ever evaluated.
"""

import re

from callwright.schemas.calls.json_text import check_value, skip_space
from callwright.schemas.calls.mending.loose_json import Reader
from callwright.schemas.calls.reply import Notes, ReadCall, Unreadable
from callwright.schemas.record import Json

HEAD = re.compile(r"([^\W\d][\w.-]{0,255}+)[ \t]*+\(")
KEY = re.compile(r"([^\W\d]\w{0,255}+)[ \t]*+=(?!=)")


def read_python_calls(text: str, at: int) -> tuple[tuple[ReadCall, ...], int]:
    """The calls of the list that begins at `at`, and the position behind it; may raise."""
    calls: list[ReadCall] = []
    at = skip_space(text, at + 1)
    while not text.startswith("]", at):
        call, at = _call(text, at)
        calls.append(call)
        at = _next(text, at, "]")
    return tuple(calls), at + 1


def _call(text: str, at: int) -> tuple[ReadCall, int]:
    head = HEAD.match(text, at)
    if head is None:
        raise Unreadable("broken_block", text[at : at + 80])
    arguments: dict[str, Json] = {}
    at = skip_space(text, head.end())
    while not text.startswith(")", at):
        key, at = _key(text, at)
        if key in arguments:
            raise Unreadable("repeated_key", key)
        arguments[key], at = _value(text, at)
        at = _next(text, at, ")")
    return ReadCall(head.group(1), arguments), at + 1


def _key(text: str, at: int) -> tuple[str, int]:
    found = KEY.match(text, at)
    if found is None:
        raise Unreadable("broken_block", text[at : at + 80])
    return found.group(1), skip_space(text, found.end())


def _value(text: str, at: int) -> tuple[Json, int]:
    reader = Reader(text, at, Notes(), 0, ())
    value = reader.value(0)
    if reader.missing:
        raise Unreadable("unclosed_call", text[at : at + 80])
    check_value(value)
    return value, reader.at


def _next(text: str, at: int, bracket: str) -> int:
    """Behind a comma, or on the bracket that closes."""
    at = skip_space(text, at)
    if text.startswith(",", at):
        return skip_space(text, at + 1)
    if not text.startswith(bracket, at):
        raise Unreadable("unclosed_call" if at == len(text) else "broken_block", text[at : at + 80])
    return at
