"""JSON as models write it when they slip: Python's words and quotes, one comma or brace amiss.

One pass over the text, with no step back; whatever it takes for more than JSON is noted. Values are
never completed: a text or a number that is cut stays broken.
"""

import re
from typing import Final

from callwright.schemas.calls.json_text import DEEPEST, check_value, read_json, skip_space
from callwright.schemas.calls.mending.quotes import PYTHON_ESCAPE, STRING, Quotes, decoded_string
from callwright.schemas.calls.reply import Notes, Unreadable
from callwright.schemas.record import Json

WORDS: Final[dict[str, Json]] = {"true": True, "false": False, "null": None}
PYTHON_WORDS: Final[dict[str, Json]] = {"True": True, "False": False, "None": None}
FINAL_FAULTS: Final = frozenset({"too_deep", "repeated_key", "not_finite", "not_text"})
"""Faults of strict JSON that no repair takes away."""
_WORD = re.compile(r"[A-Za-z_]++")
_CONTROL = re.compile(r"[\x00-\x1f]")


def read_loosely(
    text: str, start: int, notes: Notes, *, envelope: int, stops: tuple[str, ...] = ()
) -> tuple[Json, int]:
    """The value that begins at `start`, and the position after it; raises `Unreadable`.

    Args:
        text: the whole text.
        start: where the value begins.
        notes: takes up what was mended.
        envelope: levels around the arguments. At the end of the text only these may lack their
            closing brackets, since nothing tells whether the arguments were cut.
        stops: marks behind a value that the writer meant to be whole; in front of one, the
            arguments may lack one bracket as well.
    """
    try:
        return read_json(text, start)
    except Unreadable as error:
        if error.unread.fault in FINAL_FAULTS:
            raise
    reader = Reader(text, start, notes, _levels(text, start, envelope), stops)
    value = reader.value(0)
    if reader.missing and (reader.could_end_earlier or reader.inner > 1):
        raise Unreadable("broken_json", text[start : start + 80])
    if reader.missing:
        notes.add("missing_brace")
    check_value(value)
    return value, reader.at


def after_extra_braces(text: str, start: int, end: int, notes: Notes, envelope: int) -> int:
    """The position behind braces that close nothing, where the value from `start` ends at `end`."""
    if not text.startswith("}", end):
        return end
    reader = Reader(text, start, Notes(), _levels(text, start, envelope), ())
    reader.value(0)
    notes.steps += reader.notes.steps
    if reader.could_end_later:
        raise Unreadable("broken_json", text[end : end + 80])
    notes.add("extra_brace")
    while text.startswith("}", end):
        end = skip_space(text, end + 1)
    return end


def _levels(text: str, start: int, envelope: int) -> int:
    """The levels around the arguments; calls in a list have one more."""
    return envelope + 1 if envelope and text.startswith("[", start) else envelope


class Reader:
    """A walk over one value."""

    def __init__(
        self, text: str, at: int, notes: Notes, envelope: int, stops: tuple[str, ...]
    ) -> None:
        self.text = text
        self.at = at
        """The position that is read next."""
        self.notes = notes
        self.envelope = envelope
        self.stops = stops
        self.missing = 0
        """Brackets that the text lacks at its end."""
        self.inner = 0
        """Those of them that belong to the arguments."""
        self.could_end_earlier = False
        """Whether a bracket could stand before a comma instead, and so give other values."""
        self.could_end_later = False
        """Whether taking away a bracket before a comma would give other values."""

    def value(self, level: int, parent: str = "") -> Json:
        """The next value; `level` brackets are open, the innermost of them is `parent`."""
        if level >= DEEPEST:
            raise Unreadable("too_deep", f"more than {DEEPEST} levels")
        self.notes.steps += 1
        sign = self.text[self.at : self.at + 1]
        if sign == "{":
            return self._object(level + 1, parent)
        if sign == "[":
            return self._array(level + 1, parent)
        if sign in ('"', "'") and sign:
            return self.string()
        word = _WORD.match(self.text, self.at)
        if word is None:
            number, self.at = read_json(self.text, self.at)
            return number
        return self._word(word)

    def _word(self, found: re.Match[str]) -> Json:
        word = found.group()
        self.at = found.end()
        if word in WORDS:
            return WORDS[word]
        if word not in PYTHON_WORDS:
            raise Unreadable("broken_json", word)
        self.notes.add("python_words")
        return PYTHON_WORDS[word]

    def string(self) -> str:
        """The next string, in quotes of either kind."""
        quote = self.text[self.at]
        found = STRING[quote].match(self.text, self.at)
        if found is None:
            raise self._broken()
        self.at = found.end()
        if _CONTROL.search(found.group()):
            self.notes.add("control_character")
        if quote == "'":
            self.notes.add("single_quotes")
        elif PYTHON_ESCAPE.search(found.group()):
            self.notes.add("python_escapes")
        return decoded_string(found.group())

    def _object(self, level: int, parent: str) -> dict[str, Json]:
        found: dict[str, Json] = {}
        quotes = Quotes()
        more = self._opens("}")
        while more:
            key = self._key(quotes)
            if key in found:
                raise Unreadable("repeated_key", key)
            quotes.see(self.text, self.at)
            found[key] = self.value(level, "{")
            more = self._goes_on("}", level)
            if more and level > self.envelope:
                self.could_end_later |= isinstance(found[key], dict) and bool(found[key])
                self.could_end_earlier |= parent == "{" and level > self.envelope + 1
        quotes.check(self.text)
        return found

    def _array(self, level: int, parent: str) -> list[Json]:
        found: list[Json] = []
        quotes = Quotes()
        more = self._opens("]")
        while more:
            quotes.see(self.text, self.at)
            found.append(self.value(level, "["))
            more = self._goes_on("]", level)
            self.could_end_earlier |= more and parent == "["
        quotes.check(self.text)
        return found

    def _key(self, quotes: Quotes) -> str:
        if not self.text.startswith(('"', "'"), self.at):
            raise self._broken()
        quotes.see(self.text, self.at)
        key = self.string()
        self._skip()
        if not self.text.startswith(":", self.at):
            raise self._broken()
        self._step()
        return key

    def _opens(self, bracket: str) -> bool:
        """Step behind the bracket that opens; whether anything is inside."""
        self._step()
        return not self._took(bracket)

    def _goes_on(self, bracket: str, level: int) -> bool:
        """Step behind the comma or the bracket after an item; whether another item follows."""
        self._skip()
        if self.text.startswith(",", self.at):
            self._step()
            if not self._took(bracket):
                return True
            self.notes.add("trailing_comma")
            return False
        if self._took(bracket):
            return False
        if not self._may_end(level):
            raise self._broken()
        self.missing += 1
        self.inner += level > self.envelope
        return False

    def _may_end(self, level: int) -> bool:
        """Whether the text stops here, and may leave this level open."""
        if self.at >= len(self.text):
            return level <= self.envelope
        return bool(self.stops) and self.text.startswith(self.stops, self.at)

    def _took(self, bracket: str) -> bool:
        if not self.text.startswith(bracket, self.at):
            return False
        self.at += 1
        return True

    def _step(self) -> None:
        self.at += 1
        self._skip()

    def _skip(self) -> None:
        self.at = skip_space(self.text, self.at)

    def _broken(self) -> Unreadable:
        return Unreadable("broken_json", self.text[self.at : self.at + 80])
