"""Phone numbers in E.164. Samples come only from ranges that regulators reserve for fiction.

Sources: Ofcom, "Telephone numbers for use in TV and radio drama programmes" (London 020 7946
0xxx, Manchester 0161 496 0xxx, mobile 07700 900xxx, no area 01632 960xxx); NANPA, 555-0100 to
555-0199; Arcep decision 2018-0881 (06 39 98 xx xx); PTS (070-174 06 05 to 06 99).
"""

import re
from random import Random
from typing import Final

from callwright.schemas.values.base import UNREAD, Json, Kind, Setting, Surface
from callwright.schemas.values.shared import distinct, unique

_PATTERN: Final = "^[+][1-9][0-9]{6,14}$"
_E164: Final = re.compile(_PATTERN)
_WRITTEN: Final = re.compile(r"\+?[0-9][0-9 .()/-]{5,24}|\([0-9]{2,5}\)[0-9 .()/-]{4,20}")
_US_AREAS: Final = ("212", "312", "415", "617", "206", "305", "416", "604")
_BRITAIN: Final = ("Europe/London", "Europe/Belfast", "GB")
_AMERICA: Final = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Phoenix", "America/Detroit", "America/Toronto", "America/Vancouver",
)  # fmt: skip


class Phone(Kind):
    """A phone number in E.164, `+442079460123`."""

    name = "phone"

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "pattern": _PATTERN, "maxLength": 16}

    def check(self, value: Json) -> bool:
        return isinstance(value, str) and bool(_E164.fullmatch(value))

    def surfaces(self, value: Json, setting: Setting) -> list[Surface]:
        texts = [_international(value)]
        zone = str(setting.now.tzinfo)
        if zone in _BRITAIN and re.fullmatch(r"\+44[1-9]\d{9}", value):
            texts += [f"0{' '.join(_british(value[3:]))}", f"0{value[3:]}"]
        if zone in _AMERICA and re.fullmatch(r"\+1[2-9]\d{9}", value):
            area, exchange, line = value[2:5], value[5:8], value[8:]
            texts += [f"({area}) {exchange}-{line}", f"{area}-{exchange}-{line}"]
            texts += [f"{area}.{exchange}.{line}"]
        return unique([*(Surface(text) for text in texts), Surface(value, style="terse")])

    def read(self, text: str, setting: Setting) -> Json:
        written = text.strip()
        if not _WRITTEN.fullmatch(written):
            return UNREAD
        digits = re.sub("[^0-9+]", "", written.replace("(0)", "") if "+" in written else written)
        zone = str(setting.now.tzinfo)
        if zone in _BRITAIN and re.fullmatch("0[1-9][0-9]{9}", digits):
            digits = f"+44{digits[1:]}"
        elif zone in _AMERICA and re.fullmatch("1?[2-9][0-9]{9}", digits):
            digits = f"+1{digits[-10:]}"
        return digits if self.check(digits) else UNREAD

    def near_misses(self, value: Json, setting: Setting) -> list[Json]:
        last = str((int(value[-1]) + 1) % 10)
        swapped = value[:-2] + value[-1] + value[-2]
        inner = value[:-4] + str((int(value[-4]) + 3) % 10) + value[-3:]
        return distinct(self, value, [value[:-1] + last, swapped, inner, value[:-1]])

    def sample(self, rng: Random, setting: Setting) -> Json:
        three = f"{rng.randrange(1000):03}"
        british = (f"+442079460{three}", f"+441614960{three}", f"+447700900{three}")
        american = f"+1{rng.choice(_US_AREAS)}55501{rng.randrange(100):02}"
        other = (f"+3363998{rng.randrange(10_000):04}", f"+467017406{rng.randint(5, 99):02}")
        zone = str(setting.now.tzinfo)
        if zone in _AMERICA:
            return rng.choice((american, american, american, british[2], other[0]))
        return rng.choice((*british, *british, american, *other))


def _british(national: str) -> list[str]:
    """The groups in which British people write a national number without its zero."""
    if national.startswith("2"):
        return [national[:2], national[2:6], national[6:]]
    if re.match("11|1.1", national):
        return [national[:3], national[3:6], national[6:]]
    return [national[:4], national[4:]]


def _international(value: str) -> str:
    if value.startswith("+44") and len(value) == 13:
        return " ".join(("+44", *_british(value[3:])))
    if value.startswith("+1") and len(value) == 12:
        return f"+1 {value[2:5]} {value[5:8]} {value[8:]}"
    groups = [value[i : i + 3] for i in range(3, len(value), 3)]
    if len(groups) > 1 and len(groups[-1]) == 1:
        groups[-2:] = ["".join(groups[-2:])]
    return " ".join((value[:3], *groups))
