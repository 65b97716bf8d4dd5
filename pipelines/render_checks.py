"""Provenance and checks in words, for `render`."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from callwright.schemas.checks import Change, Checks, ExpectedCall, TurnCheck
from callwright.schemas.messages import Message
from callwright.schemas.provenance import Source, Span

Json = Any


def origin(source: Source, messages: Sequence[Message]) -> str:
    """Where a value comes from: the quoted words, or the place in an earlier result."""
    if source.origin == "computed":
        inputs = ", ".join(origin(part, messages) for part in source.inputs)
        return f"{source.op} of {inputs}"
    if source.origin == "result":
        return _from_result(source, messages)
    return quoted(source.span, messages)


def _from_result(source: Source, messages: Sequence[Message]) -> str:
    text = f"message {source.message} {source.pointer or '/'}"
    reference = source.reference
    if reference is not None:
        by = f"{reference.op} {reference.field}".strip()
        text += f", {by} {reference.entity}: {quoted(reference.span, messages)}"
    if source.field_span is not None:
        text += f", field: {quoted(source.field_span, messages)}"
    return text


def quoted(span: Span | None, messages: Sequence[Message]) -> str:
    """The words of a span, in quotes, with the role and number of their message."""
    if span is None:
        return "nothing"
    message = messages[span.message]
    words = (message.content or "")[span.start : span.end]
    return f'{message.role} {span.message} "{words}"'


def check_lines(checks: Checks) -> Iterator[Text]:
    """What each turn must bring, and what must have changed in the end."""
    for number, turn in enumerate(checks.turns, 1):
        for line in _turn(turn):
            yield Text(f"turn {number}: {line}")
    for change in checks.state:
        yield Text(f"state: {_change(change)}")
    if not checks.state:
        yield Text("state: nothing changes")


def _turn(turn: TurnCheck) -> Iterator[str]:
    for call in turn.calls:
        yield _call(call)
    for plan in turn.others:
        yield "or " + " and ".join(map(_call, plan))
    if not turn.calls:
        yield "no call"
    if turn.told:
        yield f"the answer tells call {', '.join(str(i + 1) for i in turn.told)} in its own right"
    for fact in turn.facts:
        place = f" at {fact.path}" if fact.path else ""
        yield "the answer says " + " or ".join(_json(v.value) for v in fact.any_of) + place
    if turn.asks:
        yield f"the answer asks, with one of: {', '.join(turn.asks)}"
    if turn.declines:
        yield f"the answer declines, with one of: {', '.join(turn.declines)}"
    for rule in turn.form:
        yield f"the answer's form: {rule.type}{_json(rule.args) if rule.args else ''}"


def _call(call: ExpectedCall) -> str:
    after = f", after call {', '.join(str(i + 1) for i in call.after)}" if call.after else ""
    writes = f"fails: {call.fails}" if call.fails else "writes" if call.mutates else "reads"
    return f"{call.name}{_json(call.arguments)} = {call.tool} ({writes}{after})"


def _change(change: Change) -> str:
    return (
        f"{change.op} {change.table} {change.key} {_json(change.values) if change.values else ''}"
    )


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
