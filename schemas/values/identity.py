"""Who and which: person names, email addresses, phone numbers, and ids of world entities."""

import re
from random import Random
from typing import Final

from callwright.schemas.values.base import UNREAD, Json, Kind, Setting, Surface
from callwright.schemas.values.phones import Phone
from callwright.schemas.values.shared import distinct, is_line, line_schema, squeeze, unquote
from callwright.schemas.values.tables import table

__all__ = ["Email", "EntityId", "PersonName", "Phone"]

_WORD = r"(?:[^\W\d_a-z][^\W\d_]*\.?|[a-z]{1,3}|[a-z]['’][^\W\d_]+)"
_NAME: Final = re.compile(
    rf"(?=.*[^\W\d_a-z]){_WORD}(?:['’-]{_WORD})*(?: {_WORD}(?:['’-]{_WORD})*)*"
)
_LABEL: Final = "[A-Za-z0-9]+(-[A-Za-z0-9]+)*"
_EMAIL_PATTERN: Final = f"^[A-Za-z0-9_+]+([.-][A-Za-z0-9_+]+)*@({_LABEL}[.])+[A-Za-z]{{2,}}$"
_EMAIL: Final = re.compile(_EMAIL_PATTERN)
_PLAIN_EMAIL: Final = re.compile(r"[a-z0-9.]+@[a-z0-9.]+", re.IGNORECASE)
_DOMAINS: Final = ("example.com", "example.org", "example.net")
_ID_PATTERN: Final = "^[A-Z]{2,3}-[A-Z0-9]{3,8}$"
_ID: Final = re.compile(_ID_PATTERN)
_ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class PersonName(Kind):
    """A person's full name as they write it, `Ana Lopes`; equal ignoring case and spacing."""

    name = "person_name"

    def schema(self) -> dict[str, Json]:
        return line_schema(80)

    def check(self, value: Json) -> bool:
        return is_line(value, 80)

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        return [Surface(value if _NAME.fullmatch(value) else f"“{value}”")]

    def read(self, text: str, setting: Setting) -> Json:
        """Capitalised words, or anything in quotes: a lower-case word may be no name at all."""
        stripped = text.strip()
        inner = unquote(stripped)
        named = inner != stripped or _NAME.fullmatch(stripped)
        return inner if named and self.check(inner) else UNREAD

    def equal(self, a: Json, b: Json) -> bool:
        return a == b or (isinstance(a, str) and isinstance(b, str) and squeeze(a) == squeeze(b))

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        first, _, last = value.partition(" ")
        names = table("names")
        near = [f"{first} {_other(names['last'], last)}", f"{_other(names['first'], first)} {last}"]
        near += [f"{first} {slip}" for slip in typos(last)] or typos(first)
        return distinct(self, value, [*near, f"{last} {first}", first, last])

    def sample(self, rng: Random, setting: Setting) -> Json:
        names = table("names")
        return f"{rng.choice(names['first'])} {rng.choice(names['last'])}"


class Email(Kind):
    """An email address; equal ignoring case. Samples use the domains of RFC 2606."""

    name = "email"

    def schema(self) -> dict[str, Json]:
        pattern = _EMAIL_PATTERN
        return {"type": "string", "format": "email", "pattern": pattern, "maxLength": 60}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and len(value) <= 60 and bool(_EMAIL.fullmatch(value))

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        spoken = value.replace("@", " at ").replace(".", " dot ")
        said = [Surface(spoken, style="spoken")] if _PLAIN_EMAIL.fullmatch(value) else []
        return [Surface(value), *said]

    def read(self, text: str, setting: Setting) -> Json:
        address = text.strip()
        if " at " in address.lower():
            address = address.lower().replace(" at ", "@").replace(" dot ", ".")
        return address if self.check(address) else UNREAD

    def equal(self, a: Json, b: Json) -> bool:
        return a == b or (isinstance(a, str) and isinstance(b, str) and a.lower() == b.lower())

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        local, _, domain = value.partition("@")
        domains = [f"{local}@{other}" for other in _DOMAINS if other != domain]
        shorter = [f"{local.partition('.')[0]}@{domain}", f"{local.replace('.', '_')}@{domain}"]
        return distinct(self, value, [*domains, *shorter, *(f"{t}@{domain}" for t in typos(local))])

    def sample(self, rng: Random, setting: Setting) -> Json:
        first, last = (rng.choice(table("names")[part]) for part in ("first", "last"))
        local = rng.choice((f"{first}.{last}", f"{first[:1]}{last}", f"{first}_{last}", first))
        return f"{_ascii(local)}@{rng.choice(_DOMAINS)}"


class EntityId(Kind):
    """The id of a world entity, `FL-83K2`. Sayable ids are those a person may hold in hand."""

    name = "entity_id"

    def __init__(self, entity: str, sayable: bool = False, prefix: str = "") -> None:
        self.entity = entity
        self.sayable = sayable
        self.prefix = prefix

    def params(self) -> dict[str, Json]:
        # The prefix only flavours samples: ids of one entity are one kind whatever their prefix.
        return {"entity": self.entity, "sayable": self.sayable}

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "pattern": _ID_PATTERN, "maxLength": 12}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and bool(_ID.fullmatch(value))

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        return [Surface(value)]

    def read(self, text: str, setting: Setting) -> Json:
        stripped = text.strip()
        upper = stripped.upper() if stripped.isascii() else ""
        return upper if self.check(upper) else UNREAD

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        head, _, body = value.partition("-")
        last = _ALPHABET[(_ALPHABET.find(body[-1]) + 1) % len(_ALPHABET)]
        first = _ALPHABET[(_ALPHABET.find(body[0]) + 7) % len(_ALPHABET)]
        swapped = body[:-2] + body[-1] + body[-2]
        bodies = [body[:-1] + last, swapped, first + body[1:], body[:-1], body[::-1]]
        return distinct(self, value, [f"{head}-{near}" for near in bodies])

    def sample(self, rng: Random, setting: Setting) -> Json:
        prefix = self.prefix or (re.sub("[^A-Z]", "", self.entity.upper()) + "XX")[:2]
        return f"{prefix}-{''.join(rng.choices(_ALPHABET, k=4))}"


def typos(word: str) -> list[str]:
    """Slips of the finger, without chance: two letters swapped, one doubled, one dropped."""
    middle = len(word) // 2
    if middle < 1:
        return []
    swapped = word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]
    return [swapped, word[:middle] + word[middle - 1 :], word[:middle] + word[middle + 1 :]]


def _other(names: list[str], name: str) -> str:
    """Another name of the list, preferably one with the same first letter."""
    alike = [n for n in names if n[:1] == name[:1] and n != name] or names
    return alike[len(name) % len(alike)]


def _ascii(text: str) -> str:
    import unicodedata

    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9._]", "", plain).strip("._") or "someone"
