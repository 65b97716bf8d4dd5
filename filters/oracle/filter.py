"""The oracle as a filter: every leaf of every call has a source, and the source gives its value."""

from collections.abc import Iterator, Mapping

from callwright.domains.core.domain import Domain
from callwright.domains.core.lexicon import lexicon
from callwright.domains.core.tool import Tool
from callwright.filters.base import Fault, Filter, Funnel
from callwright.filters.oracle.context import Context, Unfounded
from callwright.filters.scene import Scene
from callwright.schemas.messages import ToolCall
from callwright.schemas.narrow import is_object
from callwright.schemas.provenance import ArgumentSource
from callwright.schemas.record import Json
from callwright.schemas.task import Trajectory
from callwright.schemas.values import UNREAD, kind_of


class OracleFilter(Filter):
    """Drops a row of which one argument cannot be recomputed from its visible context."""

    name = "oracle"

    def __init__(
        self, domains: Mapping[str, Domain], funnel: Funnel | None = None, language: str = "en"
    ) -> None:
        super().__init__(funnel)
        self._lexicon = lexicon(domains.values(), language)
        self._tools: dict[str, Tool] = {t.id: t for d in domains.values() for t in d.tools}

    def faults(self, trajectory: Trajectory, scene: Scene) -> Iterator[Fault]:
        """Arguments without a source, and sources that give another value."""
        messages = trajectory.messages
        try:
            context = Context.of(trajectory, self._lexicon, self._tools)
        except Unfounded as error:
            yield Fault("clock", str(error))
            return
        sourced: dict[tuple[int, int], set[str]] = {}
        for source in trajectory.provenance.arguments:
            sourced.setdefault((source.message, source.call), set()).add(source.path)
            yield from self._argument(source, context)
        for at, message in enumerate(messages):
            for number, call in enumerate(message.tool_calls):
                missing = _leaves(call) - _covered(call, sourced.get((at, number), set()))
                for path in sorted(missing):
                    yield Fault("no_source", f"message {at}, {call.name}{path}")

    def _argument(self, source: ArgumentSource, context: Context) -> Iterator[Fault]:
        call = context.messages[source.message].tool_calls[source.call]
        where = f"message {source.message}, {call.name}{source.path}"
        kind = kind_of(source.kind)
        wire = _at(call.arguments, source.path)
        value = kind.decode(wire, source.format, context.setting)
        if value is UNREAD:
            yield Fault("unreadable_argument", f"{where}: {wire!r} is no {kind.name}")
            return
        try:
            found = context.value(source.source, kind, source.message)
        except Unfounded as error:
            yield Fault(error.code, f"{where}: {error}")
            return
        if found is UNREAD or not kind.equal(found, value):
            yield Fault(
                "other_value", f"{where}: the call has {value!r}, the context gives {found!r}"
            )


def _leaves(call: ToolCall) -> set[str]:
    return set(_walk(call.arguments, ""))


def _walk(value: Json, at: str) -> Iterator[str]:
    if is_object(value) and value:
        for key, inner in value.items():
            yield from _walk(inner, f"{at}/{key}")
    elif at:
        yield at


def _covered(call: ToolCall, sources: set[str]) -> set[str]:
    return {leaf for leaf in _leaves(call) if any(f"{leaf}/".startswith(f"{s}/") for s in sources)}


def _at(data: Json, pointer: str) -> Json:
    for key in pointer.split("/")[1:]:
        data = data[key] if is_object(data) and key in data else None
    return data
