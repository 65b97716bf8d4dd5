"""Text with marks: words are joined cleanly, and every value knows the range it stands in."""

from collections.abc import Hashable
from dataclasses import dataclass, field

FIRST_PERSON = frozenset({"I", "I'm", "I'd", "I'll", "I've"})
"""Words that keep their capital anywhere."""
_NO_SPACE_BEFORE = ",.?!;:)"


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked range of a text."""

    tag: Hashable
    start: int
    end: int


@dataclass
class Builder:
    """Collects pieces of text. White space at the seams is mended, marks keep their place."""

    text: str = ""
    marks: list[Mark] = field(default_factory=list[Mark])
    capital: bool = False
    """Whether the next letter of unmarked text is made a capital."""
    small: bool = False
    """Whether the next letter of unmarked text loses its capital: it follows a lead-in."""
    plain_case: str = ""
    """`lower`: unmarked text is lower-cased; `voice`: it also loses its commas."""

    def add(self, piece: str) -> None:
        """Append unmarked text."""
        if self.plain_case:
            piece = _lower(piece)
        if self.plain_case == "voice":
            piece = piece.replace(", ", " ").replace(": ", " ")
        self._append(piece)

    def mark(self, tag: Hashable, piece: str) -> None:
        """Append text that stands for `tag`. Its letters are never changed."""
        at = self._append(piece.strip(), verbatim=True)
        self.marks.append(Mark(tag, at, len(self.text)))

    def open(self) -> int:
        """A place from which `close` marks a range with other marks inside."""
        return len(self.text)

    def close(self, tag: Hashable, opened: int) -> None:
        """Mark everything appended since `opened`, outer white space left out."""
        inner = self.text[opened:]
        start = opened + len(inner) - len(inner.lstrip())
        self.marks.append(Mark(tag, start, len(self.text.rstrip())))

    def _append(self, piece: str, verbatim: bool = False) -> int:
        if not verbatim:
            piece = " ".join(piece.split(" ")) if "  " in piece else piece
        if piece and (not self.text or self.text[-1].isspace()):
            piece = piece.lstrip() if not verbatim else piece
        if piece.strip() and piece.lstrip()[0] in _NO_SPACE_BEFORE and not verbatim:
            self.text = self.text.rstrip(" ")
            piece = piece.lstrip()
        if self.capital and piece.strip():
            self.capital = False
            piece = piece if verbatim else _capital(piece)
        if self.small and piece.strip():
            self.small = False
            piece = piece if verbatim else _small(piece)
        at = len(self.text)
        self.text += piece
        return at

    def finish(self) -> "Marked":
        """The finished text; trailing white space is cut."""
        return Marked(self.text.rstrip(), tuple(self.marks))


@dataclass(frozen=True, slots=True)
class Marked:
    """A finished text and its marks."""

    text: str
    marks: tuple[Mark, ...] = ()

    def range(self, tag: Hashable) -> Mark | None:
        """The first mark with `tag`, or None."""
        return next((m for m in self.marks if m.tag == tag), None)


def _capital(piece: str) -> str:
    bare = piece.lstrip()
    lead = piece[: len(piece) - len(bare)]
    return lead + bare[0].upper() + bare[1:]


def _small(piece: str) -> str:
    bare = piece.lstrip()
    if bare.split(" ")[0] in FIRST_PERSON:
        return piece
    return piece[: len(piece) - len(bare)] + bare[0].lower() + bare[1:]


def _lower(piece: str) -> str:
    return " ".join(w if w in FIRST_PERSON else w.lower() for w in piece.split(" "))
