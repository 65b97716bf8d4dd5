"""Finds again where the arguments of a rollout's calls come from, in the rollout's own messages.

Where a call is one that the task expects, its sources are those of the reference, carried over to
the places where the same words and results stand now. Any other value is looked for in the words
of the user and of the prompt. A source counts only if it gives the value; a value without one is a
reason to drop the row.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from callwright.domains.core.view import View
from callwright.filters.match import match
from callwright.filters.oracle.context import Context, Unfounded
from callwright.filters.rollout import read_turns
from callwright.filters.scene import Scene
from callwright.schemas.forms.document import NO_DOCUMENT, at_pointer
from callwright.schemas.messages import Message, ToolCall
from callwright.schemas.provenance import ArgumentSource, Reference, Source, Span
from callwright.schemas.task import Trajectory
from callwright.schemas.values import UNREAD, Kind, kind_of

Json = Any
Place = tuple[int, int]
"""Message and call of a call."""


class NoSource(Exception):
    """An argument that nothing in the visible context gives; the text says which."""


def right_calls(
    reference: Trajectory, messages: tuple[Message, ...], scene: Scene
) -> dict[Place, Place]:
    """Calls of `messages` that the task expects -> the same call of the reference."""
    checks = reference.task.checks
    theirs = _places_by_turn(reference.messages)
    ours = _places_by_turn(messages)
    found: dict[Place, Place] = {}
    for check, turn, mine, wanted in zip(
        checks.turns, read_turns(messages), ours, theirs, strict=False
    ):
        matched = match(turn.acts, check.calls, scene.setting, checks.readers, checks.look_ups)
        for place, one in zip(wanted, matched.matches, strict=True):
            if one.act is not None and one.parts.right:
                found[mine[one.act]] = place
    return found


def _places_by_turn(messages: tuple[Message, ...]) -> list[list[Place]]:
    turns: list[list[Place]] = []
    for at, message in enumerate(messages):
        if message.role == "user":
            turns.append([])
        elif turns:
            turns[-1] += [(at, number) for number in range(len(message.tool_calls))]
    return turns


class Sources:
    """The search for the sources of one rollout.

    Args:
        reference: the task's own conversation, with its provenance.
        messages: the rollout's.
        expected: as `right_calls` gives it.
        context: of the rollout's messages.
        views: visible tool name -> view.
    """

    def __init__(
        self,
        reference: Trajectory,
        messages: tuple[Message, ...],
        expected: Mapping[Place, Place],
        context: Context,
        views: Mapping[str, View],
    ) -> None:
        self._reference, self._messages = reference, messages
        self._expected, self._context, self._views = expected, context, views
        self._moved = _moved(reference.messages, messages, expected)

    def all(self) -> Iterator[ArgumentSource]:
        """The source of every argument, call by call; `NoSource` for one that has none."""
        for at, message in enumerate(self._messages):
            for number, call in enumerate(message.tool_calls):
                yield from self._call(call, (at, number))

    def _call(self, call: ToolCall, place: Place) -> Iterator[ArgumentSource]:
        view = self._views.get(call.name)
        tool = self._context.tools.get(call.name)
        if view is None or tool is None:
            raise NoSource(f"message {place[0]}: there is no tool {call.name}")
        for parameter in tool.params:
            param = view.params[parameter.name]
            path = "".join(f"/{key}" for key in param.path)
            wire = at_pointer(call.arguments, path)
            if wire is NO_DOCUMENT:
                continue
            kind = parameter.kind
            value = kind.decode(wire, param.format, self._context.setting)
            source = self._source(place, path, kind, value)
            if value is UNREAD or source is None:
                raise NoSource(f"message {place[0]}, {call.name}{path}: {wire!r}")
            yield ArgumentSource(
                message=place[0],
                call=place[1],
                path=path,
                kind=kind.spec(),
                format=param.format,
                source=source,
            )

    def _source(self, place: Place, path: str, kind: Kind, value: Json) -> Source | None:
        before = place[0]
        for source in self._candidates(place, path, kind, value):
            try:
                found = self._context.value(source, kind, before)
            except Unfounded:
                continue
            if found is not UNREAD and kind.equal(found, value):
                return source
        return None

    def _candidates(self, place: Place, path: str, kind: Kind, value: Json) -> Iterator[Source]:
        same = self._expected.get(place)
        known = self._reference.provenance.arguments
        own = [a for a in known if (a.message, a.call) == same and a.path == path]
        others = [a for a in known if a not in own and a.kind == kind.spec()]
        for argument in (*own, *(a for a in others if self._has(a, kind, value))):
            moved = self._carried(argument.source)
            if moved is not None:
                yield moved
        yield from self._spans(kind, value, place[0])

    def _has(self, argument: ArgumentSource, kind: Kind, value: Json) -> bool:
        call = self._reference.messages[argument.message].tool_calls[argument.call]
        wire = at_pointer(call.arguments, argument.path)
        given = kind_of(argument.kind).decode(wire, argument.format, self._context.setting)
        return given is not UNREAD and kind.equal(given, value)

    # -- words -----------------------------------------------------------------------------
    def _spans(self, kind: Kind, value: Json, before: int) -> Iterator[Source]:
        """Every place before the call where a user or the prompt says the value."""
        said = [s.text for s in kind.surfaces(value, self._context.setting)]
        for at, message in enumerate(self._messages[:before]):
            if message.role in ("user", "system"):
                for words in sorted(said, key=len, reverse=True):
                    for start in _starts(message.content or "", words):
                        span = Span(message=at, start=start, end=start + len(words))
                        yield Source(origin="span", span=span)

    # -- carrying over ---------------------------------------------------------------------
    def _carried(self, source: Source) -> Source | None:
        """A source of the reference at its place in the rollout; None where it has none there."""
        span, field_span = self._span(source.span), self._span(source.field_span)
        reference = self._words(source.reference)
        message = None if source.message is None else self._moved.get(source.message)
        lost = (
            (source.span is not None and span is None)
            or (source.field_span is not None and field_span is None)
            or (source.reference is not None and reference is None)
            or (source.message is not None and message is None)
        )
        if lost:
            return None
        changes = {"span": span, "field_span": field_span, "reference": reference}
        return source.model_copy(update={**changes, "message": message})

    def _words(self, reference: Reference | None) -> Reference | None:
        span = self._span(reference.span) if reference is not None else None
        if reference is None or span is None:
            return None
        return reference.model_copy(update={"span": span})

    def _span(self, span: Span | None) -> Span | None:
        at = self._moved.get(span.message) if span is not None else None
        if span is None or at is None:
            return None
        theirs = self._reference.messages[span.message].content or ""
        ours = self._messages[at].content or ""
        if ours == theirs:
            return span.model_copy(update={"message": at})
        words = theirs[span.start : span.end]
        start = next(_starts(ours, words), None)
        return None if start is None else Span(message=at, start=start, end=start + len(words))


def _starts(text: str, words: str) -> Iterator[int]:
    """Where words stand in a text, in any case, and not inside a longer word."""
    lowered, wanted = text.lower(), words.lower()
    if len(lowered) != len(text) or not wanted:
        return  # a letter whose lower case is longer: offsets would not be the text's
    start = lowered.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        inside = lowered[start - 1 : start].isalnum() or lowered[end : end + 1].isalnum()
        if not inside:
            yield start
        start = lowered.find(wanted, start + 1)


def _moved(
    theirs: tuple[Message, ...], ours: tuple[Message, ...], expected: Mapping[Place, Place]
) -> dict[int, int]:
    """Message of the reference -> the same prompt, user turn or result of the rollout."""
    found: dict[int, int] = {}
    for role in ("system", "user"):
        pairs = zip(_of(theirs, role), _of(ours, role), strict=False)
        found |= dict(pairs)
    for mine, other in expected.items():
        found[_result(other)] = _result(mine)
    return found


def _of(messages: tuple[Message, ...], role: str) -> list[int]:
    return [at for at, message in enumerate(messages) if message.role == role]


def _result(place: Place) -> int:
    """The tool message that answers a call: results follow their message in the order of calls."""
    return place[0] + 1 + place[1]
