"""Text that people make up: titles, free text, web addresses and file paths."""

import re
from functools import lru_cache
from random import Random
from typing import Final

from callwright.schemas.values.base import UNREAD, Json, Kind, Setting, Surface
from callwright.schemas.values.shared import (
    distinct,
    is_line,
    line_schema,
    squeeze,
    unique,
    unquote,
)
from callwright.schemas.values.tables import table

_ENDS: Final = " \"'“”‘’.!?;:,\n\t"
_URL_PATTERN: Final = (
    "^https://([a-z0-9-]+[.])*example[.](com|org|net)(/[A-Za-z0-9._~-]+)*/?([?][A-Za-z0-9=&._-]+)?$"
)
_URL: Final = re.compile(_URL_PATTERN)
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_JOINING: Final = frozenset({"a", "an", "the", "of", "for", "with", "at", "in", "on", "to"})
_LEADING: Final = frozenset({"flight", "train", "trip", "travel", "drive", "journey", "way"})
"""Words before a `to` that name no starting point: `Flight to Lisbon` is `Lisbon flight`."""
_PATH_PATTERN: Final = "^/?[A-Za-z0-9._~-][A-Za-z0-9 ._~-]*(/[A-Za-z0-9._~-][A-Za-z0-9 ._~-]*)*$"
_PATH: Final = re.compile(_PATH_PATTERN)


class _Wording(Kind):
    """What titles and free texts share: said as they stand or in quotes, equal when loosely so."""

    ends: str

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        said = [Surface(value), Surface(f"“{value}”"), Surface(f"'{value}'"), Surface(f'"{value}"')]
        return unique(s for s in said if self.equal(self.read(s.text, setting), value))

    def read(self, text: str, setting: Setting) -> Json:
        for candidate in (unquote(text.strip()).strip(), text.strip(), text):
            if self.check(candidate):
                return candidate
        return UNREAD

    def equal(self, a: Json, b: Json) -> bool:
        if not (isinstance(a, str) and isinstance(b, str)):
            return False
        return a == b or (self._core(a) == self._core(b) != "")

    def _core(self, text: str) -> str:
        return squeeze(text).strip(self.ends)

    def _others(self, value: str, pool: str) -> list[Json]:
        texts: list[str] = table("texts")[pool]
        start = len(value) % len(texts)
        words = value.split()
        shortened = [" ".join(words[:-1]), " ".join(words[1:])]
        return distinct(self, value, [*texts[start : start + 3], *texts[:2], *shortened])


class Title(_Wording):
    """A short title on one line; equal ignoring case, spacing, quotes, punctuation and order."""

    name = "title"
    ends = " \"'“”‘’."

    def schema(self) -> dict[str, Json]:
        return line_schema(80)

    def check(self, value: Json) -> bool:
        return is_line(value, 80)

    def equal(self, a: Json, b: Json) -> bool:
        if super().equal(a, b):
            return True
        if not (isinstance(a, str) and isinstance(b, str)):
            return False
        return self.wording(a) == self.wording(b) != ""

    def wording(self, text: str) -> str:
        """What a title says, whatever its order: its words, without those that only join them.

        Where it leads from one thing `to` another, the order stays.
        """
        return _wording(text)

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        return self._others(value, "titles")

    def sample(self, rng: Random, setting: Setting) -> Json:
        return rng.choice(table("texts")["titles"])


@lru_cache(maxsize=4096)
def _wording(text: str) -> str:
    words = _WORD.findall(text.casefold())
    first, _, then = " ".join(words).partition(" to ")
    parts = [sorted(w for w in part.split() if w not in _JOINING) for part in (first, then)]
    if not then or not parts[0] or (len(parts[0]) == 1 and parts[0][0] in _LEADING):
        parts = [sorted([*parts[0], *parts[1]])]
    return " > ".join(" ".join(part) for part in parts)


class FreeText(_Wording):
    """A text of up to 2,000 characters; equal as titles, also ignoring punctuation at the ends."""

    name = "free_text"
    ends = _ENDS

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "minLength": 1, "maxLength": 2000}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and 1 <= len(value) <= 2000

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        return self._others(value, "notes")

    def sample(self, rng: Random, setting: Setting) -> Json:
        return rng.choice(table("texts")["notes"])


class Url(Kind):
    """A web address on the domains that RFC 2606 reserves, https only."""

    name = "url"

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "pattern": _URL_PATTERN, "maxLength": 200}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and len(value) <= 200 and bool(_URL.fullmatch(value))

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        return [Surface(value), Surface(value.removeprefix("https://"), style="terse")]

    def read(self, text: str, setting: Setting) -> Json:
        stripped = text.strip()
        address = stripped if stripped.startswith("https://") else f"https://{stripped}"
        return address if self.check(address) else UNREAD

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        head, _, _ = value.removesuffix("/").rpartition("/")
        swapped = [value.replace("example.com", "example.org"), value.replace(".org", ".net")]
        return distinct(self, value, [head, f"{value.removesuffix('/')}/2", *swapped])

    def sample(self, rng: Random, setting: Setting) -> Json:
        words = table("texts")["slugs"]
        site = rng.choice(
            ("www.example.com", "news.example.org", "shop.example.com", "example.net")
        )
        return f"https://{site}/{rng.choice(words)}/{rng.choice(words)}"


class Path(Kind):
    """A POSIX file path, absolute or from the user's folder; case counts."""

    name = "path"

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "pattern": _PATH_PATTERN, "maxLength": 200}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and len(value) <= 200 and bool(_PATH.fullmatch(value))

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        quoted = Surface(f"'{value}'")
        return [Surface(value), quoted] if _is_marked(value) else [quoted]

    def read(self, text: str, setting: Setting) -> Json:
        """The text as it stands when it is a path; quotes are no part of one."""
        inner = unquote(text.strip())
        if inner == text.strip():
            return text if self.check(text) and _is_marked(text) else UNREAD
        return inner if self.check(inner) else UNREAD

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        folder, slash, file = value.rpartition("/")
        stem, dot, suffix = file.rpartition(".")
        copies = [
            f"{folder}{slash}{stem} (copy){dot}{suffix}",
            f"{folder}{slash}{stem}-2{dot}{suffix}",
        ]
        return distinct(self, value, [*copies, f"{folder}{slash}old/{file}", file, f"{value}.bak"])

    def sample(self, rng: Random, setting: Setting) -> Json:
        texts = table("texts")
        folder = rng.choice(texts["folders"])
        return (
            f"{folder}/{rng.choice(texts['slugs'])}{rng.choice(('.pdf', '.txt', '.md', '.xlsx'))}"
        )


def _is_marked(path: str) -> bool:
    """Whether it can be told from other words: a bare word may be anything."""
    return "/" in path or "." in path
