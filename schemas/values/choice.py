"""One of a few: enum choices and yes-or-no flags, in the words that the phrase pack gives."""

from collections.abc import Iterable, Sequence
from random import Random

from callwright.schemas.values.base import UNREAD, Format, Json, Kind, Setting, Surface
from callwright.schemas.values.shared import distinct, squeeze, unique


class Choice(Kind):
    """One of `values`, said with `setting.words[enum][value]` or with its own words."""

    name = "choice"

    def __init__(self, enum: str, values: Sequence[str]) -> None:
        self.enum = enum
        self.values = tuple(values)

    def params(self) -> dict[str, Json]:
        return {"enum": self.enum, "values": list(self.values)}

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "enum": list(self.values)}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and value in self.values

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        """Words that two values share are said for neither; its own code is the last resort."""
        words = [*setting.words.get(self.enum, {}).get(value, ()), value.replace("_", " ")]
        said = unique(Surface(word) for word in words if self.read(word, setting) == value)
        return said or [Surface(value, style="terse")]

    def read(self, text: str, setting: Setting) -> Json:
        if text in self.values:
            return text
        plain, packed = squeeze(text), setting.words.get(self.enum, {})
        for candidates in (packed, {v: (v, v.replace("_", " ")) for v in self.values}):
            meant = [v for v in self.values if plain in map(squeeze, candidates.get(v, ()))]
            if meant:
                return meant[0] if len(meant) == 1 else UNREAD
        return UNREAD

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        return distinct(self, value, self.values)

    def sample(self, rng: Random, setting: Setting) -> Json:
        return rng.choice(self.values)

    def formats(self) -> tuple[Format, ...]:
        codes = [_code(value) for value in self.values]
        words = Format("words", self.schema())
        if codes == list(self.values) or len(set(codes)) < len(codes):
            return (words,)
        return (words, Format("codes", {"type": "string", "enum": codes}))

    def encode(self, value: Json, form: str, setting: Setting) -> Json:
        return _code(value) if form == "codes" else value

    def decode(self, wire: Json, form: str, setting: Setting) -> Json:
        if form != "codes":
            return super().decode(wire, form, setting)
        return next((v for v in self.values if isinstance(wire, str) and _code(v) == wire), UNREAD)


class Flag(Kind):
    """A boolean, said with `setting.words[flag]["true"]` and `["false"]`, or `yes` and `no`."""

    name = "boolean"

    def __init__(self, flag: str) -> None:
        self.flag = flag

    def params(self) -> dict[str, Json]:
        return {"flag": self.flag}

    def schema(self) -> dict[str, Json]:
        return {"type": "boolean"}

    def check(self, value: Json) -> bool:
        return isinstance(value, bool)

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        words = [w for w in self._words(value, setting) if self.read(w, setting) is value]
        return unique(map(Surface, words or ["yes" if value else "no"]))

    def read(self, text: str, setting: Setting) -> Json:
        plain = squeeze(text)
        if plain in ("yes", "no"):
            return plain == "yes"
        meant = [v for v in (True, False) if plain in map(squeeze, self._words(v, setting))]
        return meant[0] if len(meant) == 1 else UNREAD

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        return [not value]

    def sample(self, rng: Random, setting: Setting) -> Json:
        return rng.random() < 0.5

    def _words(self, value: bool, setting: Setting) -> Iterable[str]:
        return setting.words.get(self.flag, {}).get("true" if value else "false", ())


def _code(value: str) -> str:
    return value.upper().replace(" ", "_").replace("-", "_")
