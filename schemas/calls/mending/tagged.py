"""Replies with `<tool_call>` blocks, of JSON or of parameters, that are not quite in order."""

import re

from callwright.schemas.calls.json_text import skip_space
from callwright.schemas.calls.marks import (
    CALL_CLOSE,
    CALL_OPEN,
    FENCES,
    FUNCTION,
    or_none,
)
from callwright.schemas.calls.mending.arguments import mended_calls
from callwright.schemas.calls.mending.bare_json import behind, whole_call
from callwright.schemas.calls.mending.loose_json import after_extra_braces, read_loosely
from callwright.schemas.calls.mending.parameter_blocks import mend_function
from callwright.schemas.calls.reply import Notes, ReadCall, Reply, Tools, Unreadable

_BEGIN = re.compile(f"{CALL_OPEN}|{FUNCTION}")
STOPS = (CALL_CLOSE, "```")


def mend_json_blocks(text: str, tools: Tools, notes: Notes) -> Reply:
    """Blocks that should hold JSON."""
    return _Blocks(text, tools, notes, FUNCTION).reply()


def mend_parameter_blocks(text: str, tools: Tools, notes: Notes) -> Reply:
    """Blocks that should hold a function with its parameters."""
    return _Blocks(text, tools, notes, "{").reply()


class _Blocks:
    """A walk over the blocks of one reply."""

    def __init__(self, text: str, tools: Tools, notes: Notes, other: str) -> None:
        self.text = text
        self.tools = tools
        self.notes = notes
        self.other = other
        """How a block of the other format begins."""
        self.calls: list[ReadCall] = []
        self.texts: list[str] = []

    def reply(self) -> Reply:
        """Calls and the texts around them, or a text that holds none; raises `Unreadable`."""
        at = self._next(0)
        before = self.text[:at]
        if CALL_CLOSE in before:
            at = self._without_open(at)
        elif at == len(self.text):
            calls = whole_call(self.text, self.tools, self.notes)
            return Reply(None, None if calls else or_none(self.text), calls)
        else:
            self.texts.append(before.strip())
        while at < len(self.text):
            at = skip_space(self.text, self._block(at))
        return Reply(None, or_none("\n\n".join(filter(None, self.texts))), tuple(self.calls))

    def _next(self, at: int) -> int:
        """Where the next block begins, or the end of the text."""
        found = _BEGIN.search(self.text, at)
        return found.start() if found else len(self.text)

    def _without_open(self, first: int) -> int:
        """Read a call whose opening tag is missing; it is the only one."""
        at = self.text.find("{")
        if first < len(self.text) or at < 0 or self.text.count(CALL_CLOSE) > 1:
            raise Unreadable("broken_block", self.text[:80])
        self.texts.append(self.text[:at].strip())
        self.notes.add("missing_tags")
        end = self._json(at)
        if not self.text.startswith(CALL_CLOSE, end):
            raise Unreadable("broken_block", self.text[:80])
        return skip_space(self.text, end + len(CALL_CLOSE))

    def _block(self, at: int) -> int:
        """Read a block, or the text up to the next one; the position behind it."""
        self.notes.steps += 1
        if self.text.startswith(CALL_OPEN, at):
            return self._closed(self._body(skip_space(self.text, at + len(CALL_OPEN))))
        if self.text.startswith(FUNCTION, at):
            self.notes.add("missing_tags")
            end = skip_space(self.text, self._body(at))
            return end + len(CALL_CLOSE) if self.text.startswith(CALL_CLOSE, end) else end
        return self._between(at)

    def _between(self, at: int) -> int:
        end = self._next(at)
        if CALL_CLOSE in self.text[at:end]:
            raise Unreadable("broken_block", self.text[at : at + 80])
        self.texts.append(behind(self.text[at:end], self.tools, self.notes) or "")
        return end

    def _closed(self, end: int) -> int:
        end = skip_space(self.text, end)
        if self.text.startswith(CALL_CLOSE, end):
            return end + len(CALL_CLOSE)
        if end < len(self.text) and not self.text.startswith(CALL_OPEN, end):
            raise Unreadable("unclosed_call", self.text[end : end + 80])
        self.notes.add("unclosed_call")
        # Small models close a block with the tag that opens one.
        behind_open = skip_space(self.text, end + len(CALL_OPEN))
        return max(end, behind_open) if behind_open >= len(self.text) else end

    def _body(self, at: int) -> int:
        if self.text.startswith(self.other, at):
            self.notes.add("other_format")
        if self.text.startswith(FUNCTION, at):
            call, end = mend_function(self.text, at, self.tools, self.notes)
            self.calls.append(call)
            return end
        return self._json(at)

    def _json(self, at: int) -> int:
        """Read the JSON of one block, perhaps in a fence."""
        fence = next((fence for fence in FENCES if self.text.startswith(fence, at)), "")
        start = skip_space(self.text, at + len(fence))
        if not self.text.startswith(("{", "["), start):
            raise Unreadable("not_a_call", self.text[start : start + 80])
        value, end = read_loosely(self.text, start, self.notes, envelope=1, stops=STOPS)
        end = skip_space(self.text, end)
        end = after_extra_braces(self.text, start, end, self.notes, 1)
        if fence:
            end = self._after_fence(end)
        calls = mended_calls(value, self.tools, self.notes, "arguments")
        if isinstance(value, list):
            self.notes.add("list_in_call")
        self.calls += calls
        return skip_space(self.text, end)

    def _after_fence(self, end: int) -> int:
        if not self.text.startswith("```", end):
            raise Unreadable("broken_block", self.text[end : end + 80])
        self.notes.add("fenced_json")
        return end + 3
