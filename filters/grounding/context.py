"""What the visible context supports: its facts, and the words that stand in it.

It grows message by message, so that an answer is held only to what stood above it.
"""

from collections.abc import Callable, Iterator
from typing import Any, cast

from callwright.filters.grounding.claims import Claim, facts
from callwright.filters.grounding.following import (
    DAY_PARTS,
    as_number,
    followed,
    moment_facts,
    whole_facts,
)
from callwright.filters.grounding.readers import Fact
from callwright.filters.grounding.vocabulary import ENTITY_ID
from callwright.filters.rollout import as_list, as_object
from callwright.schemas.canonical import load
from callwright.schemas.errors import RecordError
from callwright.schemas.record import Json
from callwright.schemas.values import Setting

MOST_COUNTED = 31
"""Items of a list that can be pointed at by number."""


class Context:
    """Facts and text that have been shown so far.

    What was shown is read for facts when a claim needs them, the last first: a claim is nearly
    always about what came just before it, and most of the rest need not be read.
    """

    def __init__(self, setting: Setting) -> None:
        self._today = setting.now.date()
        self._zone = str(setting.now.tzinfo)
        self._facts: set[Fact] = set()
        self._phones: list[str] = []
        self._text = ""
        self._unread: tuple[tuple[Callable[[Any], None], Any], ...] = ()
        """How to read what was shown, and what that is."""

    def add_text(self, text: str) -> None:
        """Show plain text."""
        self._show(text)
        self._unread += ((self._read_text, text),)

    def add_result(self, content: str) -> None:
        """Show the content of a tool message: JSON in any envelope, or plain text."""
        self._show(content.replace("\\n", " ").replace("\\", ""))
        self._unread += ((self._read_result, content),)

    def add_data(self, data: Json) -> None:
        """Show JSON data, such as the arguments of a call; the words must be shown besides."""
        self._unread += ((self._read_data, data),)

    def add_arguments(self, arguments: dict[str, Json]) -> None:
        """Show the arguments of a call."""
        self.add_data(arguments)
        self._show(" ".join(strings(arguments)))

    def add_fact(self, *fact: str | float) -> None:
        """Know one normalised fact, e.g. `"duration", 5400`."""
        self._facts.add(fact)

    def add_count(self, count: int) -> None:
        """Show so many things."""
        self._facts.add(("count", float(count)))

    def supports(self, claim: Claim) -> bool:
        """Whether one reading of a claim is known, or its very words stand in the context."""
        if self._knows(claim):
            return True
        # `the day after tomorrow` does not support `tomorrow`: days are only known as days.
        if claim.code not in ("date", "phone") and self.has_words(claim.text):
            return True
        while claim.readings and self._unread:
            self._read_last()
            if self._knows(claim):
                return True
        return False

    def has_words(self, words: str) -> bool:
        """Whether words stand in the context, not as a part of a longer word or number."""
        wanted = words.lower()
        start = self._text.find(wanted)
        while start >= 0:
            end = start + len(wanted)
            if _is_edge(self._text[max(0, start - 2) : start][::-1]) and _is_edge(
                self._text[end : end + 2]
            ):
                return True
            start = self._text.find(wanted, start + 1)
        return False

    def _show(self, text: str) -> None:
        lowered = text.lower()
        self._text += f"\n{lowered}"
        if "_" in lowered:  # a code is told as words
            self._text += "\n" + lowered.replace("_", " ")

    def _knows(self, claim: Claim) -> bool:
        """Whether what was read so far holds one reading of a claim."""
        if any(reading in self._facts for reading in claim.readings):
            return True
        if claim.code != "phone":
            return False
        digits = str(claim.readings[0][1]).lstrip("0")
        return any(known.endswith(digits) for known in self._phones)

    def _read_last(self) -> None:
        """Read the last that is unread. Only then it is left out: others may read at once."""
        *rest, (read, shown) = self._unread
        read(shown)
        self._unread = tuple(rest)

    def _read_text(self, text: str) -> None:
        for claim in facts(text, self._today):
            for fact in claim.readings:
                self._facts |= followed(fact, self._today)
                if fact[0] == "phone":
                    self._phones.append(str(fact[1]))

    def _read_result(self, content: str) -> None:
        data = parsed(content)
        if isinstance(data, str):
            self._read_text(data)
        else:
            self._read_data(data)

    def _read_data(self, data: Json) -> None:
        waiting: list[Json] = [data]
        while waiting:
            value = waiting.pop()
            if isinstance(value, str):
                self._read_string(value)
            elif isinstance(value, dict):
                inner = cast("dict[str, Json]", value)
                self._facts.update(whole_facts(inner))
                waiting += inner.values() if inner.keys() != DAY_PARTS else ()
            elif isinstance(value, list):
                items = cast("list[Json]", value)
                self.add_count(len(items))
                self._facts.update(("ordinal", n) for n in range(min(len(items), MOST_COUNTED) + 1))
                waiting += items
            elif (number := as_number(value)) is not None:
                self._facts.add(("number", number))

    def _read_string(self, text: str) -> None:
        moment = moment_facts(text, self._zone) if text[4:5] == "-" else None
        if moment is not None:
            self._facts |= moment
        elif any(map(str.isdigit, text)) and not ENTITY_ID.fullmatch(text):
            self._read_text(text)


def parsed(content: str) -> Json:
    """The data in a tool message, also inside a list of text parts; text when it is no JSON."""
    try:
        data = load(content)
    except RecordError:
        return content
    parts = as_list(as_object(data).get("content"))
    texts = [as_object(part).get("text") for part in parts]
    inner = [parsed(text) for text in texts if isinstance(text, str)]
    if not parts or len(inner) < len(parts):
        return data
    return inner[0] if len(inner) == 1 else inner


def strings(value: Json) -> Iterator[str]:
    """The leaves of JSON data as text, keys aside."""
    if isinstance(value, dict):
        for inner in cast("dict[str, Json]", value).values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in cast("list[Json]", value):
            yield from strings(inner)
    else:
        yield str(value)


def _is_edge(outside: str) -> bool:
    """Whether a word or number is over where `outside` begins (read away from it)."""
    if not outside:
        return True
    return not outside[0].isalnum() and not (outside[0] in ".,:/-" and outside[1:].isdigit())
