"""What stands in the context, and values read from it: words, results, references."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callwright.domains.core import output as shapes
from callwright.domains.core.lexicon import Lexicon
from callwright.domains.core.result_text import read_result
from callwright.domains.core.table import Output
from callwright.domains.core.tool import Tool
from callwright.filters.oracle.referring import item_of
from callwright.schemas.messages import Message
from callwright.schemas.narrow import is_array, is_object
from callwright.schemas.provenance import Reference, Source, Span
from callwright.schemas.record import Json
from callwright.schemas.task import Trajectory
from callwright.schemas.values import UNREAD, Kind, Setting, read_stamp
from callwright.schemas.values.stamps import iso_stamp

_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,9})?", re.ASCII)


class Unfounded(Exception):
    """A source that does not give a value; `code` is the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Context:
    """A conversation as the model sees it, with the language it is in."""

    messages: tuple[Message, ...]
    tools: Mapping[str, Tool]
    """Visible name -> tool, for the types of results."""
    lexicon: Lexicon
    setting: Setting

    @classmethod
    def of(cls, trajectory: Trajectory, lexicon: Lexicon, tools: Mapping[str, Tool]) -> "Context":
        """The context of a row; its clock is read from the system prompt."""
        clock = _words(trajectory.messages, trajectory.provenance.clock, len(trajectory.messages))
        try:
            now = read_stamp(clock)
        except ValueError as error:
            raise Unfounded("clock", f"no clock can be read from {clock!r}") from error
        if trajectory.task.checks.now not in ("", iso_stamp(now)):
            raise Unfounded("clock", f"the prompt says {clock!r}, the checks another clock")
        setting = Setting(now=now, language=trajectory.task.language, words=lexicon.words)
        visible = {n: tools[u.tool] for n, u in trajectory.task.views.items() if u.tool in tools}
        return cls(trajectory.messages, visible, lexicon, setting)

    def value(self, source: Source, kind: Kind, before: int) -> Json:
        """The value of a source, found in the messages before number `before`."""
        if source.origin == "span" and source.span:
            return kind.read(_words(self.messages, source.span, before), self.setting)
        if source.origin == "result" and source.message is not None and source.reference:
            return self._result(source, source.message, source.reference, kind, before)
        raise Unfounded("bad_source", f"source of origin {source.origin} lacks its place")

    def _result(
        self, source: Source, message: int, ref: Reference, kind: Kind, before: int
    ) -> Json:
        if not 0 < message < before or self.messages[message].role != "tool":
            raise Unfounded("bad_source", f"message {message} is no earlier result")
        words = _words(self.messages, ref.span, before)
        data = read_result(self.messages[message].content or "")
        self._check_item(source, message, ref, data, words)
        if source.field_span:
            self._check_field(source, ref, _words(self.messages, source.field_span, before))
        leaf = pointer(data, source.pointer)
        for wire in (leaf, _cell(leaf)):
            value = kind.decode(wire, source.format, self.setting)
            if value is not UNREAD:
                return value
        return kind.read(str(leaf), self.setting)

    def _check_item(
        self, source: Source, message: int, ref: Reference, data: Json, words: str
    ) -> None:
        """The words single out the item that the pointer names, over the items shown."""
        if ref.op == "made":
            self._check_made(message, ref, source, words)
            return
        if ref.op == "own":
            self._check_own(message, ref, words)
            return
        items = pointer(data, ref.items)
        if not is_array(items):
            raise Unfounded("bad_reference", f"{ref.items or '(root)'} of the result is no list")
        row = self._row(message)
        phrases = self.lexicon.entities[ref.entity]
        index = item_of(ref, words, items, row, phrases, self.setting)
        if index is None or not source.pointer.startswith(f"{ref.items}/{index}/"):
            raise Unfounded(
                "other_item", f"{words!r} gives item {index}, the call took {source.pointer}"
            )

    def _check_made(self, message: int, ref: Reference, source: Source, words: str) -> None:
        phrases = self.lexicon.entities[ref.entity]
        known = [*phrases.it, *(w for ws in phrases.fields.values() for w in ws)]
        if words.casefold() not in {w.casefold() for w in known}:
            raise Unfounded("bad_reference", f"{words!r} is no word for the {ref.entity} just made")
        tool = self.tools.get(self.messages[message].name or "")
        if tool is None or shapes.entity(tool.output) != ref.entity:
            raise Unfounded("bad_reference", f"message {message} made no {ref.entity}")

    def _check_own(self, message: int, ref: Reference, words: str) -> None:
        tool = self.tools.get(self.messages[message].name or "")
        known = self.lexicon.tool(tool).own if tool and tool.id == ref.entity else ()
        if words.casefold() not in {w.casefold() for w in known}:
            raise Unfounded("bad_reference", f"message {message} does not tell {words!r}")

    def _check_field(self, source: Source, ref: Reference, words: str) -> None:
        known: Sequence[str]
        if ref.op == "own":
            domain, _, tool = ref.entity.partition(".")
            known = self.lexicon.packs[domain].tools[tool].habits[source.field].what
        else:
            known = self.lexicon.entities[ref.entity].fields.get(source.field, ())
        if words.casefold() not in {w.casefold() for w in known}:
            raise Unfounded("bad_reference", f"{words!r} does not mean {source.field}")

    def _row(self, message: int) -> type[Output]:
        tool = self.tools.get(self.messages[message].name or "")
        rows = list(shapes.lists(tool.output).values()) if tool else []
        if not rows:
            raise Unfounded("bad_reference", f"message {message} shows no list")
        return rows[0]


def _cell(leaf: Json) -> Json:
    """A number out of a cell of a table, which is text whatever it holds."""
    if not isinstance(leaf, str) or not _NUMBER.fullmatch(leaf):
        return leaf
    return float(leaf) if "." in leaf else int(leaf)


def pointer(data: Json, path: str) -> Json:
    """The value at a JSON pointer; `Unfounded` when it is not there."""
    here: Any = data
    for key in path.split("/")[1:]:
        if is_object(here) and key in here:
            here = here[key]
        elif is_array(here) and key.isdigit() and int(key) < len(here):
            here = here[int(key)]
        else:
            raise Unfounded("no_such_place", f"the result has no {path}")
    return here


def _words(messages: tuple[Message, ...], span: Span, before: int) -> str:
    if not 0 <= span.message < before or messages[span.message].role not in {"system", "user"}:
        raise Unfounded("bad_source", f"message {span.message} is no earlier prompt or user turn")
    text = (messages[span.message].content or "")[span.start : span.end]
    if not text:
        raise Unfounded("bad_source", f"characters {span.start} to {span.end} are empty")
    return text
